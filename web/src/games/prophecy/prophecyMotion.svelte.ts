// Card animations at a table of Prophecy: from a seat or the hand into the trick, and from there to its winner.

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { afterLayout } from '../../browser/layout'
import type { Scene } from '../../state/scene'
import { calm } from '../../state/settings.svelte'
import type { ProphecyView } from '../../wire/messages'

const TRAVEL = 420 // ms
const EASE = 'cubic-bezier(.215, .61, .355, 1)'

/** A position on the page, by its centre. */
interface Spot {
  x: number
  y: number
  height: number
}

function spot(box: DOMRect): Spot {
  return { x: box.left + box.width / 2 + scrollX, y: box.top + box.height / 2 + scrollY, height: box.height }
}

/** Where the cards of a table come from and go to. */
export class Ways {
  private lifted: Spot | undefined // where the card I played lay
  private winner: Spot | undefined // of the trick held on screen

  constructor(
    scene: () => Scene<ProphecyView>,
    private readonly table: () => HTMLElement | undefined,
  ) {
    $effect(() => {
      const { held, view } = scene()
      const winner = held ? view.tricks.at(-1)?.winner : undefined
      if (winner === undefined) return
      afterLayout(() => {
        this.winner = this.find(`[data-seat="${winner}"]`)
        return null
      })
    })
  }

  /** Remembers a card's position in the hand, just before it leaves. */
  lift(card: string): void {
    this.lifted = this.find(`.hand [data-card="${card}"]`)
  }

  from(seat: number, mine: boolean): Spot | undefined {
    return (mine && this.lifted) || this.find(`[data-seat="${seat}"]`)
  }

  toWinner(): Spot | undefined {
    return this.winner
  }

  private find(where: string): Spot | undefined {
    const box = this.table()?.querySelector(where)?.getBoundingClientRect()
    return box && spot(box)
  }
}

const lies = new WeakMap<Element, Spot>()

/** Animates a card from its seat, or from its place in the hand. */
export function laid(node: Element, { from }: { from: () => Spot | undefined }): TransitionConfig {
  if (!calm()) afterLayout(() => arrive(node, from()))
  return { duration: 0 }
}

function arrive(node: Element, from: Spot | undefined): () => void {
  const here = spot(node.getBoundingClientRect())
  lies.set(node, here)
  const scale = from && here.height > 0 ? Math.min(1, from.height / here.height) : 1
  const way = from ? `translate(${from.x - here.x}px, ${from.y - here.y}px) scale(${scale})` : 'translateY(-12px)'
  const frames = [
    { transform: way, opacity: 0 },
    { opacity: 1, offset: 0.3 },
    { transform: 'none', opacity: 1 },
  ]
  return () => void node.animate(frames, { duration: TRAVEL, easing: EASE })
}

/** Animates a finished trick to its winner. */
export function taken(node: Element, { to }: { to: () => Spot | undefined }): TransitionConfig {
  const [here, there] = [lies.get(node), to()]
  const [x, y] = here && there ? [there.x - here.x, there.y - here.y] : [0, -12]
  return {
    duration: calm() ? 0 : TRAVEL,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${0.3 + 0.7 * t}); opacity: ${t}`,
  }
}
