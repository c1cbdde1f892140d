import { expect, test } from 'vitest'
import type { MatchRecord, MatchReview, ReviewedDecision } from '../wire/rest'
import { asGood, chanceAt, chevrons, costsOf, curvesOf, gradeOf, momentsOf, stepBefore, stepsOf } from './moments'

const worth = (action: string, match: number, error = 0.01) => ({
  action,
  points: 1,
  match,
  error: { points: 0.1, match: error },
  chances: {},
})

function decided(changes: Partial<ReviewedDecision>): ReviewedDecision {
  const actions = [worth('B1', 0.5, 0), worth('B2', 0.4), worth('B3', 0.485)]
  const none = { points: 0, match: 0 }
  return {
    event: 5,
    seat: 0,
    round: 1,
    trick: 1,
    action: 'B1',
    best: 'B1',
    loss: none,
    error: none,
    mark: null,
    only: false,
    exact: false,
    worlds: 600,
    actions,
    legal: 3,
    ...changes,
  }
}
const review = (changes: Partial<MatchReview>): MatchReview => ({
  state: 'done',
  ahead: 0,
  worlds: 600,
  seed: 0,
  version: '1',
  decisions: [],
  ...changes,
})

test('choices within two errors count as equally good', () => {
  const [best, clear, near] = decided({}).actions
  expect(asGood(best, clear!)).toBe(false)
  expect(asGood(best, near!)).toBe(true)
})

test('a grade is the mark, or how near the best it was', () => {
  expect(gradeOf(decided({}))).toBe('best')
  expect(gradeOf(decided({ only: true }))).toBe('only')
  expect(gradeOf(decided({ action: 'B3', loss: { points: 0, match: 0.015 } }))).toBe('good')
  expect(gradeOf(decided({ action: 'B2', loss: { points: 0, match: 0.1 } }))).toBe('small')
  expect(gradeOf(decided({ action: 'B2', mark: 'mistake' }))).toBe('mistake')
  expect(['best', 'inaccuracy', 'mistake', 'blunder'].map((each) => chevrons(each as 'best'))).toEqual([0, 1, 2, 3])
})

test('moments are prophecies, losses, only moves, and turning points by others', () => {
  const told = decided({ event: 1, trick: 0 })
  const plain = decided({ event: 6 })
  const lost = decided({ event: 9, action: 'B2', mark: 'blunder' })
  const only = decided({ event: 12, only: true })
  const another = decided({ event: 13, seat: 1, mark: 'mistake', action: 'B2' })
  const turns = [
    { event: 9, seat: 0, cause: 'play', amount: -0.2, chance: 0.1 },
    { event: 11, seat: 0, cause: 'others', amount: -0.2, chance: 0.1 },
  ] as const
  const moments = momentsOf(review({ decisions: [told, plain, lost, only, another], turns: [...turns] }), 0)
  expect(moments.map((each) => each.event)).toEqual([1, 9, 11, 12])
})

test('an event’s position has all deals and actions before it', () => {
  const events = [
    { deal: { hands: [], hidden: [] } },
    { seat: 0, action: 'B1' },
    { round: { points: [], scores: [] } },
    { deal: { hands: [], hidden: [] } },
  ]
  const record = { format: '', game: '', players: 2, events } as MatchRecord
  expect(events.map((_, event) => stepBefore(record, event))).toEqual([0, 1, 2, 2])
})

test('while the review is made, curves reach as far as the weighed decisions', () => {
  const curves = curvesOf(
    review({ state: 'working', decisions: [decided({}), decided({ event: 8, seat: 1, action: 'B2' })] }),
    2,
  )
  expect(curves.map((curve) => curve.map(([event]) => event))).toEqual([
    [-1, 5, 8],
    [-1, 5, 8],
  ])
  expect(chanceAt(curves[1]!, 7)).toBe(0.5)
  expect(chanceAt(curves[1]!, 8)).toBeCloseTo(0.4 / 0.9)
  for (const event of [-1, 5, 8]) expect(chanceAt(curves[0]!, event) + chanceAt(curves[1]!, event)).toBeCloseTo(1)
})

test('the steps lead from an even share to the result, and add up as shown', () => {
  const steps = stepsOf({ even: 0.25, cards: 0.094, choice: -0.136, play: -0.184, others: -0.024, result: 0 }, 100, 0)
  expect(steps.map((each) => each.kind)).toEqual(['even', 'cards', 'choice', 'play', 'others', 'result'])
  expect(steps.map((each) => each.amount)).toEqual([25, 9, -13, -19, -2, 0])
  const points = stepsOf({ even: 3.81, cards: 0.24, choice: 0, play: -1.06, others: 2.01, result: 5 }, 1, 1)
  expect(points.slice(0, 5).reduce((sum, each) => sum + each.amount, 0)).toBeCloseTo(5)
  expect(points[4]!.to).toBe(5)
})

test('costs are sorted by what they show', () => {
  const cost = (event: number, match: number, seat = 0) => decided({ event, seat, loss: { points: 0, match } })
  expect(
    costsOf(review({ decisions: [cost(1, 0.02), cost(2, 0.15), cost(3, 0), cost(4, 0.5, 1), cost(5, 0.04)] }), 0).map(
      (each) => each.event,
    ),
  ).toEqual([2, 5, 1])
})
