// Pacing: how long finished tricks, the reveal and the end of a round are shown before the next update.

import { momentOf, NEWS, OPENS } from './climax'
import { now, type Facts } from './clock'
import { calm, trickTime } from './settings.svelte'
import type { View } from '../wire/messages'

export type Held = 'trick' | 'round' | 'reveal'

export const LATE = 10_000 // ms for the sums, for somebody who saw the last trick only after the pause
const REVEAL = { moving: 2400, calm: 1200 } // ms for which the reveal of all prophecies is shown
const PAUSE = 45_000 // ms after which a table of several people goes on, if the server sends no pause
const WATCHED = { trick: 2400, round: 10_000 } // ms for which spectators see a finished trick, and a round's sums
const BEHIND = 12 // queued updates beyond which a spectator skips finished tricks

/** What to hold on screen between two views, and for how many milliseconds (null: until a tap); null: nothing. */
export function toHold(
  before: View,
  after: View,
  { atOnce, watches, waiting }: { atOnce: boolean; watches: boolean; waiting: number },
): { held: Held; wait: number | null } | null {
  if (atOnce || (watches && waiting > BEHIND)) return null
  if (after.tricks.length > before.tricks.length) return { held: 'trick', wait: usualTime(watches) }
  if (before.phase === 'prophecy' && after.phase === 'tricks') {
    return { held: 'reveal', wait: calm() ? REVEAL.calm : REVEAL.moving }
  }
  return null
}

/** Milliseconds for which the last trick of a round is shown; null: until a tap. */
export function lastTrickTime(
  after: View,
  { seat, watches, alone }: { seat: number | null; watches: boolean; alone: boolean },
): number | null {
  const usual = usualTime(watches)
  const moment = after.last_round && momentOf(after.last_round, seat)
  if (usual === null || !moment) return usual
  if (!moment.mine) return Math.max(usual, NEWS)
  return alone ? null : OPENS
}

/** Milliseconds for which a round's sums may stay open; null: nobody waits, so they stay. */
export function pauseLeft(
  facts: Facts | null,
  { watches, accompanied, ended }: { watches: boolean; accompanied: boolean; ended: boolean },
): number | null {
  const { interval, pace, phase } = facts ?? {}
  const pause = interval ? Math.max(0, interval.left - (now() - interval.at)) : null
  if (watches) return pause ?? WATCHED.round
  return accompanied && pace?.kind !== 'days' && phase === 'playing' && !ended ? (pause ?? PAUSE) : null
}

/** Milliseconds for which a finished trick is shown; null: until a tap. Spectators never need to tap. */
function usualTime(watches: boolean): number | null {
  return watches ? (trickTime() ?? WATCHED.trick) : trickTime()
}
