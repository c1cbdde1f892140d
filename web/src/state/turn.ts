// A turn as the server sends it: whether it is due, and bids made from the cards it offers.

import type { BidChoice, Turn } from '../wire/messages'

/** True if the seat of this turn is to act. */
export function due(turn: Turn | null | undefined): boolean {
  return !!turn && (turn.legal.length > 0 || turn.bid !== undefined)
}

/** The bid made of these cards, in the order the server offers them; null unless they form a complete bid. */
export function bidOf(choice: BidChoice | undefined, cards: readonly string[]): string | null {
  const taken = choice?.cards.filter((card) => cards.includes(card.card)) ?? []
  return choice && cards.length === choice.size && taken.length === choice.size
    ? taken.map((each) => each.card).join('+')
    : null
}

/** What these cards add to a bid; null if one of them can't be bid. */
export function worthOf(choice: BidChoice | undefined, cards: readonly string[]): number | null {
  let sum = 0
  for (const card of cards) {
    const offered = choice?.cards.find((offered) => offered.card === card)
    if (!offered) return null
    sum += offered.worth
  }
  return sum
}
