import { describe, expect, test } from 'vitest'
import type { Scene } from '../state/scene'
import { settings } from '../state/settings.svelte'
import type { ProphecyView, SevenView } from '../wire/messages'
import { lastDone, sentCard, trickInSight } from './prophecy/prophecyTrick'
import { columnsOf, currentColumn, goneOf } from './seven/sevenColumns'
import { shown } from './seven/sevenPreview'

settings.kept.language = 'en'
const still = {
  turn: null,
  seat: 0,
  seats: [],
  clocks: [],
  paused: false,
  held: null,
  pending: null,
  confirm: false,
  act: () => undefined,
  goOn: () => undefined,
}

describe('the trick on display', () => {
  const view = {
    game: 'prophecy',
    phase: 'tricks',
    trick: [
      { seat: 2, action: 'surrender' },
      { seat: 3, action: 'V4' },
    ],
    lead: 'V',
    standing: 3,
    shaman: null,
    tricks: [
      {
        plays: [
          { seat: 1, action: 'E9' },
          { seat: 2, action: 'Shaman' },
        ],
        lead: 'E',
        winner: 2,
        shaman: { copies: 'E9', suit: 'E', rank: 9.5 },
      },
    ],
  } as unknown as ProphecyView
  const scene: Scene<ProphecyView> = { ...still, view }

  test('is the running one, with what was led and surrendered', () => {
    const trick = trickInSight(scene)
    expect(trick).toMatchObject({ lead: 'V', best: 3, number: 1, done: false, first: { seat: 3 }, gaveUp: { seat: 2 } })
    expect(lastDone('prophecy', trick, 0)?.seat).toBe(3)
  })

  test('is the finished one while it is being looked at', () => {
    for (const held of ['trick', 'round'] as const) {
      const trick = trickInSight({ ...scene, held })
      expect(trick).toMatchObject({ lead: 'E', best: 2, number: 0, done: true, first: { seat: 1 }, gaveUp: undefined })
      expect(lastDone('prophecy', trick, 0)?.text).toContain('9½')
    }
  })

  test('a card is in flight only while tricks are played and none is being looked at', () => {
    const pending = { action: 'V7' }
    expect(sentCard({ ...scene, pending })).toBe('V7')
    expect(sentCard({ ...scene, pending, held: 'trick' })).toBe(null)
    expect(sentCard({ ...scene, pending, view: { ...view, phase: 'bid' } })).toBe(null)
  })
})

describe('the columns of the board', () => {
  const view = {
    game: 'seven-prophecies',
    players: 3,
    phase: 'tricks',
    future: ['B', 'M', 'P', 'S', 'B', 'M', 'P', 'S', 'B', 'M'],
    actors: [0],
    leader: 1,
    starter: 1,
    trick: [
      { seat: 1, action: 'M9' },
      { seat: 2, action: 'B3' },
    ],
    standing: [1, 2],
    left: [[0, 1, 0]],
    tricks: [
      {
        plays: [
          { seat: 1, action: 'B2' },
          { seat: 2, action: 'B8' },
          { seat: 0, action: 'B5' },
        ],
        places: [2, 3, 1],
        confirmed: [true, false, false],
      },
    ],
  } as unknown as SevenView
  const scene: Scene<SevenView> = { ...still, view }
  const keys = (column: number, ghost: Parameters<typeof columnsOf>[1] = null, of = scene): string[] =>
    (columnsOf(of, ghost)[column - 1]?.cells ?? []).map((cell) => `${cell.key}@${cell.row}`)

  test('finished tricks lie by place, and the running one shows who plays next', () => {
    expect(currentColumn(scene)).toBe(2)
    expect(keys(1)).toEqual(['s2@1', 's0@2', 's1@3'])
    expect(keys(2)).toEqual(['s1@1', 's2@2', 'w0@3'])
    expect(keys(3)).toEqual(['e1@1', 'e2@2', 'e3@3'])
  })

  test('my card lies at its likeliest place, between the cards before and after it', () => {
    const told = { card: 'M4', sure: true, among: 2, chances: [0, 1, 0] }
    expect(keys(2, told)).toEqual(['s1@1', 'ghost@2', 's2@3'])
    const first = { ...scene, view: { ...view, trick: view.trick.slice(1), standing: [1] } as SevenView }
    const spread = { card: 'M4', sure: false, among: 1, chances: [0.3, 0.7, 0] } // one seat plays after me
    const cells = columnsOf(first, spread)[1]?.cells ?? []
    expect(cells.map(({ key, row, chance, kept }) => [key, row, chance, kept])).toEqual([
      ['c1', 1, 0.3, false],
      ['ghost', 2, 0.7, true],
      ['s2', 3, 0, false],
    ])
  })

  test('a played card leaves its place and whether a token came true', () => {
    expect([...goneOf(view, 0)]).toEqual([['B5', { trick: 1, place: 2, kept: true }]])
    expect(goneOf(view, 1).get('M9')).toEqual({ trick: 2, place: null, kept: false })
  })

  test('a finished trick stays in the wide column while it is being looked at', () => {
    const held: Scene<SevenView> = { ...scene, held: 'trick', view: { ...view, trick: [] } }
    expect(currentColumn(held)).toBe(1)
    expect(columnsOf(held, null)[0]).toMatchObject({ what: 'now' })
  })
})

describe('the figure over a card', () => {
  const over = (places: number[], left: number[], sure = false) => {
    const token = places.reduce((sum, chance, index) => sum + ((left[index] ?? 0) > 0 ? chance : 0), 0)
    return shown('seven-prophecies', { action: 'B3', sure, places, token }, left)
  }

  test('is empty without a preview', () => {
    expect(shown('seven-prophecies', undefined, [1, 1, 1])).toBe(null)
    expect(shown('seven-prophecies', { action: 'B3', sure: false }, [1, 1, 1])).toBe(null)
  })

  test('is a check mark only where the server proved it, and no token where none is left', () => {
    expect(over([0, 0, 1], [1, 0, 2], true)).toMatchObject({
      check: true,
      token: true,
      say: 'sure to finish 3rd; a token is sure to come true',
    })
    expect(over([0, 0, 1], [1, 0, 0], true)).toMatchObject({
      text: 'no token',
      check: false,
      token: false,
      say: 'sure to finish 3rd; no token comes true',
    })
    expect(over([0, 0.002, 0.998], [1, 0, 2])).toMatchObject({ text: '>99%', check: false })
  })

  test('is the chance that a token comes true, wherever one is left, however little room there is', () => {
    expect(over([0.1, 0.39, 0.51], [0, 2, 0])).toMatchObject({
      text: '39%',
      token: true,
      bars: [{ hit: false }, { hit: true }, { hit: false }],
    })
    expect(over([0.56, 0.4385, 0.0015], [1, 2, 0])).toMatchObject({ text: '>99%', token: true, check: false })
    expect(over([0.002, 0.598, 0.4], [1, 0, 0])).toMatchObject({ text: '<1%', token: true })
    expect(over([0.1, 0.39, 0.51], [0, 2, 0])?.say).toBe('3rd 51%, 2nd 39%, 1st 10%; a token comes true: 39%')
  })

  test('is certain if a token is left at every possible place, or at none', () => {
    const every = over([0.56, 0.44, 0], [1, 2, 0])
    expect(every).toMatchObject({
      token: true,
      check: true,
      say: '1st 56%, 2nd 44%; a token is sure to come true',
    })
    const none = over([0, 0.6, 0.4], [1, 0, 0])
    expect(none).toMatchObject({
      text: 'no token',
      token: false,
      check: false,
      say: '2nd 60%, 3rd 40%; no token comes true',
    })
  })

  test('says that no token is left where all have come true', () => {
    expect(over([0.1, 0.39, 0.51], [0, 0, 0])).toMatchObject({ text: 'no token', token: false })
  })
})
