// What this page asks about evenings, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { Options } from './wire'

/** The evenings of which I am or was a member. */
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

/** An evening as everybody with its link sees it; a round's cards stay secret until it is over. */
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

/** A member: `here` says whether they are seated next, `why` why not. */
export interface EveningMember {
  name: string
  here: boolean
  why: '' | 'removed' | 'absent'
}

/** A table of a round: by seat, the member (null: a bot), and once the round is over, match and points. */
export interface EveningTable {
  members: (number | null)[]
  state: 'playing' | 'over' | 'lost'
  round: number
  table: string | null
  match: string | null
  points: number[]
}

/** A member's standing: place, total gain, and result by round; null: not present. */
export interface EveningLine {
  member: number
  place: number
  gain: number
  rounds: (ComparedResult | null)[]
}

/** A member's points in a round, the mean and number of others with the same cards, and the difference. */
export interface ComparedResult {
  points: number
  mean: number
  others: number
  gain: number
}

/** The request for an evening, and the name to use. */
export interface NewEvening {
  title?: string
  name?: string
  settings?: EveningSettings
  planned?: number
  after?: string
}

/** The settings of an evening, fixed when it is made; tables have this size where the numbers allow it. */
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

/** Joins from the next round on. */
export interface JoinIt {
  type: 'join'
  name?: string
}

/** Leaves the evening; a bot plays on at one's table. */
export interface LeaveIt {
  type: 'leave'
}

/** The host removes a member. */
export interface RemoveMember {
  type: 'remove'
  member: number
}

/** The host begins the next round now. */
export interface BeginRound {
  type: 'begin'
}

/** The host pauses all tables and the countdown to the next round. */
export interface PauseIt {
  type: 'pause'
}

/** The host resumes the evening. */
export interface ResumeIt {
  type: 'resume'
}

/** The host ends the evening: at once, or after the running round. */
export interface EndIt {
  type: 'end'
}
