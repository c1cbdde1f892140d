// What a review tells of: which decisions and changes are worth a look, where they stand in the replay, how they are called.

import type {
  MatchRecord,
  MatchReview,
  ReviewedAction,
  ReviewedDecision,
  ReviewedSteps,
  ReviewedTurn,
} from '../wire/rest'

/** How good a decision was: the only move, the best, as good as can be told, hardly worse, or one of the marks. */
export type Grade = 'only' | 'best' | 'good' | 'small' | 'inaccuracy' | 'mistake' | 'blunder'

const SURE = 2 // standard errors: a whisker is as long on either side

/** Whether an action is as good as the best one, as far as can be told: its whisker reaches that far. */
export const asGood = (best: ReviewedAction | undefined, action: ReviewedAction): boolean =>
  !best || best.match - action.match <= SURE * action.error.match

export function gradeOf(decision: ReviewedDecision): Grade {
  if (decision.mark) return decision.mark
  if (decision.action === decision.best) return decision.only ? 'only' : 'best'
  const played = playedOf(decision)
  return !played || decision.loss.match === 0 || asGood(decision.actions[0], played) ? 'good' : 'small'
}

export const playedOf = (decision: ReviewedDecision): ReviewedAction | undefined =>
  decision.actions.find((each) => each.action === decision.action)

/** Falling chevrons of a grade. */
export const chevrons = (grade: Grade): number => ({ inaccuracy: 1, mistake: 2, blunder: 3 })[grade as string] ?? 0

/** The step of the replay at which an event is about to happen. */
export function stepBefore(record: MatchRecord, event: number): number {
  return record.events.slice(0, event).filter((each) => 'deal' in each || 'action' in each).length
}

export type Moment =
  | { event: number; decision: ReviewedDecision; turn?: undefined }
  | { event: number; turn: ReviewedTurn; decision?: undefined }

/** What is worth a look of a seat, in order: its prophecies or bids, what lost something, what nobody should miss, and what others or the cards turned. */
export function momentsOf(review: MatchReview, seat: number): Moment[] {
  const decisions = review.decisions.filter(
    (each) => each.seat === seat && (each.trick === 0 || each.mark || gradeOf(each) === 'only'),
  )
  const turns = (review.turns ?? []).filter(
    (each) => each.seat === seat && (each.cause === 'cards' || each.cause === 'others'),
  )
  const all: Moment[] = [
    ...decisions.map((decision) => ({ event: decision.event, decision })),
    ...turns.map((turn) => ({ event: turn.event, turn })),
  ]
  return all.sort((a, b) => a.event - b.event)
}

/** By seat the events and its chance to win after each, of all seats together 1; of a review that is being made as far as it is. */
export function curvesOf(review: MatchReview, players: number): number[][][] {
  if (review.seats) return review.seats.map((seat) => seat.curve)
  const curves: number[][][] = Array.from({ length: players }, () => [[-1, 1 / players]])
  const latest = curves.map(() => 1 / players)
  for (const each of review.decisions) {
    latest[each.seat] = playedOf(each)?.match ?? 0
    const sum = latest.reduce((all, chance) => all + chance, 0)
    curves.forEach((curve, seat) => curve.push([each.event, sum > 0 ? latest[seat]! / sum : (curve.at(-1)?.[1] ?? 0)]))
  }
  return curves
}

/** The chance of a seat after an event. */
export const chanceAt = (curve: readonly number[][], event: number): number =>
  curve.findLast(([at = 0]) => at <= event)?.[1] ?? 0

/** The rounds: the event of each deal. */
export const dealsOf = (record: MatchRecord): number[] =>
  record.events.flatMap((event, index) => ('deal' in event ? [index] : []))

export interface Bar {
  kind: 'even' | 'cards' | 'choice' | 'play' | 'others' | 'result'
  from: number
  to: number
  amount: number
}

/** From even to the result: what each cause added or took, in figures of so many digits that add up as they are read. */
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

/** The decisions of a seat that cost something, the most first. */
export const costsOf = (review: MatchReview, seat: number): ReviewedDecision[] =>
  review.decisions
    .filter((each) => each.seat === seat && each.loss.match > 0)
    .sort((a, b) => b.loss.match - a.loss.match)
