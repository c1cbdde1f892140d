// Puzzle progress in this browser: answers, the streak, and ratings. Puzzles are identified by a hash of their content,
// so nothing is mixed up when others are added or removed.

import type { MovedRating, PuzzleLine, Puzzles } from '../wire/puzzles'

export interface DeviceRating {
  rating: number
  deviation: number
}

interface Kept {
  streak: number
  best: number
  done: Record<string, boolean> // by 'set/id': whether the first answer was right
  ratings: Record<string, DeviceRating> // by game
}

const KEY = 'foretold-puzzles'
const START: DeviceRating = { rating: 1500, deviation: 350 }
const BY_NUMBER = /^\d{1,4}$/ // the ids of an earlier version

function load(): Kept {
  const none: Kept = { streak: 0, best: 0, done: {}, ratings: {} }
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return none
  }
}

export class Progress {
  kept = $state<Kept>(load())
  tag = $state('all') // the topic chosen

  /** Whether the first answer was right; undefined if there was none. */
  done(set: string, id: string): boolean | undefined {
    return this.kept.done[`${set}/${id}`]
  }

  /** My rating at the puzzles of a game. */
  rating(game: string): DeviceRating {
    return this.kept.ratings[game] ?? START
  }

  /** Records an answer; only the first one to a puzzle counts. */
  answered(set: string, id: string, right: boolean, moved: MovedRating | null): void {
    if (moved) this.kept.ratings[set] = { rating: moved.rating, deviation: moved.deviation }
    if (this.done(set, id) === undefined) {
      this.kept.done[`${set}/${id}`] = right
      this.kept.streak = right ? this.kept.streak + 1 : 0
      this.kept.best = Math.max(this.kept.best, this.kept.streak)
    }
    this.keep()
  }

  /** Merges what the server knows of me, and converts progress stored by puzzle number. */
  learn(told: Puzzles): void {
    for (const { game, puzzles } of told.sets) this.renamed(game, puzzles)
    const games = new Map(told.sets.flatMap(({ game, puzzles }) => puzzles.map(({ id }) => [id, game] as const)))
    for (const { id, solved } of told.answered) {
      const game = games.get(id)
      if (game) this.kept.done[`${game}/${id}`] = solved
    }
    for (const { game, rating, spread } of told.ratings) this.kept.ratings[game] = { rating, deviation: spread / 2 }
    this.keep()
  }

  private renamed(game: string, puzzles: readonly PuzzleLine[]): void {
    const ids = new Map(puzzles.map(({ number, id }) => [String(number), id]))
    for (const [key, right] of Object.entries(this.kept.done)) {
      const [set, name = ''] = key.split('/')
      if (set !== game || !BY_NUMBER.test(name)) continue
      const id = ids.get(name)
      if (id) this.kept.done[`${game}/${id}`] ??= right
      delete this.kept.done[key]
    }
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // No storage: the streak lasts until the page is closed.
    }
  }
}

export const progress = new Progress()
