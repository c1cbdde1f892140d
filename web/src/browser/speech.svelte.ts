// Screen reader announcements: one live region speaks, the page's own or that of the dialog on top.

import { untrack } from 'svelte'
import { asSentence } from '../text/sentences'

/** Announcements of one moment are read in this order: news, whose turn it is, the answer to a question. */
export type Order = 'news' | 'turn' | 'answer'
const ORDERS: readonly Order[] = ['news', 'turn', 'answer']

const FRESH = 300 // ms for which an announcement may still be unheard

class Speech {
  text = $state('') // in the live region
  dialogs = $state(0) // number of open dialogs: everything under the topmost one is inert, including its live region
  last = '' // the last announcement
  private at = -Infinity // when it was made
  private waiting: { text: string; order: Order }[] = []

  /** A dialog opens: its live region speaks, and begins empty unless something was said just now. Returns its depth. */
  open(): number {
    this.moves()
    return (this.dialogs += 1)
  }

  /** The topmost dialog closes. */
  close(): void {
    this.moves()
    this.dialogs -= 1
  }

  /** Another page: old announcements are gone. */
  forget(): void {
    this.text = this.last = ''
  }

  private moves(): void {
    if (performance.now() - this.at > FRESH) this.text = ''
  }

  /**
   * Announces this with everything else of the same moment, each sentence once and with a full stop. A sentence that
   * was just announced is announced again.
   */
  say(text: string, order: Order = 'news'): void {
    if (!text) return
    this.waiting.push({ text, order })
    if (this.waiting.length === 1) queueMicrotask(() => this.speak())
  }

  private speak(): void {
    const said = ORDERS.flatMap((order) => this.waiting.filter((each) => each.order === order))
    this.waiting = []
    const text = [...new Set(said.map((each) => asSentence(each.text)))].join(' ')
    this.last = text
    this.at = performance.now()
    this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text
  }
}

export const speech = new Speech()
