// Requests about daily matches and challenges, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Options } from './wire'

/** The result of a round: its points, and how many of the tokens, or of the one bid, came true. */
export interface TriedRound {
  points: number
  met: number
  of: number
}

/** A day: its matches, the commitments for the next day, and my days of its month. */
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

/** A game's daily match; results are shown once mine is in or the day is over, its secret once it is over. */
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

/** My first attempt: where it continues, or its result. `better`: how many others had fewer points. */
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

/** A bot's result in the same seat; null points: still playing. */
export interface BotResult {
  bot: string
  points: number | null
  won: boolean
}

/** One of the best results of a past day, with its match. */
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

/** A challenge: its definition, and who has played it. */
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

/** Somebody's attempt at a challenge: only the name until I have played. */
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

/** The player's name. */
export interface Player {
  name?: string
}

/** The request for a challenge: from a finished match that I took part in, or with fresh cards. */
export interface NewChallenge {
  name?: string
  match?: string
  game?: string
  players?: number
  options?: Options
  seat?: number
  bot?: string
}
