// Dragging a token by touch or mouse: from the tray to a place, between places, and back.

import type { Attachment } from 'svelte/attachments'

const MOVED = 6 // px beyond which it is no longer a tap
const HALF = 17 // px, half a token
const CLICK = 50 // ms within which a released pointer becomes a click

interface Drag {
  from: number // a place, or 0 for the tray
  startX: number
  startY: number
  x: number
  y: number
  moved: boolean
}

interface Does {
  may: () => boolean
  /** Called when a token is dropped on another place, or outside all of them (null). */
  drop: (from: number, to: number | null, at: DOMRect) => void
}

export class TokenDrag {
  private drag = $state.raw<Drag | null>(null)
  private dropped = 0 // when a token was dropped
  over = $state<number | null>(null) // the place under the token

  constructor(private readonly does: Does) {}

  /** The token being dragged, where from, and where it is. */
  readonly carries = $derived.by(() => (this.drag?.moved ? this.drag : null))

  /** Tokens are dragged from within this element. */
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

  /** True if a click only ends a drag. */
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
