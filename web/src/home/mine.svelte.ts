// The lists of the home page: open tables, my tables, my matches. Polled every ten seconds while visible.

import { lessonTables } from '../learn/progress'
import type { MatchLine, Summary } from '../wire/rest'
import { flag } from '../browser/flag'
import { whileVisible } from '../browser/visible'
import { matches, Refusal, tables } from '../net/api'

const AGAIN = 10_000 // ms
const played = flag('foretold-been') // this browser has had a match: the home page skips its introduction while loading

export const due = (table: Summary): boolean =>
  table.phase === 'playing' && table.actors.some((seat) => table.mine.includes(seat))

/** True if I had a seat and no longer have one. */
export const seatLost = (table: Summary): boolean => table.had.length > 0 && table.mine.length === 0

export class Mine {
  open = $state.raw<Summary[]>([])
  running = $state.raw<Summary[]>([]) // those where it is my turn first, those where I lost my seat last
  past = $state.raw<MatchLine[]>([])
  loaded = $state(false)
  lost = $state(false)
  been = $state(played.get()) // has had a match before

  /** How many tables wait for me. */
  get waiting(): number {
    return this.running.filter(due).length
  }

  /** Polls every ten seconds; returns a function that stops it. */
  watch(): () => void {
    return whileVisible(() => this.look(), AGAIN)
  }

  private async look(): Promise<void> {
    try {
      const [lists, ended] = await Promise.all([tables(), matches()])
      const sat = new Set(lists.mine.map((table) => table.id))
      const lessons = lessonTables()
      this.open = lists.public.filter(
        (table) => !sat.has(table.id) && table.phase !== 'over' && (table.free > 0 || table.spectators),
      )
      const going = lists.mine.filter(
        (table) => table.phase !== 'closed' && table.phase !== 'over' && !lessons.has(table.id),
      ) // finished matches are in another list
      this.running = [...going].sort(
        (a, b) =>
          Number(seatLost(a)) - Number(seatLost(b)) ||
          Number(due(b)) - Number(due(a)) ||
          Number(b.phase === 'playing') - Number(a.phase === 'playing'),
      )
      this.past = ended.mine
      this.lost = false
      this.loaded = true
      this.been = this.running.length > 0 || this.past.length > 0
      played.set(this.been)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.lost = true
    }
  }
}
