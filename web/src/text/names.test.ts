import { beforeEach, expect, test } from 'vitest'
import { speak } from '../i18n/index.svelte'
import { recorded, saysYou, seatNames } from './names'
import type { SeatFacts } from '../wire/messages'

const called = (seats: [string, string | null][]): string[] =>
  seatNames(
    seats.map(([name, bot]): SeatFacts => ({
      ...recorded(name, bot),
      ready: true,
      away: false,
      stood_in: false,
      host: false,
      before: '',
      next: '',
    })),
  )

beforeEach(() => speak('en'))

test('a record names a bot as the table did, by its own name or its level', async () => {
  const seats: [string, string | null][] = [
    ['Rio', null],
    ['Rio', 'adept'],
    ['Seer 2', ''],
    ['novice', null],
    ['Ann', 'seer'],
  ]
  expect(called(seats)).toEqual(['Rio', 'Rio II', 'Seer', 'novice', 'Ann'])
  await speak('ja')
  expect(called(seats)).toEqual(['Rio', 'リオ', '予言者', 'novice', 'Ann'])
  expect(recorded('Rio', 'adept')).toEqual({ kind: 'bot', name: 'Rio', bot: 'adept' })
})

test('a name that says “You” needs no tag', async () => {
  expect(saysYou('You')).toBe(true)
  expect(saysYou('Ann')).toBe(false)
  await speak('ja')
  expect(saysYou('あなた')).toBe(true)
})
