import { describe, expect, it } from 'vitest'
import { bidOf, due, worthOf } from './turn'
import type { BidChoice, Turn } from '../wire/messages'

const offered: BidChoice = {
  size: 2,
  cards: [
    { card: 'S3', worth: 0 },
    { card: 'V4', worth: 2 },
    { card: 'E9', worth: 3 },
  ],
}
const turn: Turn = { decision: 0, legal: [], why_not: [] }

describe('a turn', () => {
  it('is due if there is something to do', () => {
    expect(due(null)).toBe(false)
    expect(due(turn)).toBe(false)
    expect(due({ ...turn, legal: [{ action: 'S3' }] })).toBe(true)
    expect(due({ ...turn, bid: offered })).toBe(true)
  })

  it('makes a bid of the cards chosen, in the order of the server', () => {
    expect(bidOf(offered, ['E9', 'S3'])).toBe('S3+E9')
    expect(bidOf(offered, ['V4', 'E9'])).toBe('V4+E9')
  })

  it('makes no bid of too few, too many, duplicate or foreign cards', () => {
    for (const cards of [[], ['S3'], ['S3', 'V4', 'E9'], ['S3', 'S3'], ['S3', 'Shaman'], ['S3', 'S4']]) {
      expect(bidOf(offered, cards)).toBeNull()
    }
    expect(bidOf(undefined, ['S3', 'V4'])).toBeNull()
  })

  it('adds up what is chosen so far', () => {
    expect(worthOf(offered, [])).toBe(0)
    expect(worthOf(offered, ['E9', 'V4'])).toBe(5)
    expect(worthOf(offered, ['E9', 'Shaman'])).toBeNull()
    expect(worthOf(undefined, ['E9'])).toBeNull()
  })
})
