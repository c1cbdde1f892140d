// What rounds and matches brought, in words.

import { beforeAll, expect, it } from 'vitest'
import { settings } from '../../state/settings.svelte'
import type { PointsPart, View } from '../../wire/messages'
import { load } from '../../i18n/languages'
import { addends, bestMoment, bestRound, came, signed, whyOver, whyWon, type RoundLine } from './sums'

beforeAll(async () => {
  settings.kept.language = 'en'
  await load('en')
})

const people = { names: ['Ines', 'Rosa', 'Kai'], me: 0 }
const part = (reason: string, points: number, number: number): PointsPart => ({
  reason,
  points,
  clause: 'SP2-7',
  number,
})
const round = (parts: PointsPart[], more: object = {}): RoundLine => {
  const points = parts.reduce((sum, each) => sum + each.points, 0)
  return {
    number: 2,
    points: [points],
    parts: [parts],
    before: [4],
    scores: [4 + points],
    fulfilled: [true],
    ...more,
  } as unknown as RoundLine
}
const said = (parts: PointsPart[], more: object = {}): string =>
  addends(round(parts, more), 0)
    .map((each) => `${each.text}${each.points === null ? '' : `: ${signed(each.points)}`}`)
    .join(', ')

it('explains each part of a sum', () => {
  expect(said([part('all-seven', 3, 8)])).toBe('all seven in trick 8: +3')
  expect(said([part('left', 0, 2), part('fewest-left', 1, 2)])).toBe('fewest left (2): +1')
  expect(said([part('left', -2, 3)])).toBe('3 left: −2')
  expect(said([part('left', -2, 3)], { before: [1], scores: [0] })).toBe('3 left: −2, can’t drop below 0')
  expect(said([part('too-late', 0, 10)])).toBe('all seven, but only in trick 10: 0')
  expect(said([part('tokens', 5, 5)])).toBe('5 of 7 came true: +5')
  expect(said([part('tricks', 4, 4), part('bid-met', 5, 4)])).toBe('4 tricks: +4, for the bid: +5')
  expect(said([part('tricks', 1, 1), part('bid-missed', 0, 3)])).toBe('1 trick: +1, bid 3 missed: 0')
  expect(said([part('gave-up', 0, 3)])).toBe('surrendered the lead: 0')
})

it('counts fulfilled tokens', () => {
  expect(came(round([], { prophecies: ['3-2-2'], left: [[1, 0, 1]] }), 0)).toBe(5)
  expect(came(round([], { won: [4], bids: ['S1+P2'] }), 0)).toBe(4)
})

const match = (ending: object, more: object = {}): View =>
  ({
    game: 'seven-prophecies',
    players: 4,
    round: 3,
    counts: 'points',
    scores: [7, 7, 2],
    winners: [0],
    ...more,
    ending: { tie: null, rounds: [], clause: '', ...ending },
  }) as unknown as View

it('says why a match is over', () => {
  expect(whyOver(match({ reason: 'target', number: 7 }), people)).toBe(
    'After round 3, you and Rosa had 7 points or more, which ends the match.',
  )
  expect(whyOver(match({ reason: 'target', number: 7 }, { round: 4, rounds: 4, scores: [6, 7, 2] }), people)).toBe(
    'Round 4 was the last, and Rosa reached 7 points or more.',
  )
  expect(whyOver(match({ reason: 'target', number: 2 }, { counts: 'rounds', scores: [0, 2, 1] }), people)).toBe(
    'After round 3, Rosa had 2 rounds fulfilled, which ends the match.',
  )
  expect(whyOver(match({ reason: 'last-round', number: 8 }), people)).toBe('Round 8 was the last.')
  expect(whyOver(match({ reason: 'single', number: 1 }), people)).toBe('The match was a single round.')
})

it('says why it was won: by the total, or by the tie-break, as a sum', () => {
  expect(whyWon(match({}, { scores: [7, 5, 2] }), people)).toBe('Highest total: 7 points. Next: Rosa with 5.')
  const tie = (rule: string, counts: number[][], more: object = {}): string =>
    whyWon(match({ tie: { rule, clause: '', seats: [0, 1], counts } }, more), people)
  expect(
    tie('fewest_on_edges', [
      [1, 1],
      [2, 2],
    ]),
  ).toContain('on 1st and 4th in round 3: you 1 + 1, Rosa 2 + 2. The lower sum wins: 2 against 4.')
  expect(
    tie(
      'fewest_on_edges',
      [
        [2, 2],
        [0, 1],
      ],
      { winners: [1] },
    ),
  ).toContain('Rosa 0 + 1, you 2 + 2. The lower sum wins: 1 against 4.')
  expect(tie('nearest_to_last', [[4], [2]])).toContain('you 4th, Rosa 2nd')
  expect(tie('rounds_fulfilled', [[5], [3]])).toContain('The higher count wins: 5 against 3.')
  expect(tie('rounds_fulfilled', [[3], [3]], { winners: [0, 1] })).toContain('Still tied, so the win is shared.')
  expect(tie('shared', [[], []], { winners: [0, 1] })).toBe(
    'Tied: you and Rosa. There’s no tie-break, so the win is shared.',
  )
})

it('finds the best round of a seat, and none without gains', () => {
  const rounds = [
    round([part('left', 0, 2)]),
    round([part('all-seven', 3, 8)], { number: 3 }),
    round([part('left', -1, 1)]),
  ]
  const best = bestRound(rounds, 0)
  expect(best?.number).toBe(3)
  expect(best && bestMoment(best, 0)).toBe('Round 3: all seven in trick 8, +3.')
  expect(bestRound([rounds[0] as RoundLine], 0)).toBeNull()
})
