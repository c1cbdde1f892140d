// Keyboard focus in a hand: arrow keys move it between cards, and it stays in the hand after a card is played.

import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { focusAfterLayout } from '../browser/layout'

/** Handles arrow keys, Home and End. */
export function handKeys(event: KeyboardEvent, list: HTMLElement): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + (step ?? 0)
  buttons[(next + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}

/** Moves focus to the hand before the focused element is removed: removing a focused element forces a layout. */
export function handTakesFocus(): void {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body)
    document.querySelector<HTMLElement>('.hand')?.focus({ preventScroll: true })
}

/**
 * Moves focus to the next card, or to the hand, once the focused one is removed; `after` is the state whose change
 * removes it.
 */
export function keepsFocus(after: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let slot = -1 // where the focus is, or was when its card left
    const enters = ({ target }: FocusEvent): void => {
      const at = [...list.children].findIndex((child) => child.contains(target as Node))
      if (at >= 0) slot = at
    }
    const leaves = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !list.contains(relatedTarget as Node)) slot = -1
    }
    list.addEventListener('focusin', enters)
    list.addEventListener('focusout', leaves)

    const homeless = (): boolean => [null, document.body, list].includes(document.activeElement as HTMLElement | null)
    $effect(() => {
      after()
      untrack(() =>
        focusAfterLayout(() => {
          if (!homeless() || (slot < 0 && document.activeElement !== list)) return
          const cards = [...list.children].map((child) => child.querySelector('button'))
          const next = cards.slice(Math.max(slot, 0)).find((card) => card) ?? cards.findLast((card) => card) ?? list
          next.focus({ preventScroll: true })
        }),
      )
    })
    return () => {
      list.removeEventListener('focusin', enters)
      list.removeEventListener('focusout', leaves)
    }
  }
}
