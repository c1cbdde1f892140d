// What a table's picture is drawn from: a live table, a step of a replay, or a step of a lesson.

import type { Moment } from './climax'
import { due } from './turn'
import type { Absent, Running } from './clock'
import type { Hint, Options, Preview as Told, SeatFacts, SevenView, Turn, View } from '../wire/messages'

/** What each card of mine brings in the running trick, or my hand before a prophecy, counted over `deals` that fit what I know; 0: only what is sure. */
export type Preview = Pick<Told, 'deals' | 'cards' | 'places' | 'prophecies'>

/** A line of the chat with the seat of its speaker, or a notice without one. */
export interface Saying {
  readonly seat: number | null
  readonly name: string
  readonly text: string
}

/** A card chosen in advance at a table by days, and what becomes of it: it waits for my turn, is about to be played, can't be, or a forced one is played instead. */
export interface Plan {
  readonly card: string | null // as an action
  readonly state: 'waits' | 'plays' | 'dropped' | 'forced' | 'none'
  /** Chooses a card for my next turn; the same one again, or none, withdraws it. */
  choose(card: string): void
}

export interface Scene<V extends View = View> {
  readonly view: V
  /** What the seat that is looked from may do now; null while something is looked at or on its way. */
  readonly turn: Turn | null
  readonly seat: number | null // whose eyes these are; null: a spectator's
  readonly self?: number | null // the seat that is called 'you', null: none; without it the one that is looked from
  readonly seats: SeatFacts[]
  readonly clocks: Running[]
  readonly paused: boolean
  /** Seats of people who are away while others wait, and how soon a bot plays for them. */
  readonly absences?: readonly Absent[]
  /** By seat the reaction that is shown beside it for a moment. */
  readonly reactions?: ReadonlyMap<number, string>
  /** What is said in the place that is reserved for it: a line of the chat, or a notice. */
  readonly saying?: Saying | null
  /** Takes an open seat, for somebody who watches and may. */
  readonly take?: ((seat: number) => void) | null
  /** A finished trick (the last of view.tricks), the last trick of a round, or the reveal, is being looked at. */
  readonly held: 'trick' | 'round' | 'reveal' | null
  /** What the cards bring, of the decision that is shown; null where nothing was told, or nobody wants to know. */
  readonly preview?: Preview | null
  /** Where hints are allowed: what was told of this decision, whether one is on its way, and the ways to ask and to close it. */
  readonly hint?: {
    readonly told: Hint | null
    readonly waits: boolean
    ask(laid?: string): void
    close(): void
  } | null
  /** An action that is on its way to the server. */
  readonly pending: { action: string } | null
  /** At a table by days: the card that is chosen in advance, and the way to choose one. */
  readonly plan?: Plan | null
  /** A second tap plays a card. */
  readonly confirm: boolean
  /** The table's options, where they are known. */
  readonly options?: Readonly<Options>
  /** Whether earlier tricks may be looked at; they may where nothing is said. */
  readonly lookBack?: boolean
  /** By seat its hand, where all are open. */
  readonly hands?: readonly string[][]
  /** Under which name is kept what is laid out but not sent; without it nothing is. */
  readonly draft?: string
  /** A step of a replay: nobody is waited for, and nothing goes on by itself. */
  readonly replayed?: boolean
  /** Where a round has ended and its sums are not open: what it brought, the way to them, and where `goOn` leads, if it does. */
  readonly ended?: { readonly brought: string; readonly next: string; sums(): void } | null
  /** The end of a round at which something was fulfilled: it is shown before the sums, which `open` opens at once. */
  readonly climax?: (Moment & { readonly still: boolean; open(): void }) | null
  act(action: string): void
  goOn(): void
}

/** The seat that is called 'you'; of a match of others nobody is. */
export function selfOf(scene: Scene): number | null {
  return scene.self === undefined ? scene.seat : scene.self
}

/** Whether a view is one of Seven Prophecies. */
export function isSeven(view: View): view is SevenView {
  return 'prophecies' in view
}

/** Whether the seat that is looked from may do something now. */
export function mayAct(scene: Scene): boolean {
  return due(scene.turn)
}

/** The other seats, clockwise from the one that is looked from; a spectator sees all as others. */
export function othersOf({ view, seat }: Scene): number[] {
  const all = view.scores.map((_, each) => each)
  return seat === null ? all : [...all.slice(seat + 1), ...all.slice(0, seat)]
}

/** The seats that a match waits for: until the open bids lie there, others who may bid early need not. */
export function awaited(view: View): number[] {
  const open =
    isSeven(view) || view.phase !== 'bid' ? [] : view.open_bidders.filter((each) => view.actors.includes(each))
  return open.length ? open : view.actors
}

/** The other seats that are to act now; in a replay all that come next. */
export function waitedFor({ view, seat, replayed }: Scene): number[] {
  return awaited(view).filter((each) => each !== seat || replayed)
}

/** The table as it lay when the last card of a round was played, with the totals that it brought: the server has dealt anew since. */
export function endOfRound(before: View, after: View): View {
  const nobody = { phase: 'tricks', over: false } as const
  if (isSeven(before) && isSeven(after)) {
    if (!after.last_round) return before
    const { number, scores, starter, future, open, prophecies, tricks, left } = after.last_round
    const played = new Set(tricks.flatMap(({ plays }) => plays.map(({ action }) => action)))
    const hand = before.round === number ? before.hand.filter((card) => !played.has(card)) : [] // a round may end early
    return {
      ...before,
      ...nobody,
      round: number,
      scores,
      starter,
      future,
      open,
      prophecies,
      tricks,
      left,
      hand,
      standing: [],
      actors: [],
      trick: [],
      winners: [],
    }
  }
  if (isSeven(before) || isSeven(after) || !after.last_round) return before
  const { number, scores, dealer, trump, bids, bid_values, tricks, won } = after.last_round
  return {
    ...before,
    ...nobody,
    round: number,
    scores,
    dealer,
    trump,
    bids,
    bid_values,
    tricks,
    won,
    lead: null,
    standing: null,
    shaman: null,
    actors: [],
    hand: [],
    trick: [],
    winners: [],
  }
}
