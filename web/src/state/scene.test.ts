import { expect, test } from 'vitest'
import { endOfRound } from './scene'
import type { ProphecyView, SevenView } from '../wire/messages'

const took = (action: string) => ({
  plays: [
    { seat: 0, action },
    { seat: 1, action: 'B9' },
  ],
  places: [2, 1],
  confirmed: [false, true],
})
const last = {
  number: 2,
  before: [0, 4],
  scores: [3, 4],
  starter: 0,
  future: ['B', 'M'],
  open: [],
  prophecies: [],
  tricks: [took('B5')],
  left: [],
}
const before = { prophecies: [], round: 2, hand: ['B5', 'P7', 'S1'], scores: [0, 4] } as unknown as SevenView
const after = { prophecies: [], round: 3, hand: ['M1', 'M2'], scores: [3, 4], last_round: last } as unknown as SevenView

test('a round that ended early shows the unplayed cards and the new totals', () => {
  expect(endOfRound(before, after)).toMatchObject({ round: 2, hand: ['P7', 'S1'], scores: [3, 4], tricks: last.tricks })
})

test('a visitor who comes after the next deal sees nothing of its hand at the end of the last round', () => {
  expect(endOfRound(after, after)).toMatchObject({ round: 2, hand: [], scores: [3, 4] })
})

test('a round of Prophecy shows its points, too', () => {
  const bids = {
    number: 1,
    before: [0, 0],
    scores: [2, -1],
    dealer: 0,
    trump: 'V',
    bids: [],
    bid_values: [],
    tricks: [],
    won: [],
  }
  const dealt = { round: 2, hand: ['V1'], scores: [2, -1], last_round: bids } as unknown as ProphecyView
  expect(endOfRound({ ...dealt, round: 1 }, dealt)).toMatchObject({ round: 1, hand: [], scores: [2, -1] })
})
