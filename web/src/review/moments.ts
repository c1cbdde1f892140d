// What a review points out: decisions and turning points worth a look, their steps in the replay, and their names.

import type {
  MatchRecord,
  MatchReview,
  ReviewedAction,
  ReviewedDecision,
  ReviewedSteps,
  ReviewedTurn,
} from '../wire/rest'

/**
 * The grade of a decision: the only move, the best, as good as far as can be told, hardly worse, or one of the marks.
 */
export type Grade = 'only' | 'best' | 'good' | 'small' | 'inaccuracy' | 'mistake' | 'blunder'

const SURE = 2 // standard errors: the length of an error bar on either side

/** True if an action is as good as the best one as far as can be told: its error bar reaches that far. */
export const asGood = (best: ReviewedAction | undefined, action: ReviewedAction): boolean =>
  !best || best.match - action.match <= SURE * action.error.match

export function gradeOf(decision: ReviewedDecision): Grade {
  if (decision.mark) return decision.mark
  if (decision.action === decision.best) return decision.only ? 'only' : 'best'
  const played = playedOf(decision)
  return !played || decision.loss.match === 0 || asGood(decision.actions[0], played) ? 'good' : 'small'
}

export const playedOf = (decision: ReviewedDecision): ReviewedAction | undefined =>
  decision.actions.find((action) => action.action === decision.action)

/** The number of falling chevrons for a grade. */
export const chevrons = (grade: Grade): number => ({ inaccuracy: 1, mistake: 2, blunder: 3 })[grade as string] ?? 0

/** The replay step just before an event. */
export function stepBefore(record: MatchRecord, event: number): number {
  return record.events.slice(0, event).filter((event) => 'deal' in event || 'action' in event).length
}

export type Moment =
  | { event: number; decision: ReviewedDecision; turn?: undefined }
  | { event: number; turn: ReviewedTurn; decision?: undefined }

/**
 * A seat's moments worth a look, in order: its prophecies or bids, its losses, good moves nobody should miss, and
 * turning points by others or the cards.
 */
export function momentsOf(review: MatchReview, seat: number): Moment[] {
  const decisions = review.decisions.filter(
    (decision) => decision.seat === seat && (decision.trick === 0 || decision.mark || gradeOf(decision) === 'only'),
  )
  const turns = (review.turns ?? []).filter(
    (turn) => turn.seat === seat && (turn.cause === 'cards' || turn.cause === 'others'),
  )
  const all: Moment[] = [
    ...decisions.map((decision) => ({ event: decision.event, decision })),
    ...turns.map((turn) => ({ event: turn.event, turn })),
  ]
  return all.sort((a, b) => a.event - b.event)
}

/**
 * By seat: events and its chance to win after each (all seats sum to 1); of an unfinished review, as far as it is done.
 */
export function curvesOf(review: MatchReview, players: number): number[][][] {
  if (review.seats) return review.seats.map((seat) => seat.curve)
  const curves: number[][][] = Array.from({ length: players }, () => [[-1, 1 / players]])
  const latest = curves.map(() => 1 / players)
  for (const decision of review.decisions) {
    latest[decision.seat] = playedOf(decision)?.match ?? 0
    const sum = latest.reduce((all, chance) => all + chance, 0)
    curves.forEach((curve, seat) =>
      curve.push([decision.event, sum > 0 ? latest[seat]! / sum : (curve.at(-1)?.[1] ?? 0)]),
    )
  }
  return curves
}

/** A seat's chance after an event. */
export const chanceAt = (curve: readonly number[][], event: number): number =>
  curve.findLast(([at = 0]) => at <= event)?.[1] ?? 0

/** The event of each round's deal. */
export const dealsOf = (record: MatchRecord): number[] =>
  record.events.flatMap((event, index) => ('deal' in event ? [index] : []))

export interface Bar {
  kind: 'even' | 'cards' | 'choice' | 'play' | 'others' | 'result'
  from: number
  to: number
  amount: number
}

/**
 * A waterfall from an even start to the result: what each cause added or took, rounded so that the displayed figures
 * add up.
 */
export function stepsOf(steps: ReviewedSteps, scale: number, digits: number): Bar[] {
  const unit = 10 ** digits
  const rounded = (value: number): number => Math.round(scale * value * unit) / unit
  const bars: Bar[] = []
  let exact = 0
  for (const kind of ['even', 'cards', 'choice', 'play', 'others'] as const) {
    const from = rounded(exact)
    exact = kind === 'others' ? steps.result : exact + steps[kind]
    bars.push({ kind, from, to: rounded(exact), amount: Math.round((rounded(exact) - from) * unit) / unit })
  }
  const result = rounded(steps.result)
  return [...bars, { kind: 'result', from: 0, to: result, amount: result }]
}

/** A seat's decisions that cost something, the most costly first. */
export const costsOf = (review: MatchReview, seat: number): ReviewedDecision[] =>
  review.decisions
    .filter((decision) => decision.seat === seat && decision.loss.match > 0)
    .sort((a, b) => b.loss.match - a.loss.match)
