// Cards drawn for who begins: the highest number does.

import type { DrawnCard } from '../wire/messages'

/** The number of a drawn card; a Specialist has none. */
export function drawnNumber({ card }: DrawnCard): number {
  return Number(/\d+$/.exec(card)?.[0] ?? 0)
}

/** The seat with the highest number in the last draw; null if nothing was drawn. */
export function firstOf(draws: readonly DrawnCard[][]): number | null {
  const [best] = [...(draws.at(-1) ?? [])].sort((a, b) => drawnNumber(b) - drawnNumber(a))
  return best?.seat ?? null
}
