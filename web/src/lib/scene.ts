// What a table's picture is drawn from: a live table, a step of a replay, or a step of a lesson.

import type { SeatFacts, Turn, View } from './wire'

export interface Scene<V extends View = View> {
  readonly view: V
  /** What the seat that is looked from may do now; null while something is looked at or on its way. */
  readonly turn: Turn | null
  readonly seat: number | null // whose eyes these are; null: a spectator's
  readonly seats: SeatFacts[]
  readonly clocks: { seat: number; left: number; bank: number }[]
  readonly paused: boolean
  /** A finished trick (the last of view.tricks), the last trick of a round, or the reveal, is being looked at. */
  readonly held: 'trick' | 'round' | 'reveal' | null
  /** An action that is on its way to the server. */
  readonly pending: { action: string } | null
  /** A second tap plays a card. */
  readonly confirm: boolean
  act(action: string): void
  goOn(): void
}
