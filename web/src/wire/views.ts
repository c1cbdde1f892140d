// What a seat knows, as the server tells it (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

export type View = SevenView | ProphecyView

/** What a seat knows in a match of Seven Prophecies. */
export interface SevenView {
  game: string
  players: number
  seat: number | null
  actors: number[]
  hand: string[]
  scores: number[]
  over: boolean
  winners: number[]
  round: number
  chosen: number[]
  leader: number | null
  trick: Took[]
  voids: string[]
  rounds: number | null
  counts: 'points' | 'rounds' | 'tokens'
  target: number | null
  phase: 'deal' | 'prophecy' | 'tricks' | 'over'
  starter: number | null
  future: string[]
  open: string[]
  prophecy: string | null
  prophecies: string[]
  left: number[][]
  tricks: SevenTrick[]
  numbers: number
  prizes: number[]
  standing: number[]
  last_round: SevenRound | null
  ending: SevenEnding | null
}

/** A seat took an action. */
export interface Took {
  seat: number
  action: string
}

/** A finished trick of Seven Prophecies. */
export interface SevenTrick {
  plays: Took[]
  places: number[]
  confirmed: boolean[]
}

/** A round of Seven Prophecies that was scored, with all that is public of it. */
export interface SevenRound {
  number: number
  points: number[]
  parts: PointsPart[][]
  before: number[]
  scores: number[]
  fulfilled: boolean[]
  starter: number
  prophecies: string[]
  left: number[][]
  future: string[]
  open: string[]
  tricks: SevenTrick[]
}

/** A part of a seat's points in a round: why, how many, the clause, and the number that its sentence needs. */
export interface PointsPart {
  reason: string
  points: number
  clause: string
  number: number
}

/** How a match of Seven Prophecies ended. */
export interface SevenEnding {
  number: number
  clause: string
  tie: Tie | null
  reason: 'target' | 'last-round' | 'single'
  rounds: SevenRoundLine[]
}

/** Several seats had the highest total: how it was broken, by seat with what each brought to it, in parts. */
export interface Tie {
  rule: string
  clause: string
  seats: number[]
  counts: number[][]
}

/** What a round of Seven Prophecies brought. */
export interface SevenRoundLine {
  number: number
  points: number[]
  parts: PointsPart[][]
  before: number[]
  scores: number[]
  fulfilled: boolean[]
  starter: number
  prophecies: string[]
  left: number[][]
}

/** What a seat knows in a match of Prophecy. */
export interface ProphecyView {
  game: string
  players: number
  seat: number | null
  actors: number[]
  hand: string[]
  scores: number[]
  over: boolean
  winners: number[]
  round: number
  chosen: number[]
  leader: number | null
  trick: Took[]
  voids: string[]
  rounds: number
  counts: 'points'
  target: null
  phase: 'deal' | 'bid' | 'tricks' | 'over'
  dealer: number | null
  trump: string | null
  wheel: (string | null)[]
  open_bidders: number[]
  bids: (string | null)[]
  bid_values: (number | null)[]
  bonus: number
  won: number[]
  tricks: ProphecyTrick[]
  lead: string | null
  standing: number | null
  shaman: ShamanIs | null
  last_round: ProphecyRound | null
  ending: ProphecyEnding | null
}

/** A finished trick of Prophecy. */
export interface ProphecyTrick {
  plays: Took[]
  lead: string | null
  winner: number
  shaman?: ShamanIs
}

/** What the Shaman counts as: the card before it, half a rank higher; after a Specialist neither suit nor rank. */
export interface ShamanIs {
  copies: string
  suit: string | null
  rank: number | null
}

/** A round of Prophecy that was scored, with all that is public of it. */
export interface ProphecyRound {
  number: number
  points: number[]
  parts: PointsPart[][]
  before: number[]
  scores: number[]
  fulfilled: boolean[]
  dealer: number
  trump: string | null
  bids: string[]
  bid_values: number[]
  won: number[]
  tricks: ProphecyTrick[]
}

/** How a match of Prophecy ended. */
export interface ProphecyEnding {
  number: number
  clause: string
  tie: Tie | null
  reason: 'last-round'
  rounds: ProphecyRoundLine[]
}

/** What a round of Prophecy brought. */
export interface ProphecyRoundLine {
  number: number
  points: number[]
  parts: PointsPart[][]
  before: number[]
  scores: number[]
  fulfilled: boolean[]
  dealer: number
  trump: string | null
  bids: string[]
  bid_values: number[]
  won: number[]
}

export type SeenEvent = Took | DealEvent | ChosenEvent | RoundEvent | MatchEvent

/** The cards were dealt. */
export interface DealEvent {
  deal: SevenDeal | ProphecyDeal
}

/** The open facts of a deal of Seven Prophecies, and the own hand. */
export interface SevenDeal {
  starter: number
  future: string[]
  open?: string[]
  hand?: string[]
}

/** The open facts of a deal of Prophecy, and the own hand. */
export interface ProphecyDeal {
  dealer: number
  trump: string | null
  hand?: string[]
}

/** These seats have made their hidden choice. */
export interface ChosenEvent {
  chosen: number[]
}

/** A round was scored. */
export interface RoundEvent {
  round: RoundResult
}

/** How a round was scored; in Prophecy with everybody's bids. */
export interface RoundResult {
  points: number[]
  scores: number[]
  fulfilled: boolean[]
  bids?: string[]
}

/** The match is over. */
export interface MatchEvent {
  match: MatchResult
}

/** How a match ended. */
export interface MatchResult {
  scores: number[]
  winners: number[]
}

/** A legal action, and as far as it applies what it would do now. */
export interface Outlook {
  action: string
  place?: number
  token?: boolean
  wins?: boolean
  bid?: number
  shaman?: ShamanIs
  lowest?: string
}

/** The bids that a hand allows: any `size` of these cards, in this order joined by `+`. */
export interface BidChoice {
  size: number
  cards: BidCard[]
}

/** A card that may be bid, and what it adds to the bid. */
export interface BidCard {
  card: string
  worth: number
}

/** What a card brings when the running trick is done: `sure` where no deal that fits says otherwise. */
export interface PreviewCard {
  action: string
  sure: boolean
  places?: number[]
  token?: number
  wins?: number
}

/** How likely it is that all seven of a prophecy come true, and the place of its weakest part, with its chance. */
export interface PreviewProphecy {
  action: string
  fulfilled: number
  weakest: number
  chance: number
}

/** A choice that is among the best: the chance to win the match, points to expect of the round, why. */
export interface HintChoice {
  action: string
  points: number
  error: number
  match: number
  as_good: boolean
  reason: string
  places?: number[]
  token?: number
  wins?: number
  match_error?: number
}
