// A round's hand as slots, one for each card dealt. They keep their places from the bid to the last trick; a card that
// was bid or played leaves its slot empty.

import { bySuit, SPECIALISTS } from '../../cards/cards'
import type { ProphecyView, Took } from '../../wire/messages'

export interface Slot {
  card: string
  first: boolean // of its suit
  left: 'hand' | 'bid' | 'open' | 'played' | 'won' | 'lost' // where the card is, or what became of it
  trick: number // the trick in which it was played, from 1
}

/** The slots of one's own hand; `sent` is a card on its way to the server. */
export function slotsOf(view: ProphecyView, seat: number, sent: string | null): Slot[] {
  const slots = new Map<string, Slot>()
  const put = (card: string, left: Slot['left'], trick = 0): void =>
    void slots.set(card, { card, first: false, left, trick })
  const play = (plays: readonly Took[], left: Slot['left'], trick: number): void => {
    for (const play of plays) if (play.seat === seat) put(cardOf(play.action), left, trick)
  }
  for (const card of view.hand) put(card, 'hand')
  for (const card of view.bids[seat]?.split('+') ?? []) put(card, view.open_bidders.includes(seat) ? 'open' : 'bid')
  view.tricks.forEach((trick, index) => play(trick.plays, trick.winner === seat ? 'won' : 'lost', index + 1))
  play(view.trick, 'played', view.tricks.length + 1)
  if (sent !== null) put(cardOf(sent), 'played', view.tricks.length + 1)
  const cards = [...slots.keys()].sort((a, b) => order(a) - order(b))
  return bySuit(view.game, cards).flatMap((group) =>
    group.flatMap((card, index) => {
      const slot = slots.get(card)
      return slot ? [{ ...slot, first: index === 0 }] : []
    }),
  )
}

/** The card of an action: a surrender lays the Shaman, a led Monkey or Lizard names a suit. */
export function cardOf(action: string): string {
  return action === 'surrender' ? 'Shaman' : (action.split(':')[0] ?? action)
}

function order(card: string): number {
  const special = SPECIALISTS.indexOf(card)
  return special < 0 ? Number(card.slice(1)) : special
}
