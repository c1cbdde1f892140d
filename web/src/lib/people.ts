// What this page asks about who uses it, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Share } from './answers'
import type { TriedRound } from './daily'
import type { Values } from './wire'

/** Statistics of my finished matches, my reviews (oldest first), and my devices. */
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

/** Rounds by outcome: `at` is the trick by which all seven came true, 0 if never; or the bid. */
export interface Tally {
  at: number
  rounds: number
  met: number
}

/** My accuracy in a reviewed match. */
export interface OwnReview {
  match: string
  ended: number
  accuracy: Share
}

/** A device of mine; `kind` is empty for the first one. */
export interface OwnDevice {
  id: string
  kind: '' | 'phone' | 'computer'
  created: number
  seen: number
  this: boolean
}

/** Everything stored about me. */
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

/** A finished match of mine: my seats, how it ended, its record. */
export interface ExportedMatch {
  id: string
  ended: number
  how: string
  public: boolean
  shared: boolean
  seats: number[]
  record: Values
}

/** What the journal of a table says about me, by table and time. */
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

/** A notification subscription of mine, as stored. */
export interface ExportedListener {
  id: string
  kind: 'push' | 'hook'
  language: string
  created: number
  address: Values
}

/** My first attempt at a challenge, a daily one or a friend's; `ended` is null while it runs. */
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

/** My rating in a game, in millionths as stored, and the matches behind it. */
export interface ExportedRating {
  game: string
  since: number
  mu: number
  sigma: number
  matches: ExportedRated[]
}

/** A rated match of mine: how many finished ahead of me, and my rating before and after it. */
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

/** What the journal of an evening says about me. */
export interface ExportedEvening {
  evening: string
  at: number
  says: Values
}

/** A chat line of mine that somebody reported, or one that I reported. */
export interface ExportedReport {
  table: string
  at: number
  mine: boolean
  phrase: string
  text: string
}

/** When the pairing code expires; it works once. */
export interface Carry {
  expires: number
}

/** My notification subscriptions; the server's key for browsers ('' if unsupported), and webhook hosts. */
export interface Listeners {
  push: string
  hooks: string[]
  listeners: OwnListener[]
}

/** A notification subscription of mine; only the host of its address is shown. */
export interface OwnListener {
  id: string
  kind: 'push' | 'hook'
  host: string
  wants: ('turn' | 'friend')[]
  language: string
  created: number
}

/** Whether I am rated, and since when; `ladder`: whether ratings are public on this server. */
export interface OwnRatings {
  rated: boolean
  since: number | null
  ladder: boolean
  games: OwnRating[]
}

/** My rating in a game: my strength is most likely within `spread` of it. Oldest match first. */
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

/** The people of a game by conservative rating, highest first: the top of `people`, and me. */
export interface Ladder {
  game: string
  people: number
  lines: LadderLine[]
  bots: LadderBot[]
}

/** A rated person; `own`: it is me. */
export interface LadderLine {
  place: number
  name: string
  rating: number
  spread: number
  matches: number
  own: boolean
}

/** A bot's strength, measured in matches among bots. */
export interface LadderBot {
  bot: string
  rating: number
  spread: number
}

/** The SHA-256, in hexadecimal, of a pairing code, which itself stays on the device. */
export interface NewCarry {
  hash: string
}

/** A notification subscription: what for, and a browser with its keys or the webhook of a chat server. */
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

/** The pairing code from another device of mine, and this device's kind. */
export interface CarryWords {
  words: string
  kind?: '' | 'phone' | 'computer'
}
