// Which moment ends a round, and for whom.

import { expect, it } from 'vitest'
import type { ProphecyRound, SevenRound } from '../wire/messages'
import { arcOf, momentOf } from './climax'

const part = (reason: string, points: number): object => ({ reason, points, clause: '', number: 0 })
const seven = (fulfilled: boolean[]): SevenRound =>
  ({
    fulfilled,
    prophecies: ['3-2-2', '3-2-2', '3-2-2'],
    left: fulfilled.map((done) => (done ? [0, 0, 0] : [0, 1, 0])),
    tricks: Array(8).fill({}),
    parts: fulfilled.map((done) => [part(done ? 'all-seven' : 'left', done ? 3 : 0)]),
    points: fulfilled.map((done) => (done ? 3 : 1)),
  }) as unknown as SevenRound
const bids = (fulfilled: boolean[]): ProphecyRound =>
  ({
    fulfilled,
    bids: ['S3+V4', 'S4+V5', 'S5+V6'],
    bid_values: [3, 2, 0],
    parts: fulfilled.map((done) => (done ? [part('tricks', 3), part('bid-met', 5)] : [part('bid-missed', 0)])),
    points: fulfilled.map((done) => (done ? 8 : 0)),
  }) as unknown as ProphecyRound

it('is mine if all seven of mine came true, even if another’s did too', () => {
  expect(momentOf(seven([true, false, true]), 0)).toEqual({
    mine: true,
    seats: [0],
    trick: 8,
    tokens: 7,
    points: 3,
    bonus: 0,
    missing: null,
  })
})

it('is another’s if theirs came true and mine did not, and says how many I lacked', () => {
  expect(momentOf(seven([false, true, true]), 0)).toMatchObject({ mine: false, seats: [1, 2], missing: 1 })
  expect(momentOf(seven([false, true, false]), null)).toMatchObject({ mine: false, seats: [1], missing: null })
})

it('does not exist if nobody’s came true', () => {
  expect(momentOf(seven([false, false, false]), 0)).toBeNull()
  expect(momentOf(bids([false, false, false]), 1)).toBeNull()
})

it('has as many tokens as were bid, even none', () => {
  expect(momentOf(bids([true, true, true]), 0)).toMatchObject({
    mine: true,
    trick: null,
    tokens: 3,
    points: 8,
    bonus: 5,
  })
  expect(momentOf(bids([true, true, true]), 2)).toMatchObject({ mine: true, tokens: 0 })
})

it('arranges seven tokens in the arc of the logo, and spreads more of them over it', () => {
  const arc = arcOf(7)
  expect(arc[0]?.x).toBeCloseTo(6)
  expect(arc[3]?.y).toBeCloseTo(7)
  expect(arc[6]?.x).toBeCloseTo(42)
  expect(arcOf(0)).toEqual([])
  expect(arcOf(1)[0]?.x).toBeCloseTo(24)
  expect(arcOf(9).at(-1)?.x).toBeCloseTo(42)
})
