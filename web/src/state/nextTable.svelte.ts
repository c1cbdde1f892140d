// The next table of mine that waits for me, for the bar of every page. Asked for only by browsers whose person plays by
// days: nobody leaves another table for a while.

import { flag } from '../browser/flag'
import { whileVisible } from '../browser/visible'
import { due } from '../home/mine.svelte'
import { Refusal, tables } from '../net/api'
import type { Summary } from '../wire/rest'

const AGAIN = 30_000 // ms
const byDays = flag('foretold-by-days') // this browser's person has a seat at a table by days

class NextTable {
  waiting = $state.raw<readonly Summary[]>([]) // those that wait for me, the one that waits longest first

  /** The next one after the table with this id, null if no other waits. */
  after(id: string): Summary | null {
    return this.waiting.find((table) => table.id !== id) ?? null
  }

  /** Notes that there is a table by days here. */
  play(): void {
    byDays.set()
    void this.look()
  }

  /** Looks now and from time to time; what it gives ends that. */
  watch(): () => void {
    return whileVisible(() => this.look(), AGAIN)
  }

  async look(): Promise<void> {
    if (!byDays.get()) return
    try {
      const { mine } = await tables()
      this.waiting = mine.filter(due).reverse() // the server lists the one last changed first
      if (!mine.some((table) => table.pace.kind === 'days' && table.mine.length > 0)) byDays.set(false)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // it is asked for again
    }
  }
}

export const nextTable = new NextTable()
