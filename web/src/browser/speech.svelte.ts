// What a screen reader is told: one place of the page speaks, the page itself or the dialog that lies over it.

import { untrack } from 'svelte'

/** Announcements of one moment are read in this order: news, whose turn it is, the answer to a question. */
export type Order = 'news' | 'turn' | 'answer'
const ORDERS: readonly Order[] = ['news', 'turn', 'answer']

class Speech {
  text = $state('')
  dialogs = $state(0) // that are open: what lies under the last one is out of reach, and its voice too
  private waiting: { text: string; order: Order }[] = []

  /** Says this with all that is said at this moment, each sentence once; the same once more if it has just been said. */
  say(text: string, order: Order = 'news'): void {
    if (!text) return
    this.waiting.push({ text, order })
    if (this.waiting.length === 1) queueMicrotask(() => this.speak())
  }

  private speak(): void {
    const said = ORDERS.flatMap((order) => this.waiting.filter((each) => each.order === order))
    this.waiting = []
    const text = [...new Set(said.map((each) => each.text))].join(' ')
    this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text
  }
}

export const speech = new Speech()
