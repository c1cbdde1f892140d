// The sound for a change at a table; if several fit, the most important one.

import type { Sound } from '../browser/sound'
import { isSeven } from '../state/scene'
import type { View } from '../wire/messages'

const cards = (view: View): number => view.tricks.reduce((sum, trick) => sum + trick.plays.length, view.trick.length)
const open = (left: readonly number[] | undefined): number => (left ?? []).reduce((sum, count) => sum + count, 0)

/** The sound for a change of view, for this seat; null: a spectator, to whom all seats are alike. */
export function heard(before: View, after: View, seat: number | null): Sound | null {
  if (before.round !== after.round || before.phase !== after.phase) return null // a new deal, or the reveal
  const seats = seat === null ? after.scores.map((_, each) => each) : [seat]
  if (isSeven(before) && isSeven(after)) {
    const fell = seats.filter((seat) => open(after.left[seat]) < open(before.left[seat]))
    const done = after.left.some((left, each) => open(left) === 0 && open(before.left[each]) > 0) // the chord is for whoever has all seven
    if (fell.length || done) return 'token'
  } else if (!isSeven(before) && !isSeven(after) && after.tricks.length > before.tricks.length) {
    if (seats.some((seat) => (after.won[seat] ?? 0) > (before.won[seat] ?? 0))) return 'token'
  }
  return cards(after) > cards(before) ? 'card' : null
}
