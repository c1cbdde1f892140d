// What a table is drawn from: a live table, a replay step, or a lesson step.

import type { Moment } from './climax'
import { due } from './turn'
import type { Absent, Running } from './clock'
import type { Hint, Options, Preview as Told, SeatFacts, SevenView, Turn, View } from '../wire/messages'

/**
 * What each of my cards brings in the current trick, or my hand before a prophecy. Counted over `deals` consistent with
 * what I know; 0: certain results only.
 */
export type Preview = Pick<Told, 'deals' | 'cards' | 'places' | 'prophecies'>

/** A chat line with its speaker's seat, or a notice without a seat. */
export interface Saying {
  readonly seat: number | null
  readonly name: string
  readonly text: string
}

/**
 * A card chosen in advance at a correspondence table, and its state: waiting for my turn, about to be played,
 * impossible, or replaced by a forced card.
 */
export interface Plan {
  readonly card: string | null // as an action
  readonly state: 'waits' | 'plays' | 'dropped' | 'forced' | 'none'
  /** Chooses a card for my next turn; the same card again, or null, withdraws it. */
  choose(card: string): void
}

export interface Scene<V extends View = View> {
  readonly view: V
  /** What the viewing seat may do now; null while something is held on screen or an action is pending. */
  readonly turn: Turn | null
  readonly seat: number | null // the viewing seat; null: a spectator
  readonly self?: number | null // the seat called 'you', null: none; defaults to the viewing seat
  readonly seats: SeatFacts[]
  readonly clocks: Running[]
  readonly paused: boolean
  /** Absent players that others wait for, and how soon a bot plays for them. */
  readonly absences?: readonly Absent[]
  /** Reactions shown beside seats for a moment, by seat. */
  readonly reactions?: ReadonlyMap<number, string>
  /** The content of the speech line: a chat line or a notice. */
  readonly saying?: Saying | null
  /** Takes an open seat, for a spectator who may. */
  readonly take?: ((seat: number) => void) | null
  /** What is held on screen: a finished trick (the last of view.tricks), the last trick of a round, or the reveal. */
  readonly held: 'trick' | 'round' | 'reveal' | null
  /** What the cards bring in the decision on screen; null if unknown or switched off. */
  readonly preview?: Preview | null
  /**
   * Where hints are allowed: the hint for this decision, whether one is loading, and how to ask for it and close it.
   */
  readonly hint?: {
    readonly told: Hint | null
    readonly waits: boolean
    ask(laid?: string): void
    close(): void
  } | null
  /** An action on its way to the server. */
  readonly pending: { action: string } | null
  /** At a correspondence table: the card chosen in advance, and how to choose one. */
  readonly plan?: Plan | null
  /** True if playing a card takes a second tap. */
  readonly confirm: boolean
  /** The table's options, if known. */
  readonly options?: Readonly<Options>
  /** Whether earlier tricks may be looked at; true by default. */
  readonly lookBack?: boolean
  /** Each seat's hand, where all are open. */
  readonly hands?: readonly string[][]
  /** The name under which drafts are stored; without it nothing is stored. */
  readonly draft?: string
  /** A replay step: nobody is waited for, and nothing advances by itself. */
  readonly replayed?: boolean
  /**
   * After a round, while its sums are closed: what it brought, how to open them, and where `goOn` leads, if anywhere.
   */
  readonly ended?: { readonly brought: string; readonly next: string; sums(): void } | null
  /** The moment that ended a round, shown before its sums; `open` opens those at once. */
  readonly climax?: (Moment & { readonly still: boolean; open(): void }) | null
  act(action: string): void
  goOn(): void
}

/** The seat called 'you'; none in other people's matches. */
export function selfOf(scene: Scene): number | null {
  return scene.self === undefined ? scene.seat : scene.self
}

/** True for a view of Seven Prophecies. */
export function isSeven(view: View): view is SevenView {
  return 'prophecies' in view
}

/** True if the viewing seat may act now. */
export function mayAct(scene: Scene): boolean {
  return due(scene.turn)
}

/** The other seats, clockwise from the viewing seat; for a spectator, all seats. */
export function othersOf({ view, seat }: Scene): number[] {
  const all = view.scores.map((_, each) => each)
  return seat === null ? all : [...all.slice(seat + 1), ...all.slice(0, seat)]
}

/** The seats that a match waits for. Until the open bids lie, seats that may bid early are not waited for. */
export function awaited(view: View): number[] {
  const open =
    isSeven(view) || view.phase !== 'bid' ? [] : view.open_bidders.filter((bidder) => view.actors.includes(bidder))
  return open.length ? open : view.actors
}

/** The other seats that are to act now; in a replay, all that come next. */
export function waitedFor({ view, seat, replayed }: Scene): number[] {
  return awaited(view).filter((each) => each !== seat || replayed)
}

/**
 * The table as it was when the last card of a round was played, with the new totals: the server has dealt again since.
 */
export function endOfRound(before: View, after: View): View {
  const nobody = { phase: 'tricks', over: false } as const
  if (isSeven(before) && isSeven(after)) {
    if (!after.last_round) return before
    const { last_round } = after
    const { number, scores, starter, future, open, prophecies, tricks, left } = last_round
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
      last_round,
    }
  }
  if (isSeven(before) || isSeven(after) || !after.last_round) return before
  const { last_round } = after
  const { number, scores, dealer, trump, bids, bid_values, tricks, won } = last_round
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
    last_round,
  }
}
