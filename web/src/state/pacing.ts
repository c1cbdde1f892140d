// How long something is looked at before the next news are shown: finished tricks, the reveal, the end of a round.

import { momentOf, NEWS, OPENS } from './climax'
import { now, type Facts } from './clock'
import { calm, trickTime } from './settings.svelte'
import type { View } from '../wire/messages'

export type Held = 'trick' | 'round' | 'reveal'

export const LATE = 10_000 // ms for the sums of who saw the last trick only after the pause
const REVEAL = { moving: 2400, calm: 1200 } // ms that the reveal of all prophecies is a moment
const PAUSE = 45_000 // ms after which a table of several people goes on, where the server tells of no pause
const WATCHED = { trick: 2400, round: 10_000 } // ms that those who watch look at a finished trick, and at a round's sums
const BEHIND = 12 // news that wait: who watches and is so far behind does not stop at finished tricks

/** What to look at between two views, and for how many milliseconds (null: until a tap); null: nothing. */
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

/** Milliseconds that the last trick of a round stays in sight; null: until a tap. */
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

/** Milliseconds for which the sums of a round stay at most; null: nobody waits, and they stay. */
export function pauseLeft(
  facts: Facts | null,
  { watches, accompanied, ended }: { watches: boolean; accompanied: boolean; ended: boolean },
): number | null {
  const { interval, pace, phase } = facts ?? {}
  const pause = interval ? Math.max(0, interval.left - (now() - interval.at)) : null
  if (watches) return pause ?? WATCHED.round
  return accompanied && pace?.kind !== 'days' && phase === 'playing' && !ended ? (pause ?? PAUSE) : null
}

/** Milliseconds that a finished trick stays; null: until it is tapped. Those who watch follow by themselves. */
function usualTime(watches: boolean): number | null {
  return watches ? (trickTime() ?? WATCHED.trick) : trickTime()
}
