// Estimated durations of matches.

import type { Title } from '../wire/rest'
import type { Options } from '../wire/messages'

/** Variants shorter than the whole game: their share of its duration. */
const SHARE: Record<string, number> = { short: 5 / 8, 'single-round': 1 / 4 }
const STEP = 5 // minutes, rounded to this

/** Minutes for a match among people. */
export function matchMinutes(title: Title, options: Options): number {
  const share = SHARE[String(options.variant ?? '')] ?? 1
  return Math.max(STEP, Math.round((title.minutes * share) / STEP) * STEP)
}

/** Minutes for an evening: its rounds, each a match, and the pauses between them (in seconds). */
export function eveningMinutes(title: Title, options: Options, rounds: number, pause: number): number {
  return Math.round((rounds * matchMinutes(title, options) + ((rounds - 1) * pause) / 60) / STEP) * STEP
}
