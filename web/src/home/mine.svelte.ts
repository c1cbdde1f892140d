// The lists of the first page: open tables, my tables, my matches. They are asked for again every ten seconds while
// somebody looks at them.

import { lessonTables } from '../learn/progress'
import type { MatchLine, Summary } from '../wire/rest'
import { matches, Refusal, tables } from '../net/api'

const AGAIN = 10_000 // ms
const KEY = 'foretold-been' // this browser has had a match: the first page need not introduce itself while it asks

export const due = (table: Summary): boolean =>
  table.phase === 'playing' && table.actors.some((seat) => table.mine.includes(seat))

export class Mine {
  open = $state.raw<Summary[]>([])
  running = $state.raw<Summary[]>([]) // those where it is my turn first
  past = $state.raw<MatchLine[]>([])
  loaded = $state(false)
  lost = $state(false)
  been = $state(hasBeen()) // had a match before

  /** How many tables wait for me. */
  get waiting(): number {
    return this.running.filter(due).length
  }

  /** Asks now and every ten seconds; what it gives ends that. */
  watch(): () => void {
    const again = (): void => void this.look()
    again()
    const timer = setInterval(again, AGAIN)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }

  private async look(): Promise<void> {
    if (document.visibilityState === 'hidden') return
    try {
      const [found, ended] = await Promise.all([tables(), matches()])
      const sat = new Set(found.mine.map((table) => table.id))
      const lessons = lessonTables()
      this.open = found.public.filter(
        (table) => !sat.has(table.id) && table.phase !== 'over' && (table.free > 0 || table.spectators),
      )
      const going = found.mine.filter(
        (table) => table.phase !== 'closed' && table.phase !== 'over' && !lessons.has(table.id),
      ) // a finished match is in another list
      this.running = [...going].sort(
        (a, b) => Number(due(b)) - Number(due(a)) || Number(b.phase === 'playing') - Number(a.phase === 'playing'),
      )
      this.past = ended.mine
      this.lost = false
      this.loaded = true
      this.been = this.running.length > 0 || this.past.length > 0
      remember(this.been)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.lost = true
    }
  }
}

function hasBeen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(been: boolean): void {
  try {
    if (been) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing introduces the games each time.
  }
}
