// What the server and this page say to each other on a line: foretold-wire/1 (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { BidChoice, HintChoice, Outlook, PreviewCard, PreviewProphecy, SeenEvent, View } from './views'
export type * from './views'

export const PROTOCOL = 'foretold-wire/1'

export type ServerMessage = Welcome | Sight | Update | Missed | Preview | Hint | Preparing | Done | Refused | Pong | Bye

/** The answer to hello: which seats this connection has, and how often it should send a keepalive. */
export interface Welcome {
  type: 'welcome'
  protocol: string
  server: string
  table: string
  seats: number[]
  heartbeat: number
  had?: number[]
}

/** A snapshot: all that a seat, or a spectator (seat null), may know now. */
export interface Sight {
  type: 'view'
  number: number
  seat: number | null
  table: TableFacts
  view?: View
  history?: SeenEvent[]
  turn?: Turn
  chat?: ChatLine[]
}

/** The public facts about a table, except the cards. */
export interface TableFacts {
  game: string
  players: number
  options: Options
  public: boolean
  spectators: boolean
  chat: 'off' | 'phrases' | 'free'
  watchers: 'silent' | 'phrases'
  pace: Pace
  grace: number
  tempo: 'slow' | 'normal' | 'at-once'
  aids: boolean
  phase: Phase
  paused: boolean
  seats: SeatFacts[]
  clocks: Clock[]
  interval: Interval | null
  absences: Absence[]
  practised: boolean
  lent: number[]
  borrowed: number[][]
  fair: Fair | null
  what_if: WhatIfFacts | null
  given: GivenFacts | null
  match: string | null
  evening: string
  rematch: RematchFacts | null
  queue: string[]
  tally: TallyLine[]
  past: PastMatch[]
}

export type Options = Record<string, string | boolean>

/** How long a decision may take: any time; seconds, then a bank for the whole match; or days. */
export interface Pace {
  kind: 'none' | 'seconds' | 'days'
  seconds: number
  bank: number
  days: number
}

export type Phase = 'open' | 'sharing' | 'playing' | 'over' | 'closed'

/** The public facts about a seat. */
export interface SeatFacts {
  kind: SeatKind
  name: string
  bot: string
  ready: boolean
  away: boolean
  stood_in: boolean
  host: boolean
  before: string
}

export type SeatKind = 'open' | 'person' | 'bot' | 'external'

/** A running clock: milliseconds left for the seat's decision, its bank, and when the time starts to run. */
export interface Clock {
  seat: number
  left: number
  bank: number
  wait: number
}

/** The look at the end of a round, without clocks: for so many milliseconds, or until these seats go on. */
export interface Interval {
  left: number
  waiting: number[]
}

/** An absent person whom others wait for: a bot plays for the seat in so many milliseconds. */
export interface Absence {
  seat: number
  left: number
}

/** The public part of the fairness commitment: the secret only once the match is over. */
export interface Fair {
  scheme: string
  commitment: string
  secret?: string
  shares: ShareFacts[]
  stage: 'commit' | 'reveal' | 'done'
}

/** A seat's contribution to the deals, or why it gives none. */
export interface ShareFacts {
  commitment?: string
  bytes?: string
  none?: 'bot' | 'device' | 'silent'
}

/** For a what-if: the match it branches off, after which step and on which seat, and what happened there. */
export interface WhatIfFacts {
  match: string
  step: number
  seat: number
  round: number
  rounds: number[][]
  scores: number[] | null
  winners: number[] | null
}

/** Of a table with given deals: the id of the challenge, whether the result counts, and before when the record is sealed (milliseconds since the epoch; 0: it is not). */
export interface GivenFacts {
  challenge: string
  counts: boolean
  sealed: number
}

/** The table is open for another match: the seat whose person asked (null: unknown), and the match before. */
export interface RematchFacts {
  seat: number | null
  match: string | null
}

/** A player at this table: how many matches they played, and how many they won, shared victories included. */
export interface TallyLine {
  name: string
  seat: number | null
  bot: boolean
  wins: number
  matches: number
}

/** A match that was played to its end at this table; `ended` in milliseconds since the epoch. */
export interface PastMatch {
  match: string
  game: string
  ended: number
  names: string[]
  scores: number[]
  winners: number[]
}

/** What a seat may do now: its number of decisions so far, each legal action with its effect, and why not others. */
export interface Turn {
  decision: number
  legal: Outlook[]
  why_not: WhyNot[]
  bid?: BidChoice
}

/** Why none of these cards in one's hand may be played now. */
export interface WhyNot {
  cards: string[]
  reason: string
  clause: string
  values: Values
}

export type Values = Record<string, unknown>

/** A chat line of a seat: a preset phrase by its key, free text, or both; or an automatic notice about the seat. */
export interface ChatLine {
  seat: number
  name: string
  phrase?: string
  text?: string
  notice?: '' | 'stood-in' | 'back' | 'bot' | 'opened' | 'seated' | 'asked-bot' | 'asked-open'
  reaction?: string
}

/** What changed: the changed fields of the table and of the view. */
export interface Update {
  type: 'update'
  number: number
  seat: number | null
  table?: Partial<TableFacts>
  view?: Partial<View>
  history?: History
  turn?: Turn | null
  chat?: ChatLine[]
}

/** How a view's history has changed: its first `keep` events stand, followed by these. */
export interface History {
  keep: number
  add: SeenEvent[]
}

/** Sent to a person who comes back: what was played for this seat since their last own decision. */
export interface Missed {
  type: 'missed'
  seat: number
  decisions: PlayedFor[]
}

/** A decision that a bot or the clock took instead of the seat's person. */
export interface PlayedFor {
  round: number
  action: string
  by: 'bot' | 'clock'
}

/** The effect of a seat's cards on the running trick, counted over so many deals that fit what it knows. */
export interface Preview {
  type: 'preview'
  seat: number
  decision: number
  deals: number
  cards: PreviewCard[]
  places?: number[]
  prophecies?: PreviewProphecy[]
}

/** A seat's best choices by its chance to win the match, over so many deals that fit what it knows, or all. */
export interface Hint {
  type: 'hint'
  id: string
  seat: number
  decision: number
  deals: number
  exact: boolean
  best: HintChoice[]
  counts?: number[][]
  won?: number[]
}

/** Sent at a challenge table: until its bots are ready, play waits for them, and no other bot plays instead. */
export interface Preparing {
  type: 'preparing'
  ready: boolean
}

/** The command with this id is carried out and stored; `number` is that of the table's last entry. */
export interface Done {
  type: 'done'
  id: string
  number: number
}

/** The command with this id was refused; nothing has changed. */
export interface Refused {
  type: 'refused'
  id: string
  reason: string
  sentence: string
  clause?: string
  values?: Values
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong'
}

/** The server closes this connection; `retry`: seconds after which to reconnect, null: never. */
export interface Bye {
  type: 'bye'
  reason: string
  sentence: string
  retry?: number
}

/** The first message of a connection: which table, and the number of the last message received. */
export interface Hello {
  type: 'hello'
  protocol: string
  table: string
  last?: number | null
  token?: string
  language?: string
  bids?: Bids
  previews?: boolean
}

export type Bids = 'list' | 'cards'

/** Asks for the best choices of a seat that is to act, where the table allows aids; only the sender is answered. */
export interface AskHint {
  type: 'ask-hint'
  id?: string
  seat: number
}

/** The request for a table; `seats`: 'me', 'open', 'bot:adept' or 'external' for each, by default me and bots. */
export interface NewTable {
  name?: string
  seats?: string[] | null
  settings?: Settings
}

/** A table's settings; before a match the host may change game, players, options and pace. */
export interface Settings {
  game?: string
  players?: number
  options?: Options
  public?: boolean
  spectators?: boolean
  chat?: 'off' | 'phrases' | 'free'
  pace?: Partial<Pace>
  grace?: number
  tempo?: 'slow' | 'normal' | 'at-once'
  watchers?: 'silent' | 'phrases'
  aids?: boolean | null
}

export type Command =
  | Sit
  | Leave
  | Ready
  | Fill
  | Swap
  | Remove
  | Change
  | Queue
  | Pause
  | Resume
  | Close
  | Rematch
  | Commit
  | Reveal
  | Act
  | Back
  | Release
  | GoOn
  | TakeBack
  | Hurry
  | SetTempo
  | Say

/** Take a free seat; a device may take several. */
export interface Sit {
  type: 'sit'
  id?: string
  seat: number
  name?: string
}

/** Give up one's seat, or all of one's seats. */
export interface Leave {
  type: 'leave'
  id?: string
  seat?: number | null
}

/** All of one's seats are ready, or not; a match begins when every seat is taken and ready. */
export interface Ready {
  type: 'ready'
  id?: string
  ready?: boolean
}

/** The host gives a seat without a person to a bot, or frees it. */
export interface Fill {
  type: 'fill'
  id?: string
  seat: number
  bot?: string | null
}

/** The host swaps two seats before the start. */
export interface Swap {
  type: 'swap'
  id?: string
  seat: number
  other: number
}

/** The host removes a person: before the start the seat becomes free, later a bot takes it over for good. */
export interface Remove {
  type: 'remove'
  id?: string
  seat: number
}

/** The host changes what is played before a match; omitted fields stay as they are, and so does the link. */
export interface Change {
  type: 'change'
  id?: string
  game?: string | null
  players?: number | null
  options?: Options | null
  pace?: Partial<Pace> | null
}

/** Joins or leaves the queue for the next free seat; leaving the table leaves the queue. */
export interface Queue {
  type: 'queue'
  id?: string
  name?: string
  wait?: boolean
}

/** The host pauses clocks and bots. */
export interface Pause {
  type: 'pause'
  id?: string
}

/** The host resumes clocks and bots. */
export interface Resume {
  type: 'resume'
  id?: string
}

/** The host closes the table; a running match is given up. */
export interface Close {
  type: 'close'
  id?: string
}

/** After a match: the same people, another match; everybody readies up. */
export interface Rematch {
  type: 'rematch'
  id?: string
}

/** The SHA-256 of one's 16 bytes for the deals (docs/fairness.md). */
export interface Commit {
  type: 'commit'
  id?: string
  commitment: string
}

/** The 16 bytes themselves. */
export interface Reveal {
  type: 'reveal'
  id?: string
  bytes: string
}

/** An action, with the number of this seat's decision that it is meant for. */
export interface Act {
  type: 'act'
  id?: string
  seat: number
  decision: number
  action: string
}

/** Take one's seats back from the bots that stand in. */
export interface Back {
  type: 'back'
  id?: string
}

/** Gives an absent person's seat in a match to a bot, or to somebody new: the host decides, others vote. */
export interface Release {
  type: 'release'
  id?: string
  seat: number
  to?: 'bot' | 'open'
}

/** All of one's seats have seen the end of the round, so nobody has to wait for them. */
export interface GoOn {
  type: 'go-on'
  id?: string
}

/** A person alone with bots takes back the last decision and everything played after it. */
export interface TakeBack {
  type: 'take-back'
  id?: string
}

/** A person alone with bots makes them act at once until it is the person's turn. */
export interface Hurry {
  type: 'hurry'
  id?: string
}

/** The host makes bots act slowly, normally or at once. */
export interface SetTempo {
  type: 'tempo'
  id?: string
  tempo: 'slow' | 'normal' | 'at-once'
}

/** Chat: a preset phrase by its key, or free text where the table allows it; or a reaction by its key. */
export interface Say {
  type: 'say'
  id?: string
  phrase?: string
  text?: string
  reaction?: string
  name?: string
}
