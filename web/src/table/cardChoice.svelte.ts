// What a player does with their hand before playing: point at a card, choose one, ask about one.

import type { Attachment } from 'svelte/attachments'
import type { WhyNot } from '../wire/messages'

export class CardChoice {
  chosen = $state<string | null>(null) // a second tap or Enter plays it
  pointed = $state<string | null>(null) // under the pointer, or focused by keyboard
  asked = $state.raw<WhyNot | null>(null) // why a card can't be played

  /** True if a tap on a legal card plays it at once; otherwise the card is chosen. */
  tap(card: string, confirm: boolean): boolean {
    this.asked = null
    if (!confirm || this.chosen === card) return true
    this.chosen = card
    return false
  }

  /** Chooses a legal card without playing it. */
  take(card: string): void {
    this.asked = null
    this.chosen = card
  }

  readonly ask = (_: string, why: WhyNot): void => {
    this.chosen = null
    this.asked = why
  }

  forget(): void {
    this.chosen = null
    this.asked = null
  }

  /** Puts back a chosen card; returns whether there was one. */
  putBack(): boolean {
    const raised = this.chosen !== null
    this.forget()
    return raised
  }

  /** Tracks hover and keyboard focus over a hand; ignores the mouse while `still`. */
  pointing(still: () => boolean = () => false): Attachment<HTMLElement> {
    return (node) => {
      const over = (event: PointerEvent): void => {
        if (event.pointerType !== 'mouse' || still()) return
        this.pointed =
          (event.target as Element).closest('.hand > li')?.querySelector<HTMLElement>('[data-card]')?.dataset.card ??
          null
      }
      const leave = (): void => void (this.pointed = null)
      const focus = (event: FocusEvent): void => {
        const target = event.target as HTMLElement
        this.pointed = target.matches(':focus-visible') ? (target.dataset.card ?? null) : null
      }
      // A removed card loses the focus while the DOM is being updated, so what follows must wait.
      const blur = (): void => queueMicrotask(() => node.contains(document.activeElement) || leave())
      node.addEventListener('pointerover', over)
      node.addEventListener('pointerleave', leave)
      node.addEventListener('focusin', focus)
      node.addEventListener('focusout', blur)
      return () => {
        node.removeEventListener('pointerover', over)
        node.removeEventListener('pointerleave', leave)
        node.removeEventListener('focusin', focus)
        node.removeEventListener('focusout', blur)
      }
    }
  }
}
