import { expect, test } from 'vitest'
import type { Title } from '../wire/rest'
import { eveningMinutes, matchMinutes } from './durations'

const title = { minutes: 45 } as Title

test('a match takes as long as its publisher says, and a short one a part of that', () => {
  expect(matchMinutes(title, {})).toBe(45)
  expect(matchMinutes(title, { variant: 'short' })).toBe(30)
  expect(matchMinutes(title, { variant: 'single-round' })).toBe(10)
})

test('an evening takes all of its rounds and the pauses between them', () => {
  expect(eveningMinutes(title, {}, 4, 60)).toBe(185)
  expect(eveningMinutes(title, { variant: 'single-round' }, 2, 180)).toBe(25)
})
