// Screen reader announcements: one live region speaks, the page's own or that of the dialog on top.

import { untrack } from 'svelte'
import { asSentence } from '../text/sentences'

/** Announcements of one moment are read in this order: news, whose turn it is, the answer to a question. */
export type Order = 'news' | 'turn' | 'answer'
const ORDERS: readonly Order[] = ['news', 'turn', 'answer']

const FRESH = 300 // ms for which an announcement may still be unheard
const APART = 500 // ms between announcements: a browser may hand a reader two that follow at once in any order
const KEPT = 5000 // ms after which the next announcement takes the place of one: by then a reader has taken it in

interface Line {
  id: number
  text: string
  at: number // when it was said
}

class Speech {
  /** In the live region, a paragraph each: a reader that is slow would never see one that the next one replaced. */
  lines = $state.raw<readonly Line[]>([])
  dialogs = $state(0) // number of open dialogs: everything under the topmost one is inert, including its live region
  last = '' // the last announcement
  private at = -Infinity // when it was made
  private said = 0 // how many
  private next: string[] = [] // moments that are announced together as soon as the last announcement is long enough ago
  private waiting: { text: string; order: Order }[] = []

  /** The newest paragraph of the live region. */
  get text(): string {
    return this.lines.at(-1)?.text ?? ''
  }

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
    this.lines = []
    this.last = ''
    this.at = -Infinity
  }

  private moves(): void {
    this.lines = this.since(FRESH)
  }

  /** What was said in the last so many milliseconds. */
  private since(age: number): readonly Line[] {
    const now = performance.now()
    return untrack(() => this.lines).filter((line) => now - line.at <= age)
  }

  /**
   * Announces this with everything else of the same moment, each sentence once and with a full stop. A sentence that
   * was just announced is announced again. Moments that follow one another at once are announced together.
   */
  say(text: string, order: Order = 'news'): void {
    if (!text) return
    this.waiting.push({ text, order })
    if (this.waiting.length === 1) queueMicrotask(() => this.speak())
  }

  private speak(): void {
    const said = ORDERS.flatMap((order) => this.waiting.filter((each) => each.order === order))
    this.waiting = []
    this.next.push([...new Set(said.map((each) => asSentence(each.text)))].join(' '))
    if (this.next.length > 1) return // they wait together
    const wait = this.at + APART - performance.now()
    if (wait > 0) setTimeout(() => this.announce(), wait)
    else this.announce()
  }

  private announce(): void {
    const text = this.next.join(' ')
    const again = text === untrack(() => this.text)
    this.next = []
    this.last = text
    this.at = performance.now()
    this.said += 1
    this.lines = [...this.since(KEPT), { id: this.said, text: again ? `${text}\u00a0` : text, at: this.at }]
  }
}

export const speech = new Speech()
