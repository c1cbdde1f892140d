// The trick that ends a round with all seven fulfilled or a bid met exactly: what is shown before the round's sums.

import type { ProphecyRound, SevenRound } from '../wire/messages'

const SEVEN = 7

/** Start times and durations in milliseconds, counted from the moment the last card lies. */
export const LIT = 300 // the card and its token light up, then tokens fly
export const APART = 90 // between two tokens
export const FLIGHT = 360
export const SPARK = 1020 // the spark, the rays and the chord; then the words
export const STILL = 1380 // everything has come to rest
export const OPENS = 6000 // with other people at the table, the sums open by themselves
export const NEWS = 4000 // time to read about somebody else's moment

export interface Moment {
  /** True if the moment belongs to the viewing seat: only then is it celebrated. */
  mine: boolean
  /** The seats it belongs to. */
  seats: number[]
  /** The trick in which all seven came true; null if a bid was met. */
  trick: number | null
  /** How many tokens form the arc: seven, or as many as were bid. */
  tokens: number
  /** Points for the first of these seats; 0 means points are not mentioned. */
  points: number
  /** For a bid: the points on top of the tricks. */
  bonus: number
  /** How many of my own prophecies were still open; null if unknown. */
  missing: number | null
}

/** The moment that ended the round, as this seat sees it; null if nobody fulfilled anything. */
export function momentOf(round: SevenRound | ProphecyRound, seat: number | null): Moment | null {
  const done = round.fulfilled.flatMap((fulfilled, each) => (fulfilled ? [each] : []))
  const mine = seat !== null && done.includes(seat)
  const seats = mine ? [seat] : done
  const [first] = seats
  if (first === undefined) return null
  if ('bids' in round) {
    const bonus = round.parts[first]?.find((part) => part.reason === 'bid-met')?.points ?? 0
    return {
      mine,
      seats,
      trick: null,
      tokens: round.bid_values[first] ?? 0,
      points: round.points[first] ?? 0,
      bonus,
      missing: null,
    }
  }
  const points = round.parts[first]?.find((part) => part.reason === 'all-seven')?.points ?? 0
  const missing = mine || seat === null ? null : (round.left[seat] ?? []).reduce((sum, count) => sum + count, 0)
  return { mine, seats, trick: round.tricks.length, tokens: SEVEN, points, bonus: 0, missing }
}

/** Positions of the tokens of an arc in a 48 × 36 picture; seven of them look like the logo. */
export function arcOf(tokens: number): { x: number; y: number }[] {
  const step = tokens > SEVEN ? Math.PI / (tokens - 1) : Math.PI / (SEVEN - 1)
  return Array.from({ length: tokens }, (_, index) => {
    const angle = Math.PI / 2 + ((tokens - 1) / 2 - index) * step
    return { x: 24 + 18 * Math.cos(angle), y: 25 - 18 * Math.sin(angle) }
  })
}
