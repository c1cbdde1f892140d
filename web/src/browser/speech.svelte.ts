// Screen reader announcements: one live region speaks, the page's own or that of the dialog on top.

import { untrack } from 'svelte'

/** Announcements of one moment are read in this order: news, whose turn it is, the answer to a question. */
export type Order = 'news' | 'turn' | 'answer'
const ORDERS: readonly Order[] = ['news', 'turn', 'answer']

class Speech {
  text = $state('')
  dialogs = $state(0) // number of open dialogs: everything under the topmost one is inert, including its live region
  private waiting: { text: string; order: Order }[] = []

  /**
   * Announces this with everything else of the same moment, each sentence once. A sentence that was just announced is
   * announced again.
   */
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
