import { describe, expect, test } from 'vitest'
import type { Preview } from '../../state/scene'
import { settings } from '../../state/settings.svelte'
import type { Outlook, ProphecyView } from '../../wire/messages'
import { load } from '../../i18n/languages'
import { chanceOf, chanceSay, chanceText } from './prophecyChance'
import { slotsOf } from './prophecySlots'

settings.kept.language = 'en'
await load('en')

describe('the slots of a hand', () => {
  const dealt = ['S4', 'S12', 'P3', 'E7', 'Shaman', 'Lizard']
  const view = (more: object): ProphecyView =>
    ({
      game: 'prophecy',
      hand: dealt,
      bids: [null, null],
      open_bidders: [],
      trick: [],
      tricks: [],
      ...more,
    }) as unknown as ProphecyView
  const order = (view: ProphecyView, sent: string | null = null): string[] =>
    slotsOf(view, 0, sent).map((each) => each.card)

  test('stay the same from the bid to the last trick, whatever was played', () => {
    const bid = view({ hand: ['S4', 'P3', 'Shaman', 'Lizard'], bids: ['S12+E7', null] })
    const trick = {
      plays: [
        { seat: 1, action: 'P9' },
        { seat: 0, action: 'P3' },
      ],
      lead: 'P',
      winner: 1,
    }
    const later = view({ ...bid, hand: ['Shaman'], tricks: [trick], trick: [{ seat: 0, action: 'Lizard:V' }] })
    expect(order(view({}))).toEqual(['S4', 'S12', 'P3', 'E7', 'Shaman', 'Lizard'])
    expect(order(bid)).toEqual(order(view({})))
    expect(order(later, 'S4')).toEqual(order(view({})))
    expect(slotsOf(later, 0, 'S4').map((each) => each.left)).toEqual(['played', 'bid', 'lost', 'bid', 'hand', 'played'])
    expect(slotsOf(later, 0, 'S4').map((each) => each.trick)).toEqual([2, 0, 1, 0, 0, 2])
  })

  test('show whether a bid is face up', () => {
    const bid = view({ hand: ['S4'], bids: ['S12+E7', null], open_bidders: [0] })
    expect(slotsOf(bid, 0, null).map((each) => each.left)).toEqual(['hand', 'open', 'open'])
    expect(slotsOf(view({ ...bid, open_bidders: [1] }), 0, null).map((each) => each.left)).toEqual([
      'hand',
      'bid',
      'bid',
    ])
  })

  test('a surrender lays down the Shaman', () => {
    const last = { plays: [{ seat: 0, action: 'surrender' }], lead: null, winner: 1 }
    expect(slotsOf(view({ hand: [], tricks: [last] }), 0, null)).toMatchObject([{ card: 'Shaman', left: 'lost' }])
  })
})

describe('a chance', () => {
  const preview = (cards: Preview['cards']): Preview => ({ deals: 900, cards })
  const said = (cards: Preview['cards'], ways: Outlook[] = cards.map(({ action }) => ({ action }))): string | null => {
    const chance = chanceOf(preview(cards), ways)
    return chance && chanceText(chance)
  }

  test('is certain, or a share that is never 0 or 100', () => {
    expect(said([{ action: 'S4', sure: true, wins: 1 }])).toBe('✓ wins')
    expect(said([{ action: 'S4', sure: true, wins: 0 }])).toBe('✓ loses')
    expect(chanceSay({ sure: true, wins: 1, most: false })).toBe('sure to win')
    expect(said([{ action: 'S4', sure: false, wins: 0.316 }])).toBe('32% wins')
    expect(said([{ action: 'S4', sure: false, wins: 0 }])).toBe('<1% wins')
    expect(said([{ action: 'S4', sure: false, wins: 1 }])).toBe('>99% wins')
  })

  test('of a card that names a suit is that of the best suit', () => {
    const cards = [
      { action: 'Monkey:S', sure: false, wins: 0.2 },
      { action: 'Monkey:P', sure: false, wins: 0.4 },
    ]
    expect(said(cards)).toBe('up to 40% wins')
    expect(said(cards.slice(0, 1), [{ action: 'Monkey:S' }, { action: 'Monkey:P' }])).toBe(null)
  })

  test('is not shown without a preview', () => {
    expect(said([{ action: 'S4', sure: false, wins: 0.5 }], [{ action: 'P3' }])).toBe(null)
    expect(chanceOf(null, [{ action: 'S4' }])).toBe(null)
  })
})
