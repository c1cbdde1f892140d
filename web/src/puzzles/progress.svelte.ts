// Which puzzles were answered in this browser, how, and how many were right in a row.

interface Kept {
  streak: number
  best: number
  done: Record<string, boolean> // by 'set/name' whether the first answer was right
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
  done(set: string, name: string): boolean | undefined {
    return this.kept.done[`${set}/${name}`]
  }

  /** The first answer to a puzzle counts. */
  answered(set: string, name: string, right: boolean): void {
    if (this.done(set, name) !== undefined) return
    this.kept.done[`${set}/${name}`] = right
    this.kept.streak = right ? this.kept.streak + 1 : 0
    this.kept.best = Math.max(this.kept.best, this.kept.streak)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // A browser that keeps nothing: the streak holds until the page is closed.
    }
  }

  /** The next puzzle that was not answered yet, after this one and around; where all were, simply the next. */
  next(set: string, name: string, names: readonly string[]): string {
    const after = names.indexOf(name) + 1
    const order = [...names.slice(after), ...names.slice(0, after)]
    return order.find((each) => this.done(set, each) === undefined) ?? order[0] ?? name
  }
}

export const progress = new Progress()
