// What this page asks about who uses it, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { TriedRound } from './daily'
import type { Values } from './messages'
import type { Share } from './rest'

/** What follows from my own finished matches, the oldest review first, and where I am known. */
export interface Profile {
  name: string
  since: number
  matches: number
  games: OwnGame[]
  reviews: OwnReview[]
  devices: OwnDevice[]
}

/** How I did in one game; `won` and `even` are sums of shares, mine and those of an even seat. */
export interface OwnGame {
  game: string
  matches: number
  won: number
  even: number
  points: number
  rounds: number
  met: number
  told: Tally[]
}

/** Rounds in which something was foretold: `at` is the trick by which all seven came true, 0 if never; or the bid. */
export interface Tally {
  at: number
  rounds: number
  met: number
}

/** How accurate I was in a match that was reviewed. */
export interface OwnReview {
  match: string
  ended: number
  accuracy: Share
}

/** A device on which I am known; `kind` is empty of the first one. */
export interface OwnDevice {
  id: string
  kind: '' | 'phone' | 'computer'
  created: number
  seen: number
  this: boolean
}

/** All that is stored about me. */
export interface Export {
  id: string
  name: string
  created: number
  seen: number
  devices: OwnDevice[]
  carry: number | null
  matches: ExportedMatch[]
  tables: ExportedEntry[]
  links: ExportedLink[]
  listeners: ExportedListener[]
  tries: ExportedTry[]
  challenges: ExportedChallenge[]
  ratings: ExportedRating[]
  evenings: ExportedEvening[]
  reports: ExportedReport[]
}

/** An ended match of mine: which seats I had, how it ended, its record. */
export interface ExportedMatch {
  id: string
  ended: number
  how: string
  public: boolean
  shared: boolean
  seats: number[]
  record: Values
}

/** What the journal of a table says of me, by table and time. */
export interface ExportedEntry {
  table: string
  at: number
  says: Values
}

/** A link to a seat that I have made. */
export interface ExportedLink {
  table: string
  seat: number
  expires: number | null
}

/** A place where I am called, as it is stored. */
export interface ExportedListener {
  id: string
  kind: 'push' | 'hook'
  language: string
  created: number
  address: Values
}

/** My first try at a challenge, a daily one or a friend's; `ended` is null while it runs. */
export interface ExportedTry {
  challenge: string
  begun: number
  ended: number | null
  counted: boolean
  points: number | null
  won: boolean
  rounds: TriedRound[]
}

/** A challenge that I have made. */
export interface ExportedChallenge {
  id: string
  made: number
  ends: number | null
}

/** My rating in a game, in millionths as it is stored, and the matches that it comes from. */
export interface ExportedRating {
  game: string
  since: number
  mu: number
  sigma: number
  matches: ExportedRated[]
}

/** A match by which I was rated: how many came in before me, and my rating before and after it. */
export interface ExportedRated {
  match: string
  seat: number
  at: number
  place: number
  mu: number
  sigma: number
  new_mu: number
  new_sigma: number
}

/** What the journal of an evening says of me. */
export interface ExportedEvening {
  evening: string
  at: number
  says: Values
}

/** A line of the chat that I said and somebody reported, or that I reported. */
export interface ExportedReport {
  table: string
  at: number
  mine: boolean
  phrase: string
  text: string
}

/** Until when the words can be used, once. */
export interface Carry {
  expires: number
}

/** Where I am called; the server's public key for browsers, '' if it calls none, and the hosts of webhooks. */
export interface Listeners {
  push: string
  hooks: string[]
  listeners: OwnListener[]
}

/** A place where I am called; of its address its host alone is told. */
export interface OwnListener {
  id: string
  kind: 'push' | 'hook'
  host: string
  wants: ('turn' | 'friend')[]
  language: string
  created: number
}

/** Whether I am rated, and since when; `ladder`: whether this server shows the ratings of those who are. */
export interface OwnRatings {
  rated: boolean
  since: number | null
  ladder: boolean
  games: OwnRating[]
}

/** My rating in a game: the strength lies within `spread` of it, most likely. The oldest match first. */
export interface OwnRating {
  game: string
  rating: number
  spread: number
  matches: number
  place: number | null
  of: number
  history: RatingThen[]
}

/** My rating after a match. */
export interface RatingThen {
  match: string
  at: number
  rating: number
  spread: number
}

/** Who is worth most in a game, most likely at least; of so many people the first, and me. */
export interface Ladder {
  game: string
  people: number
  lines: LadderLine[]
  bots: LadderBot[]
}

/** Somebody who wants to be rated, and was; `own`: it is me. */
export interface LadderLine {
  place: number
  name: string
  rating: number
  spread: number
  matches: number
  own: boolean
}

/** How strong a bot is, measured once among bots. */
export interface LadderBot {
  bot: string
  rating: number
  spread: number
}

/** The SHA-256 of the words with which another device becomes mine, in hexadecimal: the words stay here. */
export interface NewCarry {
  hash: string
}

/** Where to call me, and what for: a browser with its keys, or the webhook of a chat server. */
export interface NewListener {
  kind: 'push' | 'hook'
  url: string
  wants: ('turn' | 'friend')[]
  p256dh?: string
  auth?: string
}

/** Whether I want to be rated. */
export interface RatingWish {
  rated: boolean
}

/** The words of another device of mine, and what this one is. */
export interface CarryWords {
  words: string
  kind?: '' | 'phone' | 'computer'
}
