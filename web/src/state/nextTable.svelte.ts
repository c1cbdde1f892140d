// The next correspondence table where it is my turn, for the bar of every page. Only browsers that have played by days
// ask for it: at other tables nobody leaves for a while.

import { flag } from '../browser/flag'
import { whileVisible } from '../browser/visible'
import { due } from '../home/mine.svelte'
import { Refusal, tables } from '../net/api'
import type { Summary } from '../wire/rest'

const byDays = flag('foretold-by-days') // this browser has a seat at a correspondence table

class NextTable {
  waiting = $state.raw<readonly Summary[]>([]) // tables where it is my turn, longest wait first

  /** The next table after this one; null if no other table waits for me. */
  after(id: string): Summary | null {
    return this.waiting.find((table) => table.id !== id) ?? null
  }

  /** Remembers that this browser has a correspondence table. */
  play(): void {
    byDays.set()
    void this.look()
  }

  /** Polls now and from time to time; returns a function that stops it. */
  watch(): () => void {
    return whileVisible(() => this.look())
  }

  async look(): Promise<void> {
    if (!byDays.get()) return
    try {
      const { mine } = await tables()
      this.waiting = mine.filter(due).reverse() // the server lists the most recently changed first
      if (!mine.some((table) => table.pace.kind === 'days' && table.mine.length > 0)) byDays.set(false)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the next poll asks again
    }
  }
}

export const nextTable = new NextTable()
