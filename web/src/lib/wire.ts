// What the server and this page say to each other: foretold-wire/1 (docs/protocol.md).

export const PROTOCOL = 'foretold-wire/1'

export type Phase = 'open' | 'sharing' | 'playing' | 'over' | 'closed'
export type Values = Record<string, unknown>

export interface Outlook {
  action: string
  place?: number
  token?: boolean
  wins?: boolean
  bid?: number
  shaman?: ShamanIs
}

export interface ShamanIs {
  copies: string
  suit: string | null
  rank: number | null
}

export interface WhyNot {
  cards: string[]
  reason: string
  clause: string
  values: Values
}

export interface Turn {
  decision: number
  legal: Outlook[]
  why_not: WhyNot[]
}

export interface SeatFacts {
  kind: 'open' | 'person' | 'bot' | 'external'
  name: string
  bot: string
  ready: boolean
  away: boolean
  stood_in: boolean
  host: boolean
}

export interface Pace {
  kind: 'none' | 'seconds' | 'days'
  seconds: number
  bank: number
  days: number
}

export interface Share {
  commitment?: string
  bytes?: string
  none?: 'bot' | 'device' | 'silent'
}

export interface Fair {
  scheme: string
  commitment: string
  secret?: string
  shares: Share[]
  stage?: 'commit' | 'reveal' | 'done'
}

export interface Facts {
  game: string
  players: number
  options: Record<string, string | boolean>
  public: boolean
  spectators: boolean
  chat: 'off' | 'phrases' | 'free'
  pace: Pace
  grace: number
  phase: Phase
  paused: boolean
  seats: SeatFacts[]
  clocks: { seat: number; left: number; bank: number }[]
  fair: Fair | null
  match: string | null
}

export interface Took {
  seat: number
  action: string
}

export interface RoundResult {
  points: number[]
  scores: number[]
  fulfilled: boolean[]
  bids?: string[]
}

export type SeenEvent = {
  seat?: number
  action?: string
  deal?: Values
  chosen?: number[]
  round?: RoundResult
  match?: { scores: number[]; winners: number[] }
}

interface ViewOfAnyGame {
  game: string
  players: number
  seat: number | null
  actors: number[]
  hand: string[]
  scores: number[]
  over: boolean
  winners: number[]
  round: number
  rounds: number | null
  phase: 'deal' | 'prophecy' | 'bid' | 'tricks' | 'over'
  chosen: number[]
  leader: number | null
  trick: Took[]
  voids: string[] // by seat the suits that it is proven not to hold
}

export interface SevenTrick {
  plays: Took[]
  places: number[] // by seat
  confirmed: boolean[]
}

export interface SevenView extends ViewOfAnyGame {
  starter: number | null
  future: string[]
  open: string[]
  prophecy: string | null
  prophecies: string[]
  left: number[][]
  tricks: SevenTrick[]
  standing: number[] // of the running trick: by play the place it has for now
  last_round: SevenRound | null
}

export interface SevenRound extends RoundResult {
  starter: number
  future: string[]
  open: string[]
  prophecies: string[]
  tricks: SevenTrick[]
}

export interface ProphecyTrick {
  plays: Took[]
  lead: string | null
  winner: number
  shaman?: ShamanIs | null
}

export interface ProphecyView extends ViewOfAnyGame {
  dealer: number | null
  trump: string | null
  wheel: (string | null)[]
  open_bidders: number[]
  bids: (string | null)[]
  bid_values: (number | null)[]
  won: number[]
  tricks: ProphecyTrick[]
  lead: string | null
  standing: number | null // the seat that wins the running trick for now
  shaman: ShamanIs | null // what the Shaman in the running trick counts as
  last_round: ProphecyRound | null
}

export interface ProphecyRound extends RoundResult {
  bid_values: number[]
  dealer: number
  trump: string | null
  tricks: ProphecyTrick[]
}

export type View = SevenView | ProphecyView

export interface ChatLine {
  seat: number
  name: string
  phrase?: string
  text?: string
}

export interface Welcome {
  type: 'welcome'
  protocol: string
  server: string
  table: string
  seats: number[]
  heartbeat: number
}

export interface Sight {
  type: 'view'
  number: number
  seat: number | null
  table: Facts
  view?: View
  history?: SeenEvent[]
  turn?: Turn
  chat?: ChatLine[]
}

export interface Update {
  type: 'update'
  number: number
  seat: number | null
  table?: Partial<Facts>
  view?: Partial<View>
  history?: { keep: number; add: SeenEvent[] }
  turn?: Turn
  chat?: ChatLine[]
}

export interface Done {
  type: 'done'
  id: string
  number: number
}

export interface Refused {
  type: 'refused'
  id: string
  reason: string
  sentence: string
  clause?: string
  values?: Values
  retry?: number
}

export interface Bye {
  type: 'bye'
  reason: string
  sentence: string
  retry?: number
}

export type ServerMessage = Welcome | Sight | Update | Done | Refused | Bye | { type: 'pong' }

export type Command =
  | { type: 'sit'; seat: number; name?: string }
  | { type: 'leave'; seat?: number }
  | { type: 'ready'; ready: boolean }
  | { type: 'fill'; seat: number; bot: string | null }
  | { type: 'swap'; seat: number; other: number }
  | { type: 'remove'; seat: number }
  | { type: 'pause' | 'resume' | 'close' | 'rematch' | 'back' }
  | { type: 'commit'; commitment: string }
  | { type: 'reveal'; bytes: string }
  | { type: 'act'; seat: number; decision: number; action: string }
  | { type: 'say'; phrase?: string; text?: string }

/** Whether a view is one of Seven Prophecies. */
export function isSeven(view: View): view is SevenView {
  return view.game !== 'prophecy'
}
