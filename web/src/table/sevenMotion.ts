// How cards and tokens travel at a table of Seven Prophecies: by transform only, and not at all where motion is unwanted.

import { cubicOut } from 'svelte/easing'
import type { AnimationConfig } from 'svelte/animate'
import { calm } from '../lib/settings.svelte'

const TRAVEL = 420 // ms of a card or a token on its way
const HAND = 140 // ms of what only makes room
const EASE = 'cubic-bezier(.2, .8, .25, 1)'

/** Lets an element come from where something else lies or lay. */
export function fly(element: Element | null | undefined, from: DOMRect | null | undefined, delay = 0): void {
  if (!element || !from || calm()) return
  const to = element.getBoundingClientRect()
  if (to.width === 0 || from.width === 0) return // not in sight
  const x = from.left + from.width / 2 - to.left - to.width / 2
  const y = from.top + from.height / 2 - to.top - to.height / 2
  const scale = Math.min(1.6, Math.max(0.4, from.height / to.height))
  const cell = element.closest<HTMLElement>('.cell')
  cell?.classList.add('flying') // over all the others
  const way = element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration: TRAVEL,
    delay,
    easing: EASE,
    fill: 'backwards',
  })
  way.onfinish = way.oncancel = () => cell?.classList.remove('flying')
}

/** Slides what has another place after a change of its list; `room`: it only makes room for a card that may come. */
export function slide(_: Element, { from, to }: { from: DOMRect; to: DOMRect }, { room = false } = {}): AnimationConfig {
  const x = from.left - to.left
  const y = from.top - to.top
  const still = calm() || from.width === 0 || to.width === 0 || Math.abs(x) + Math.abs(y) < 2
  return {
    duration: still ? 0 : room ? HAND : TRAVEL,
    easing: cubicOut,
    css: (_t, u) => (still ? '' : `transform: translate(${x * u}px, ${y * u}px)`),
  }
}
