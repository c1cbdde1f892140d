// Lesson progress, stored in this browser: closing the page loses nothing.

export interface Progress {
  at: number // index of the note
  table: string // the table where the learner plays the rest of the round alone
  done: boolean // the lesson was completed before
}

const KEY = 'foretold-lessons'
const NOTHING: Progress = { at: 0, table: '', done: false }

function all(): Record<string, Partial<Progress>> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Progress>> | null) ?? {}
  } catch {
    return {}
  }
}

export const progressOf = (game: string): Progress => ({ ...NOTHING, ...all()[game] })

export function keepProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: progress }))
  } catch {
    // No storage: the lesson starts over next time.
  }
}

/** The tables of lessons, which don't count as one's own matches. */
export const lessonTables = (): Set<string> =>
  new Set(Object.values(all()).flatMap(({ table }) => (table ? [table] : [])))
