// Which sound is heard when one view follows another.

import { expect, it } from 'vitest'
import type { ProphecyView, SevenView, Took, View } from '../wire/messages'
import { heard } from './hearing'

const took = (seat: number): Took => ({ seat, action: 'B1' })
const trick = (confirmed: boolean[]): object => ({ plays: [took(0), took(1)], places: [1, 2], confirmed })
const seven = (more: object = {}): View =>
  ({
    round: 1,
    phase: 'tricks',
    prophecies: [],
    scores: [0, 0],
    tricks: [],
    trick: [],
    left: [
      [1, 1],
      [2, 1],
    ],
    ...more,
  }) as unknown as SevenView
const prophecy = (more: object = {}): View =>
  ({
    round: 1,
    phase: 'tricks',
    scores: [0, 0],
    tricks: [],
    trick: [],
    won: [0, 0],
    ...more,
  }) as unknown as ProphecyView

it('is a card where one was laid, and nothing where nothing was', () => {
  expect(heard(seven(), seven({ trick: [took(0)] }), 0)).toBe('card')
  expect(heard(seven(), seven(), 0)).toBeNull()
})

it('is a token where one of mine came true, a card where it was another’s, a token for who only watches', () => {
  const mine = seven({
    tricks: [trick([true, false])],
    left: [
      [0, 1],
      [2, 1],
    ],
  })
  expect(heard(seven({ trick: [took(0)] }), mine, 0)).toBe('token')
  expect(heard(seven({ trick: [took(0)] }), mine, 1)).toBe('card')
  expect(heard(seven({ trick: [took(0)] }), mine, null)).toBe('token')
})

it('is a token when all seven of somebody have come true, whoever it is: the chord comes with the moment', () => {
  const done = seven({
    tricks: [trick([true, false])],
    left: [
      [0, 0],
      [2, 1],
    ],
  })
  for (const seat of [0, 1, null])
    expect(
      heard(
        seven({
          left: [
            [0, 1],
            [2, 1],
          ],
        }),
        done,
        seat,
      ),
    ).toBe('token')
})

it('is a trick that I won in Prophecy', () => {
  const after = prophecy({ tricks: [{ plays: [took(0), took(1)], winner: 1, lead: 'S' }], won: [0, 1] })
  expect(heard(prophecy({ trick: [took(0)] }), after, 1)).toBe('token')
  expect(heard(prophecy({ trick: [took(0)] }), after, 0)).toBe('card')
})

it('is nothing when cards are dealt anew or prophecies revealed', () => {
  expect(heard(seven({ tricks: [trick([true, true])] }), seven({ round: 2 }), 0)).toBeNull()
  expect(heard(seven({ phase: 'prophecy', left: [] }), seven(), 0)).toBeNull()
})
