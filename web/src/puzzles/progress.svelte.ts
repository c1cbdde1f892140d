// Which puzzles were answered in this browser, how, and how many were right in a row.

interface Kept {
  streak: number
  best: number
  done: Record<string, boolean> // by 'game/number' whether the first answer was right
}

const KEY = 'foretold-puzzles'

function load(): Kept {
  const none: Kept = { streak: 0, best: 0, done: {} }
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return none
  }
}

class Progress {
  kept = $state<Kept>(load())

  /** Whether the first answer was right; undefined: there was none. */
  done(game: string, number: number): boolean | undefined {
    return this.kept.done[`${game}/${number}`]
  }

  /** The first answer to a puzzle counts. */
  answered(game: string, number: number, right: boolean): void {
    if (this.done(game, number) !== undefined) return
    this.kept.done[`${game}/${number}`] = right
    this.kept.streak = right ? this.kept.streak + 1 : 0
    this.kept.best = Math.max(this.kept.best, this.kept.streak)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // A browser that keeps nothing: the streak holds until the page is closed.
    }
  }

  /** The next puzzle of so many that was not answered yet, after this one and around; where all were, simply the next. */
  next(game: string, number: number, count: number): number {
    const order = Array.from({ length: count }, (_, step) => ((number + step) % count) + 1)
    return order.find((each) => this.done(game, each) === undefined) ?? (number % count) + 1
  }
}

export const progress = new Progress()
