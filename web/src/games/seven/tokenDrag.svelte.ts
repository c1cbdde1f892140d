// A token can be drawn with a finger or a mouse from the tray to a place, from one place to another, and back.

import type { Attachment } from 'svelte/attachments'

const MOVED = 6 // px from which on it is no tap
const HALF = 17 // px of a token
const CLICK = 50 // ms in which the browser makes a click of a pointer that goes up

interface Drag {
  from: number // a place, 0: the tray
  startX: number
  startY: number
  x: number
  y: number
  moved: boolean
}

interface Does {
  may: () => boolean
  /** A token was dropped on another place, or beside all of them: null. */
  drop: (from: number, to: number | null, at: DOMRect) => void
}

export class TokenDrag {
  private drag = $state.raw<Drag | null>(null)
  private dropped = 0 // when a token was let go
  over = $state<number | null>(null) // the place under the token

  constructor(private readonly does: Does) {}

  /** The token that is on its way, where from, and where it is. */
  readonly carries = $derived.by(() => (this.drag?.moved ? this.drag : null))

  /** Tokens are drawn from within this element. */
  readonly from: Attachment<HTMLElement> = (node) => {
    node.addEventListener('pointerdown', this.down)
    return () => node.removeEventListener('pointerdown', this.down)
  }

  private readonly down = (event: PointerEvent): void => {
    const target = event.target as Element
    if (!this.does.may() || event.button !== 0 || !target.closest('[data-token]')) return
    const slot = target.closest<HTMLElement>('[data-slot]')
    const { clientX: x, clientY: y } = event
    this.drag = { from: Number(slot?.dataset.slot ?? 0), startX: x, startY: y, x, y, moved: false }
  }

  readonly move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (!this.drag) return
    const moved = this.drag.moved || Math.hypot(x - this.drag.startX, y - this.drag.startY) > MOVED
    this.drag = { ...this.drag, x, y, moved }
    this.over = moved ? slotAt(x, y) : null
  }

  readonly up = (): void => {
    if (!this.drag) return
    const { from, x, y, moved } = this.drag
    const to = slotAt(x, y)
    this.cancel()
    if (!moved) return
    this.dropped = performance.now()
    if (to !== from) this.does.drop(from, to, new DOMRect(x - HALF, y - HALF, 2 * HALF, 2 * HALF))
  }

  /** Whether a click is only the end of a way that a token was drawn. */
  readonly ends = (event: MouseEvent): boolean => event.detail > 0 && performance.now() - this.dropped < CLICK

  readonly cancel = (): void => {
    this.drag = null
    this.over = null
  }
}

function slotAt(x: number, y: number): number | null {
  const slot = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slot]')
  return slot ? Number(slot.dataset.slot) : null
}
