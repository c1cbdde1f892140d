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

/** A scored round of Seven Prophecies with everything public about it. */
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

/** How a tie for the highest total was broken: what each seat brought to the tie-break, in parts. */
export interface Tie {
  rule: string
  clause: string
  seats: number[]
  counts: number[][]
}

/** The result of a round of Seven Prophecies. */
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

/** A scored round of Prophecy with everything public about it. */
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

/** The result of a round of Prophecy. */
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

/** The public facts of a deal of Seven Prophecies, and one's own hand. */
export interface SevenDeal {
  starter: number
  future: string[]
  open?: string[]
  hand?: string[]
}

/** The public facts of a deal of Prophecy, and one's own hand. */
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

/** A legal action, and what it would do now, as far as that applies. */
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

/** The effect of a card on the running trick; `sure` if it is the same in every possible deal. */
export interface PreviewCard {
  action: string
  sure: boolean
  places?: number[]
  token?: number
  wins?: number
}

/** The chance that all seven parts of a prophecy come true, and the place and chance of its weakest part. */
export interface PreviewProphecy {
  action: string
  fulfilled: number
  weakest: number
  chance: number
}

/** One of the best choices: the chance to win the match, the expected points of the round, and why. */
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
