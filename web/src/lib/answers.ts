// What this page asks over HTTP, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Challenged, Daily, Friends, NewChallenge, Player } from './daily'
import type { BeginRound, EndIt, EveningFacts, JoinIt, LeaveIt, MyEvenings, NewEvening, PauseIt, RemoveMember, ResumeIt } from './evenings'
import type { Carry, CarryWords, Export, Ladder, Listeners, NewCarry, NewListener, OwnListener, OwnRatings, Profile, RatingWish } from './people'
import type { NewWhatIf, PlayOn, PuzzleAnswer, PuzzleQuestion, PuzzleTry, Puzzles } from './puzzles'
import type { MatchEvent, View } from './views'
import type { Command, History, NewTable, Options, Pace, Phase, SeatKind, ShareFacts, Sight, Turn, Values, WhatIfFacts } from './wire'

/** The server runs. */
export interface Health {
  ok: boolean
  version: string
  protocol: string
}

/** Done; an empty answer. */
export interface Nothing {}

/** What can be played here, and with which bots. */
export interface Games {
  games: Title[]
  bots: string[]
  ladder: boolean
}

/** A game, with what a lobby needs to know about it. */
export interface Title {
  name: string
  label: Record<string, string>
  suits: string
  players: number[]
  minutes: number
  minutes_with_bots: number
  designers: string[]
  publisher: string
  year: number | null
  variants: string[]
  options: string[]
}

/** Who I am here; `known` is false before the first request that needs a person. */
export interface Me {
  known: boolean
  name: string
}

/** A share of a whole, or a chance: 0 is nothing, 1 is all. `lib/shares.ts` writes it in percent. */
export type Share = number

/** Public tables that can be joined or watched, and those where I have a seat. */
export interface Tables {
  public: Summary[]
  mine: Summary[]
}

/** A table in a list. */
export interface Summary {
  id: string
  game: string
  players: number
  options: Options
  public: boolean
  spectators: boolean
  pace: Pace
  chat: 'off' | 'phrases' | 'free'
  phase: Phase
  what_if: boolean
  round: number
  actors: number[]
  mine: number[]
  had: number[]
  free: number
  seats: Chair[]
}

/** A seat in a list of tables. */
export interface Chair {
  kind: SeatKind
  name: string
  bot: string
  before: string
}

/** A new table: its id is its link, and `seats` are mine. */
export interface Made {
  table: string
  url: string
  seats: number[]
}

/** The command is carried out; `number` is that of the table's last entry. */
export interface Carried {
  number: number
}

/** The views of all of my seats, or the spectator's. */
export interface Views {
  views: Sight[]
}

/** A link that moves the seat to the device that opens it first, for 15 minutes. */
export interface PersonalLink {
  token: string
  url: string
  expires: number
}

/** The token with which an external bot says hello. */
export interface BotToken {
  token: string
  table: string
  seat: number
}

/** The seat is now on this device. */
export interface Claimed {
  table: string
  seat: number
}

/** A QR code: its modules per side, and the dark ones as an SVG path. */
export interface Code {
  size: number
  path: string
}

/** Finished matches: mine, and public ones; newest first. */
export interface Matches {
  mine: MatchLine[]
  public: MatchLine[]
}

/** A finished match in a list. */
export interface MatchLine {
  id: string
  game: string
  ended: number
  how: 'over' | 'given-up'
  names: string[]
  scores: number[]
  winners: number[]
  seats: number[]
  stood_in: number[]
  practised: boolean
}

/** The record of a match (docs/records.md). */
export interface MatchRecord {
  format: string
  game: string
  players: number
  options?: Options
  names?: string[]
  events: RecordedEvent[]
  id?: string
  seats?: RecordedSeat[]
  fair?: RecordedFair
  ended?: 'given-up'
  practised?: true
  aided?: true
  what_if?: WhatIfFacts
  challenge?: Record<string, string | number>
}

export type RecordedEvent = RecordedDealEvent | RecordedAction | RecordedRoundEvent | MatchEvent

/** The cards were dealt. */
export interface RecordedDealEvent {
  deal: RecordedDeal
}

/** A deal in a record; which keys there are depends on the game (docs/records.md). */
export interface RecordedDeal {
  starter?: number
  dealer?: number
  trump?: string | null
  hands: string[][]
  future?: string[]
  future_hidden?: string[]
  open?: string[]
  hidden: string[]
}

/** A seat acted; `by` says who acted for it, `at` how many milliseconds after the beginning. */
export interface RecordedAction {
  seat: number
  action: string
  by?: 'bot' | 'clock'
  at?: number
}

/** A round was scored. */
export interface RecordedRoundEvent {
  round: RecordedResult
}

/** The points of a round, and the totals after it. */
export interface RecordedResult {
  points: number[]
  scores: number[]
}

/** Who played at a seat. */
export interface RecordedSeat {
  kind: 'person' | 'bot'
  bot?: string
  version?: string
  worlds?: number
}

/** What `foretold verify` needs. */
export interface RecordedFair {
  scheme: string
  commitment: string
  secret: string
  shares: ShareFacts[]
}

/** The review of a match as far as it is done; the parts about the whole match come at its end. */
export interface MatchReview {
  state: 'none' | 'waiting' | 'working' | 'done' | 'failed'
  ahead: number
  worlds: number
  seed: number
  version: string
  decisions: ReviewedDecision[]
  seats?: ReviewedSeat[]
  turns?: ReviewedTurn[]
  told?: ReviewedTold[]
  over?: boolean
}

/** What a decision lost against the best one (docs/coach.md); trick 0 is a prophecy or bid. */
export interface ReviewedDecision {
  event: number
  seat: number
  round: number
  trick: number
  action: string
  best: string
  loss: Figures
  error: Figures
  mark: 'inaccuracy' | 'mistake' | 'blunder' | null
  only: boolean
  exact: boolean
  worlds: number
  actions: ReviewedAction[]
  legal: number
}

/** Expected points of the round, and chance to win the match. */
export interface Figures {
  points: number
  match: number
}

/** The value of an action given what its seat knew; errors are those of the difference to the best. */
export interface ReviewedAction {
  action: string
  points: number
  match: Share
  error: Figures
  chances: ReviewedChances
}

/** The chance that all seven come true or the bid is met; for a card, its places in the trick or to win it. */
export interface ReviewedChances {
  fulfilled?: Share
  places?: Share[]
  met?: Share
  wins?: Share
}

/** What made the result of a seat, in shares of the match: result = expected + cards + others - choice - play. */
export interface ReviewedSeat {
  expected: Share
  cards: number
  others: number
  choice: number
  play: number
  result: Share
  error: number
  accuracy: Share
  decisions: number
  marks: Record<string, number>
  loss: number
  curve: number[][]
  known?: number[][]
  steps?: ReviewedUnits
}

/** The same sum in both units. */
export interface ReviewedUnits {
  match: ReviewedSteps
  points: ReviewedSteps
}

/** A result as shown to people: even + cards + choice + play + others = result, each running sum possible. */
export interface ReviewedSteps {
  even: number
  cards: number
  choice: number
  play: number
  others: number
  result: number
}

/** A turning point: a seat's chance to win changed by `amount` to `chance`. */
export interface ReviewedTurn {
  event: number
  seat: number
  cause: 'cards' | 'others' | 'choice' | 'play'
  amount: number
  chance: Share
}

/** A prophecy or bid, the best one given what was known, and what would have come true. */
export interface ReviewedTold {
  round: number
  seat: number
  told: string
  foresight: string
  hindsight: string | null
}

/** A link by which anyone can see the record of this match. */
export interface ShareLink {
  token: string
  url: string
}

/** A record as the views of its steps: a snapshot first, then what each step changed. */
export interface Replayed {
  game: string
  players: number
  options: Options
  names: string[] | null
  steps: ReplayedStep[]
}

/** One deal or action of a record, for all viewers. */
export interface ReplayedStep {
  step: number
  views: ReplayedView[]
  ends?: number[]
}

/** What one step of a replay changed for a seat, or a spectator (seat null), with its turn if it was to act. */
export interface ReplayedView {
  seat: number | null
  view: Partial<View>
  history: History | null
  turn?: Turn
}

/** The body of every refused request. */
export interface Failure {
  error: Problem
}

/** Why a request is refused: a stable reason, its values, and the sentence made from them. */
export interface Problem {
  reason: string
  sentence: string
  clause?: string
  values?: Values
  retry?: number
}

/** The name to use. */
export interface NewName {
  name: string
}

/** A chat line to report: who said it, and what. */
export interface NewReport {
  seat: number
  name: string
  phrase?: string
  text?: string
}

/** The name of the external bot. */
export interface BotName {
  name?: string
}

/** The token of a personal link. */
export interface Claim {
  token: string
}

/** The content of a QR code, such as a link. */
export interface CodeText {
  text: string
}

/** The token of a share link. */
export interface ShareToken {
  token: string
}

/** Every request: what it takes and what it gives. */
export interface Requests {
  'GET /api/health': { takes: null; gives: Health }
  'GET /api/ready': { takes: null; gives: Nothing }
  'GET /api/games': { takes: null; gives: Games }
  'GET /api/words/{language}': { takes: null; gives: Record<string, string> }
  'GET /api/me': { takes: null; gives: Me }
  'POST /api/me': { takes: NewName; gives: Me }
  'DELETE /api/me': { takes: null; gives: Nothing }
  'GET /api/me/profile': { takes: null; gives: Profile }
  'GET /api/me/export': { takes: null; gives: Export }
  'POST /api/me/carry': { takes: NewCarry; gives: Carry }
  'DELETE /api/me/devices': { takes: null; gives: Nothing }
  'DELETE /api/me/devices/{device}': { takes: null; gives: Nothing }
  'GET /api/me/listeners': { takes: null; gives: Listeners }
  'POST /api/me/listeners': { takes: NewListener; gives: OwnListener }
  'DELETE /api/me/listeners/{listener}': { takes: null; gives: Nothing }
  'GET /api/me/ratings': { takes: null; gives: OwnRatings }
  'POST /api/me/ratings': { takes: RatingWish; gives: OwnRatings }
  'GET /api/ladder/{game}': { takes: null; gives: Ladder }
  'POST /api/carries': { takes: CarryWords; gives: Me }
  'GET /api/tables': { takes: null; gives: Tables }
  'POST /api/tables': { takes: NewTable; gives: Made }
  'GET /api/tables/{table}': { takes: null; gives: Summary }
  'POST /api/tables/{table}/commands': { takes: Command; gives: Carried }
  'GET /api/tables/{table}/views': { takes: null; gives: Views }
  'POST /api/tables/{table}/reports': { takes: NewReport; gives: Nothing }
  'POST /api/tables/{table}/seats/{seat}/link': { takes: null; gives: PersonalLink }
  'POST /api/tables/{table}/seats/{seat}/token': { takes: BotName; gives: BotToken }
  'POST /api/links': { takes: Claim; gives: Claimed }
  'POST /api/codes': { takes: CodeText; gives: Code }
  'GET /api/matches': { takes: null; gives: Matches }
  'GET /api/matches/{match}': { takes: null; gives: MatchRecord }
  'POST /api/matches/{match}/shared': { takes: ShareToken; gives: MatchRecord }
  'POST /api/matches/{match}/shared/review': { takes: ShareToken; gives: MatchReview }
  'POST /api/matches/{match}/review': { takes: null; gives: MatchReview }
  'GET /api/matches/{match}/review': { takes: null; gives: MatchReview }
  'POST /api/matches/{match}/share': { takes: null; gives: ShareLink }
  'DELETE /api/matches/{match}/share': { takes: null; gives: Nothing }
  'POST /api/replay': { takes: MatchRecord; gives: Replayed }
  'POST /api/what-ifs': { takes: NewWhatIf; gives: Made }
  'GET /api/daily': { takes: null; gives: Daily }
  'POST /api/daily/{day}/{game}': { takes: Player; gives: Made }
  'POST /api/challenges': { takes: NewChallenge; gives: Challenged }
  'GET /api/challenges/{challenge}': { takes: null; gives: Friends }
  'POST /api/challenges/{challenge}': { takes: Player; gives: Made }
  'GET /api/puzzles': { takes: null; gives: Puzzles }
  'GET /api/puzzles/{set}/{name}': { takes: null; gives: PuzzleQuestion }
  'POST /api/puzzles/{set}/{name}/answer': { takes: PuzzleTry; gives: PuzzleAnswer }
  'POST /api/puzzles/{set}/{name}/what-if': { takes: PlayOn; gives: Made }
  'GET /api/evenings': { takes: null; gives: MyEvenings }
  'POST /api/evenings': { takes: NewEvening; gives: EveningFacts }
  'GET /api/evenings/{evening}': { takes: null; gives: EveningFacts }
  'POST /api/evenings/{evening}/commands': { takes: JoinIt | LeaveIt | RemoveMember | BeginRound | PauseIt | ResumeIt | EndIt; gives: EveningFacts }
}
