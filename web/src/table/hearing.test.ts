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

it('is a card if one was laid, and silence otherwise', () => {
  expect(heard(seven(), seven({ trick: [took(0)] }), 0)).toBe('card')
  expect(heard(seven(), seven(), 0)).toBeNull()
})

it('is a token if one of mine came true, a card if it was another’s, a token for spectators', () => {
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

it('is a token when anyone’s seven have come true: the chord comes with the celebration', () => {
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

it('is a trick if I won one in Prophecy', () => {
  const after = prophecy({ tricks: [{ plays: [took(0), took(1)], winner: 1, lead: 'S' }], won: [0, 1] })
  expect(heard(prophecy({ trick: [took(0)] }), after, 1)).toBe('token')
  expect(heard(prophecy({ trick: [took(0)] }), after, 0)).toBe('card')
})

it('is silence when cards are dealt or prophecies revealed', () => {
  expect(heard(seven({ tricks: [trick([true, true])] }), seven({ round: 2 }), 0)).toBeNull()
  expect(heard(seven({ phase: 'prophecy', left: [] }), seven(), 0)).toBeNull()
})
