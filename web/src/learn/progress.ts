// How far somebody is in the lessons, kept in this browser: closing the page loses nothing.

export interface Progress {
  at: number // the note
  table: string // where the learner plays the rest of the round alone
  done: boolean // the lesson was finished before
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
    // A browser that keeps nothing: the lesson begins at its first note the next time.
  }
}

/** The tables of lessons: they are no matches of one's own. */
export const lessonTables = (): Set<string> =>
  new Set(Object.values(all()).flatMap(({ table }) => (table ? [table] : [])))
