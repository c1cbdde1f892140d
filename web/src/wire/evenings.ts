// What this page asks about evenings, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Options } from './messages'

/** The evenings at which I am, or was. */
export interface MyEvenings {
  evenings: EveningSummary[]
}

/** An evening in a list. */
export interface EveningSummary {
  id: string
  title: string
  game: string
  phase: 'gathering' | 'playing' | 'between' | 'over'
  round: number
  total: number
  people: number
  planned: number
  invited: boolean
}

/** An evening as whoever has its link sees it. Nothing of the cards of a round is told before it is over. */
export interface EveningFacts {
  id: string
  url: string
  title: string
  game: string
  options: Options
  phase: 'gathering' | 'playing' | 'between' | 'over'
  paused: boolean
  total: number
  pause: number
  seconds: number
  bank: number
  next: number | null
  again: number
  me: number | null
  host: number | null
  members: EveningMember[]
  rounds: EveningTable[][]
  standings: EveningLine[]
  promises: string[]
  planned: number
  began: number
  followed_by: string
}

/** Somebody who came: `here` says whether they are seated next, `why` why not. */
export interface EveningMember {
  name: string
  here: boolean
  why: '' | 'removed' | 'absent'
}

/** A table of a round: by seat the member, null for a bot, and once the round is over match and points. */
export interface EveningTable {
  members: (number | null)[]
  state: 'playing' | 'over' | 'lost'
  round: number
  table: string | null
  match: string | null
  points: number[]
}

/** How a member stands: the place, what was gained in all, and by round; null: not there. */
export interface EveningLine {
  member: number
  place: number
  gain: number
  rounds: (ComparedResult | null)[]
}

/** A member's points in a round, the mean of the others with the same cards, how many those are, the difference. */
export interface ComparedResult {
  points: number
  mean: number
  others: number
  gain: number
}

/** The request for an evening, and the name to go by. */
export interface NewEvening {
  title?: string
  name?: string
  settings?: EveningSettings
  planned?: number
  after?: string
}

/** What an evening is: fixed when it is made. Tables have the sizes of the game, this one if it can be. */
export interface EveningSettings {
  game?: string
  options?: Options
  size?: number
  rounds?: number
  seconds?: number
  bank?: number
  grace?: number
  pause?: number
  bot?: string
}

/** Be there from the next round on. */
export interface JoinIt {
  type: 'join'
  name?: string
}

/** Not be there for the next rounds; at a table a bot goes on. */
export interface LeaveIt {
  type: 'leave'
}

/** The host lets somebody go. */
export interface RemoveMember {
  type: 'remove'
  member: number
}

/** The host begins the next round now. */
export interface BeginRound {
  type: 'begin'
}

/** The host stops all tables, and the time to the next round. */
export interface PauseIt {
  type: 'pause'
}

/** The host lets all go on. */
export interface ResumeIt {
  type: 'resume'
}

/** The host ends the evening: at once, or with the round that is being played. */
export interface EndIt {
  type: 'end'
}
