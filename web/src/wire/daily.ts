// Requests about daily matches and challenges, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Options } from './messages'

/** What a round brought: its points, and of the tokens, or of the one bid, how many came true. */
export interface TriedRound {
  points: number
  met: number
  of: number
}

/** A day: its matches, what is promised for the day after it, and my days of its month. */
export interface Daily {
  day: string
  today: string
  ends: number
  now: number
  matches: DailyMatch[]
  tomorrow: Promised[]
  days: DayPlayed[]
  streak: number
  since: string
}

/** The daily match of a game. Results are told once mine is in or the day is over, its secret once it is over. */
export interface DailyMatch {
  id: string
  game: string
  players: number
  bots: string[]
  seat: number
  commitment: string
  promised: number
  secret: string
  played: number
  own: OwnTry
  results: PointCount[]
  levels: BotResult[]
  best: BestLine[]
}

/** My first try: where it goes on, or what came of it. `better`: how many others had fewer points. */
export interface OwnTry {
  state: TryState
  table: string
  match: string
  points: number | null
  won: boolean
  counted: boolean
  rounds: TriedRound[]
  better: number
}

export type TryState = 'new' | 'begun' | 'over' | 'given-up'

/** How many people have so many points. */
export interface PointCount {
  points: number
  people: number
}

/** What a bot made of the same seat; null points: it still plays. */
export interface BotResult {
  bot: string
  points: number | null
  won: boolean
}

/** One of the best results of a day that is over, with its match. */
export interface BestLine {
  name: string
  points: number
  won: boolean
  match: string
}

/** The commitment of a daily match to come. */
export interface Promised {
  game: string
  commitment: string
  promised: number
}

/** A day on which I played. */
export interface DayPlayed {
  day: string
  game: string
  points: number | null
  won: boolean
}

/** The challenge that was made, and its link. */
export interface Challenged {
  id: string
  url: string
}

/** A challenge: what is played, and who has played it. */
export interface Friends {
  id: string
  game: string
  players: number
  options: Options
  seat: number
  bots: string[]
  made: number
  ends: number
  open: boolean
  own: TryState
  table: string
  match: string
  tries: FriendTry[]
}

/** Somebody's try at a challenge: no more than the name until I have played. */
export interface FriendTry {
  name: string
  mine: boolean
  state: TryState
  original: boolean
  ended: number | null
  points: number | null
  won: boolean
  rounds: TriedRound[]
}

/** Who plays. */
export interface Player {
  name?: string
}

/** The request for a challenge: of a finished match that I took part in, or of fresh cards. */
export interface NewChallenge {
  name?: string
  match?: string
  game?: string
  players?: number
  options?: Options
  seat?: number
  bot?: string
}
