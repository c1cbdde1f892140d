// What a table's picture is drawn from: a live table, a step of a replay, or a step of a lesson.

import { isSeven, type SeatFacts, type Turn, type View } from './wire'

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
  /** The table's options, where they are known. */
  readonly options?: Readonly<Record<string, string | boolean>>
  /** Under which name is kept what is laid out but not sent; without it nothing is. */
  readonly draft?: string
  act(action: string): void
  goOn(): void
}

/** Whether the seat that is looked from may do something now. */
export function mayAct(scene: Scene): boolean {
  return (scene.turn?.legal.length ?? 0) > 0
}

/** The other seats, clockwise from the one that is looked from; a spectator sees all as others. */
export function othersOf({ view, seat }: Scene): number[] {
  const all = view.scores.map((_, each) => each)
  return seat === null ? all : [...all.slice(seat + 1), ...all.slice(0, seat)]
}

/** The other seats that are to act now. */
export function waitedFor({ view, seat }: Scene): number[] {
  return view.actors.filter((each) => each !== seat)
}

/** The table as it lay when the last card of a round was played: the server has dealt anew since. */
export function endOfRound(before: View, after: View): View {
  const tricks = after.last_round?.tricks ?? before.tricks
  const ended = { ...before, tricks, trick: [], standing: isSeven(before) ? [] : null, actors: [], hand: [] } as View
  const last = tricks.at(-1)
  if (isSeven(ended) && last && 'places' in last) {
    ended.left = ended.left.map((tokens, seat) =>
      tokens.map((count, place) => (last.confirmed[seat] && last.places[seat] === place + 1 ? count - 1 : count)),
    )
  } else if (!isSeven(ended) && last && 'winner' in last) {
    ended.won = ended.won.map((count, seat) => count + (seat === last.winner ? 1 : 0))
    if (after.last_round && 'bid_values' in after.last_round) {
      ended.bids = after.last_round.bids ?? ended.bids
      ended.bid_values = after.last_round.bid_values
    }
  }
  return ended
}
