// The trick that ends a round with all seven true, or with a bid met exactly: what is shown of it before the sums.

import type { ProphecyRound, SevenRound } from '../wire/messages'

const SEVEN = 7

/** When its parts begin and how long they take, in milliseconds from the moment the last card lies. */
export const LIT = 300 // the card and its token are lit, then tokens fly
export const APART = 90 // between two tokens
export const FLIGHT = 360
export const SPARK = 1020 // the spark, the rays and the chord; then the words
export const STILL = 1380 // nothing moves any more
export const OPENS = 6000 // among people the sums open by themselves
export const NEWS = 4000 // another’s moment is to be read

export interface Moment {
  /** Whether it is that of the seat that is looked from: only that one is celebrated. */
  mine: boolean
  /** Whose it is. */
  seats: number[]
  /** All seven came true in this trick; null: a bid was met. */
  trick: number | null
  /** How many tokens make the arc: seven, or as many as were bid. */
  tokens: number
  /** What it brought to the first of these seats; 0: nothing is said of points. */
  points: number
  /** Of a bid: what there is beside the tricks. */
  bonus: number
  /** How many of my own were still to come true; null where that is not known. */
  missing: number | null
}

/** The moment with which a round ended, for who looks from this seat; null where nothing was fulfilled. */
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

/** Where the tokens of an arc stand, in a picture of 48 × 36: seven of them as in the logo. */
export function arcOf(tokens: number): { x: number; y: number }[] {
  const step = tokens > SEVEN ? Math.PI / (tokens - 1) : Math.PI / (SEVEN - 1)
  return Array.from({ length: tokens }, (_, index) => {
    const angle = Math.PI / 2 + ((tokens - 1) / 2 - index) * step
    return { x: 24 + 18 * Math.cos(angle), y: 25 - 18 * Math.sin(angle) }
  })
}
