// What this page asks about what-ifs and puzzles, and what the server answers (docs/protocol.md).
// Made by scripts/wire-types from the types of src/foretold/server: change those, and run it again.

import type { MatchRecord, ReplayedView, Share } from './answers'
import type { HintChoice } from './views'

/** All puzzles of this server, and my own mistakes, newest match first. */
export interface Puzzles {
  sets: PuzzleSet[]
  own: OwnPuzzle[]
}

/** The puzzles of a game, easiest first; they are numbered from 1. */
export interface PuzzleSet {
  game: string
  puzzles: PuzzleLine[]
}

/** A puzzle in a list. */
export interface PuzzleLine {
  kind: 'card' | 'prophecy' | 'bid'
  difficulty: Share
}

/** A mistake of mine from a review, as a puzzle. */
export interface OwnPuzzle {
  name: string
  game: string
  kind: 'card' | 'prophecy' | 'bid'
  mark: 'mistake' | 'blunder'
}

/** A puzzle: what the seat knows, what it may do, and for a prophecy or bid the choices, in no order. */
export interface PuzzleQuestion {
  game: string
  kind: 'card' | 'prophecy' | 'bid'
  difficulty: Share | null
  match: string
  step: number
  seat: number
  position: ReplayedView
  choices: string[]
}

/** Whether it was right, all choices, best first, and which of them was given and which is natural. */
export interface PuzzleAnswer {
  right: boolean
  given: string
  natural: string
  choices: HintChoice[]
}

/** The request to play on from a record: after so many of its deals and actions, on this seat. */
export interface NewWhatIf {
  bot?: string
  name?: string
  record: MatchRecord
  step: number
  seat: number
}

/** The action given as the answer. */
export interface PuzzleTry {
  action: string
}

/** The request to play on from a puzzle: with which bots, and the name to use. */
export interface PlayOn {
  bot?: string
  name?: string
}
