// What a review tells of: which decisions and changes are worth a look, where they stand in the replay, how they are called.

import type { MatchRecord, MatchReview, ReviewedAction, ReviewedDecision, ReviewedTurn } from '../lib/answers'

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

export const playedOf = (decision: ReviewedDecision): ReviewedAction | undefined => decision.actions.find((each) => each.action === decision.action)

/** Falling chevrons of a grade. */
export const chevrons = (grade: Grade): number => ({ inaccuracy: 1, mistake: 2, blunder: 3 })[grade as string] ?? 0

/** The step of the replay at which an event is about to happen. */
export function stepBefore(record: MatchRecord, event: number): number {
  return record.events.slice(0, event).filter((each) => 'deal' in each || 'action' in each).length
}

export type Moment = { event: number; decision: ReviewedDecision; turn?: undefined } | { event: number; turn: ReviewedTurn; decision?: undefined }

/** What is worth a look of a seat, in order: its prophecies or bids, what lost something, what nobody should miss, and what others or the cards turned. */
export function momentsOf(review: MatchReview, seat: number): Moment[] {
  const decisions = review.decisions.filter((each) => each.seat === seat && (each.trick === 0 || each.mark || gradeOf(each) === 'only'))
  const turns = (review.turns ?? []).filter((each) => each.seat === seat && (each.cause === 'cards' || each.cause === 'others'))
  const all: Moment[] = [...decisions.map((decision) => ({ event: decision.event, decision })), ...turns.map((turn) => ({ event: turn.event, turn }))]
  return all.sort((a, b) => a.event - b.event)
}

/** By seat the events and its chance to win after each; of a review that is being made as far as it is. */
export function curvesOf(review: MatchReview, players: number): number[][][] {
  if (review.seats) return review.seats.map((seat) => seat.curve)
  return Array.from({ length: players }, (_, seat) => [
    [-1, 1 / players],
    ...review.decisions.flatMap((each) => (each.seat === seat ? [[each.event, playedOf(each)?.match ?? 0]] : [])),
  ])
}

/** The chance of a seat after an event. */
export const chanceAt = (curve: readonly number[][], event: number): number => curve.findLast(([at = 0]) => at <= event)?.[1] ?? 0

/** The rounds: the event of each deal. */
export const dealsOf = (record: MatchRecord): number[] => record.events.flatMap((event, index) => ('deal' in event ? [index] : []))

export interface Bar {
  kind: 'even' | 'cards' | 'others' | 'choice' | 'play' | 'result'
  from: number
  to: number
  amount: number
}

/** From an even share to the result: what each cause added or took. */
export function stepsOf(seat: NonNullable<MatchReview['seats']>[number]): Bar[] {
  let sum = seat.expected
  const moved = (kind: Bar['kind'], amount: number): Bar => ({ kind, from: sum, to: (sum += amount), amount })
  return [
    { kind: 'even', from: 0, to: seat.expected, amount: seat.expected },
    moved('cards', seat.cards),
    moved('others', seat.others),
    moved('choice', -seat.choice),
    moved('play', -seat.play),
    { kind: 'result', from: 0, to: seat.result, amount: seat.result },
  ]
}
