// Animations of cards and tokens at a table of Seven Prophecies: by transform only, and none with reduced motion.

import { afterLayout } from '../../browser/layout'
import { calm } from '../../state/settings.svelte'

const TRAVEL = 420 // ms for a card or a token to arrive
const HAND = 140 // ms for what only makes room
const EASE = 'cubic-bezier(.2, .8, .25, 1)'
const OUT = 'cubic-bezier(.215, .61, .355, 1)'

type Place = DOMRect | null | undefined

/** Animates an element from where another one is or was. */
export function fly(element: Element | null | undefined, from: Place | (() => Place), delay = 0): void {
  if (!element || calm()) return
  afterLayout(() => {
    const start = typeof from === 'function' ? from() : from
    const to = element.getBoundingClientRect()
    if (!start || to.width === 0 || start.width === 0) return null // not visible
    const x = start.left + start.width / 2 - to.left - to.width / 2
    const y = start.top + start.height / 2 - to.top - to.height / 2
    const scale = Math.min(1.6, Math.max(0.4, start.height / to.height))
    return () => {
      const cell = element.closest<HTMLElement>('.cell')
      cell?.classList.add('flying') // above all other cells
      const way = element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
        duration: TRAVEL,
        delay,
        easing: EASE,
        fill: 'backwards',
      })
      way.onfinish = way.oncancel = () => cell?.classList.remove('flying')
    }
  })
}

/** The positions of a board's cells by key: cells that moved in an update slide to their new place. */
export class Cells {
  private known = new Map<string, { x: number; y: number }>()
  private width = 0

  /** Call after the board has changed; `room`: only to make room for a card that may come. */
  changed(board: HTMLElement, room: boolean): void {
    if (calm()) return
    afterLayout(() => {
      const before = this.width === board.offsetWidth ? this.known : new Map<string, never>() // not after a resize
      this.known = new Map()
      this.width = board.offsetWidth
      const slides: { cell: HTMLElement; x: number; y: number }[] = []
      for (const cell of board.querySelectorAll<HTMLElement>('[data-key]')) {
        if (cell.offsetParent === null) continue // not visible
        const now = { x: cell.offsetLeft, y: cell.offsetTop }
        const was = before.get(cell.dataset.key ?? '')
        this.known.set(cell.dataset.key ?? '', now)
        if (!was || Math.abs(was.x - now.x) + Math.abs(was.y - now.y) < 2) continue
        const way = new DOMMatrix(getComputedStyle(cell).transform) // of a slide still in progress
        slides.push({ cell, x: was.x - now.x + way.e, y: was.y - now.y + way.f })
      }
      return () => slides.forEach(({ cell, x, y }) => slide(cell, x, y, room ? HAND : TRAVEL))
    })
  }
}

const ways = new WeakMap<HTMLElement, Animation>()

function slide(cell: HTMLElement, x: number, y: number, duration: number): void {
  ways.get(cell)?.cancel()
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }]
  ways.set(cell, cell.animate(frames, { duration, easing: OUT }))
}
