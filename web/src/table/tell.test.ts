// What a screen reader hears of a match: one sentence for each event, in two languages.

import { beforeEach, describe, expect, it } from 'vitest'
import { settings } from '../state/settings.svelte'
import type { ProphecyView, SeenEvent, SevenView, ShamanIs } from '../wire/messages'
import { isNew, myTurn, tell } from './tell'

const NAMES = ['you', 'Ben', 'Cleo']
const around = { name: (seat: number): string => NAMES[seat] ?? '', me: 0 }

const base = {
  players: 3,
  seat: 0,
  actors: [],
  hand: [],
  scores: [0, 0, 0],
  over: false,
  winners: [],
  round: 1,
  rounds: 4,
  counts: 'points' as const,
  chosen: [],
  leader: 1,
  trick: [],
  voids: ['', '', ''],
}
const seven = (more: Partial<SevenView> = {}): SevenView => ({
  ...base,
  game: 'seven-prophecies',
  phase: 'tricks',
  starter: 1,
  future: ['P', 'B'],
  open: [],
  prophecy: '3-2-2',
  prophecies: [],
  left: [],
  tricks: [],
  numbers: 9,
  prizes: [5, 3, 2, 1],
  standing: [],
  last_round: null,
  ...more,
})
const prophecy = (more: Partial<ProphecyView> = {}): ProphecyView => ({
  ...base,
  game: 'prophecy',
  phase: 'tricks',
  dealer: 0,
  trump: 'S',
  wheel: ['S', 'P', 'V', 'E'],
  open_bidders: [1],
  bids: [null, null, null],
  bid_values: [null, null, null],
  won: [0, 0, 0],
  tricks: [],
  lead: null,
  standing: null,
  shaman: null,
  last_round: null,
  ...more,
})
const heard = (view: SevenView | ProphecyView, history: SeenEvent[]): string[] =>
  tell(view, history, around).map((each) => each.text())
const play = (seat: number, action: string): SeenEvent => ({ seat, action })

const DEAL: SeenEvent = { deal: { future: ['P', 'B'] } }
const FORETOLD = [play(0, '3-2-2'), play(1, '7-0-0'), play(2, '0-1-6')]
const TRICK = [play(1, 'P4'), play(2, 'B9'), play(0, 'P11')]
const ENDED = {
  plays: [
    { seat: 1, action: 'P4' },
    { seat: 2, action: 'B9' },
    { seat: 0, action: 'P11' },
  ],
  places: [1, 2, 3],
  confirmed: [true, false, true],
}

beforeEach(() => {
  settings.kept.language = 'en'
})

describe('a round of Seven Prophecies', () => {
  it('begins, and says who has prophesied, not what', () => {
    const view = seven({ phase: 'prophecy' })
    expect(heard(view, [DEAL, play(0, '3-2-2'), { chosen: [1] }])).toEqual([
      'Round 1.',
      'You have prophesied.',
      'Ben has prophesied.',
    ])
  })

  it('announces the prophecies when they are revealed', () => {
    expect(heard(seven(), [DEAL, ...FORETOLD]).slice(1)).toEqual([
      'You predicted 3 × 1st, 2 × 2nd, 2 × 3rd.',
      'Ben predicted 7 × 1st.',
      'Cleo predicted 1 × 2nd, 6 × 3rd.',
    ])
  })

  it('announces each card, who could not follow, and the trick’s result', () => {
    expect(heard(seven({ tricks: [ENDED] }), [DEAL, ...FORETOLD, ...TRICK]).slice(4)).toEqual([
      'Ben plays Potion 4.',
      'Cleo has no Potion and plays Broom 9.',
      'You play Potion 11.',
      'You 1st, Ben 2nd, Cleo 3rd. Came true for you and Cleo.',
    ])
  })

  it('announces nothing about an unfinished trick', () => {
    expect(heard(seven(), [DEAL, ...FORETOLD, ...TRICK.slice(0, 1)]).slice(4)).toEqual(['Ben plays Potion 4.'])
  })

  it('ends with points, and the match with its winners', () => {
    const end: SeenEvent[] = [
      { round: { points: [1, 5, 0], scores: [1, 5, 0], fulfilled: [true, true, false] } },
      { match: { scores: [1, 5, 0], winners: [1] } },
    ]
    expect(heard(seven({ phase: 'over', over: true }), [DEAL, ...end]).slice(1)).toEqual([
      'Round 1 is over: you +1, now 1; Ben +5, now 5; Cleo 0, now 0.',
      'Ben wins the match with 5 points.',
    ])
    expect(heard(seven({ rounds: 1 }), [DEAL, ...end])[1]).toBe(
      'Round 1 is over: you 1 point; Ben 5 points; Cleo 0 points.',
    )
    const shared: SeenEvent = { match: { scores: [5, 5, 0], winners: [0, 1] } }
    expect(heard(seven(), [shared])).toEqual(['You and Ben share the win with 5 points.'])
    const mine: SeenEvent = { match: { scores: [1, 0, 0], winners: [0] } }
    expect(heard(seven(), [mine])).toEqual(['You win the match with 1 point!'])
  })
})

describe('a round of Prophecy', () => {
  const deal: SeenEvent = { deal: { trump: 'S' } }

  it('begins with its trump, and an open bid is announced with its cards', () => {
    const view = prophecy({ phase: 'bid', bid_values: [6, 2, null] })
    expect(heard(view, [deal, play(1, 'S3+V2'), play(0, 'E1+E2')])).toEqual([
      'Round 1. Trump is Sun.',
      'Ben bids 2 face up: Sun 3, Viper 2.',
      'Your bid is placed: 6.',
    ])
    const [, , hidden] = heard(prophecy({ phase: 'bid', bid_values: [null, 2, 3] }), [
      deal,
      play(1, 'S3+V2'),
      play(2, 'E1+S2'),
    ])
    expect(hidden).toBe('Cleo has bid.')
    expect(heard(prophecy({ trump: null }), [{ deal: { trump: null } }])).toEqual([
      'Round 1. Only the Jaguar is trump.',
    ])
  })

  it('does not announce at its end that a bid was made which lay face up', () => {
    const bids = [deal, play(1, 'S3+V2'), play(0, 'E1+E2')]
    const known = new Set(tell(prophecy({ bid_values: [6, 2, null] }), bids, around).map((each) => each.key))
    const ended: SeenEvent = { round: { points: [0, 5, 0], scores: [0, 5, 0] } }
    const fresh = tell(prophecy({ open_bidders: [] }), [...bids, ended], around).filter((each) => isNew(each, known))
    expect(fresh.map((each) => each.text())).toEqual(['Round 1 is over: you 0, now 0; Ben +5, now 5; Cleo 0, now 0.'])
  })

  it('announces who could not follow, leaving out Specialists, and who wins', () => {
    const plays = [play(1, 'V4'), play(2, 'Jaguar'), play(0, 'E5')]
    const tricks = [{ plays: plays.filter((each) => 'action' in each), lead: 'V', winner: 2 }]
    expect(heard(prophecy({ tricks }), [deal, ...plays]).slice(1)).toEqual([
      'Ben plays Viper 4.',
      'Cleo plays Jaguar.',
      'You have no Viper and play Eagle 5.',
      'Cleo wins the trick.',
    ])
    expect(heard(prophecy(), [deal, play(1, 'surrender')]).slice(1)).toEqual(['Ben surrenders the lead.'])
  })

  it('announces what the Shaman copies, in the current trick and in an ended one', () => {
    const plays = [play(1, 'V9'), play(2, 'Shaman')]
    const shaman = { suit: 'V', rank: 9.5, copies: 'V9' } as ShamanIs
    const said = 'Cleo plays Shaman, here Viper 9½.'
    expect(heard(prophecy({ shaman }), [deal, ...plays]).at(-1)).toBe(said)
    const all = [...plays, play(0, 'V5')]
    const tricks = [{ plays: all.filter((each) => 'action' in each), lead: 'V', winner: 2, shaman }]
    expect(heard(prophecy({ tricks }), [deal, ...all])[2]).toBe(said)
  })
})

describe('my turn', () => {
  it('says which suit I lead, or that I lead', () => {
    expect(myTurn(seven())).toBe('Your turn. You lead trick 1: Potion.')
    expect(myTurn(seven({ tricks: [ENDED] }))).toBe('Your turn. You lead trick 2: Broom.')
    expect(myTurn(prophecy())).toBe('Your turn. You lead trick 1.')
    expect(myTurn(prophecy({ trick: [{ seat: 1, action: 'surrender' }] }))).toBe('Your turn. You lead trick 1.')
    expect(myTurn(seven({ trick: [{ seat: 1, action: 'P4' }] }))).toBe('Your turn.')
    expect(myTurn(seven(), 'Ann, your turn.')).toBe('Ann, your turn. You lead trick 1: Potion.')
    expect(myTurn(prophecy({ phase: 'bid' }))).toBe('Your turn: bid.')
  })
})

describe('sentences', () => {
  it('have keys of their own, so that repeats are recognised in any round', () => {
    const twice = [
      DEAL,
      ...TRICK,
      { round: { points: [0, 0, 0], scores: [0, 0, 0], fulfilled: [] } },
      DEAL,
      ...TRICK,
    ] as SeenEvent[]
    const keys = tell(seven({ round: 2 }), twice, around).map((each) => each.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.startsWith('2-'))).toHaveLength(4)
    const before = tell(seven({ round: 2 }), twice.slice(0, -1), around).map((each) => each.key)
    expect(keys.slice(0, before.length)).toEqual(before)
    expect(tell(seven({ round: 2 }), twice, around).filter((each) => each.round === 2)).toHaveLength(4)
  })

  it('call nobody “you” if several people share a device', () => {
    const all = tell(seven(), [DEAL, ...TRICK], { name: (seat) => ['Ann', 'Ben', 'Cleo'][seat] ?? '', me: null })
    expect(all.at(-1)?.text()).toBe('Ann plays Potion 11.')
  })

  it('change with the language', () => {
    const [first] = tell(seven(), [DEAL], around)
    settings.kept.language = 'ja'
    expect(first?.text()).toBe('ラウンド1が始まります。')
    expect(heard(seven({ tricks: [ENDED] }), [DEAL, ...TRICK]).every((each) => each.endsWith('。'))).toBe(true)
  })
})
