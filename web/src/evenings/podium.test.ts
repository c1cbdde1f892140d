import { expect, test } from 'vitest'
import type { EveningFacts } from '../wire/evenings'
import { calendarFile, gained, highlights, nextWeek, shareText } from './podium'

const result = (gain: number, points = 3) => ({ points, mean: points - gain, others: 1, gain })
const line = (member: number, place: number, gains: (number | null)[]) => ({
  member,
  place,
  gain: gains.reduce<number>((sum, each) => sum + (each ?? 0), 0),
  rounds: gains.map((gain) => (gain === null ? null : result(gain))),
})
const table = (members: number[], match: string) => ({
  members,
  state: 'over',
  round: 1,
  table: null,
  match,
  points: [],
})
const facts = {
  standings: [line(1, 1, [-2, 5]), line(0, 2, [1, 1]), line(2, 3, [1, null])],
  rounds: [[table([0, 1, 2], 'first')], [table([0, 1, 2], 'second')]],
} as unknown as EveningFacts

test('the best round, the best comeback and the steadiest player are named with their matches', () => {
  const [round, comeback, steady, ...rest] = highlights(facts)
  expect(rest).toEqual([])
  expect(round).toMatchObject({ kind: 'round', member: 1, round: 2, gain: 5, match: 'second' })
  expect(comeback).toMatchObject({ kind: 'comeback', member: 1, from: 3, place: 1, round: 2 })
  expect(steady).toMatchObject({ kind: 'steady', member: 0, gain: 1 })
})

test('without gains there is nothing remarkable', () => {
  expect(
    highlights({ standings: [line(0, 1, [-1]), line(1, 2, [-2])], rounds: [] } as unknown as EveningFacts),
  ).toEqual([])
})

test('the next evening is a week later at the same time', () => {
  const friday = Date.UTC(2026, 10, 20, 20, 3)
  expect(nextWeek(friday, friday + 3_600_000)).toBe(Date.UTC(2026, 10, 27, 20, 0))
  expect(nextWeek(friday, friday + 8 * 86_400_000)).toBe(Date.UTC(2026, 11, 4, 20, 0))
})

test('a text to share has places, names and gains', () => {
  expect(shareText(facts, 'Friday club', (member) => 'ABC'[member] ?? '', 'en')).toBe(
    'Friday club\n1. B +3\n2. A +2\n3. C +1',
  )
  expect(gained(-1.25, 'en')).toBe('−1.3')
})

test('a calendar file says when it begins and ends', () => {
  const file = calendarFile('Club, Friday', 'https://foretold.example/evenings/x', Date.UTC(2026, 10, 27, 20, 0), 90)
  expect(file).toContain('DTSTART:20261127T200000Z\r\nDTEND:20261127T213000Z\r\nSUMMARY:Club\\, Friday')
})
