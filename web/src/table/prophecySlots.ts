// The hand of a round of Prophecy as slots, one for each card that is played in it: they keep their places from the first
// trick to the last, and a card that was played leaves its slot empty.

import { bySuit, SPECIALISTS } from '../lib/cards'
import type { ProphecyView, Took } from '../lib/wire'
import type { TrickInSight } from './prophecyTrick'

export interface Slot {
  card: string
  first: boolean // of its suit
  trick: number | null // in which it was played, from 1; null: it is still in the hand
  won: boolean | null // null: not known yet
}

/** The slots of the own hand; `sent` is a card that is on its way to the server. */
export function slotsOf(view: ProphecyView, seat: number, sent: string | null): Slot[] {
  const own = (plays: readonly Took[]): string[] => plays.filter((each) => each.seat === seat).map((each) => cardOf(each.action))
  const gone = new Map<string, Pick<Slot, 'trick' | 'won'>>()
  view.tricks.forEach((trick, index) => own(trick.plays).forEach((card) => gone.set(card, { trick: index + 1, won: trick.winner === seat })))
  for (const card of own(view.trick)) gone.set(card, { trick: view.tricks.length + 1, won: null })
  if (sent !== null) gone.set(cardOf(sent), { trick: view.tricks.length + 1, won: null })
  const cards = [...new Set([...view.hand, ...gone.keys()])].sort((a, b) => order(a) - order(b))
  return bySuit(view.game, cards).flatMap((group) =>
    group.map((card, index) => ({ card, first: index === 0, trick: null, won: null, ...gone.get(card) })),
  )
}

/** The card of an action: a surrender lays down the Shaman, a led Monkey or Lizard names a suit. */
export function cardOf(action: string): string {
  return action === 'surrender' ? 'Shaman' : (action.split(':')[0] ?? action)
}

function order(card: string): number {
  const special = SPECIALISTS.indexOf(card)
  return special < 0 ? Number(card.slice(1)) : special
}
