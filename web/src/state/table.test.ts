// What a table shows and when: updates queue while something is held on screen, and an action is taken once.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leftOf, nextSecond } from './clock'
import type { Table as TableType } from './table.svelte'
import type { settings as SettingsType } from './settings.svelte'
import type { ServerMessage, TableFacts } from '../wire/messages'

class Socket {
  static readonly OPEN = 1
  static last: Socket
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor() {
    Socket.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.onclose?.()
  }
}

const seat = {
  kind: 'person',
  name: 'Ann',
  bot: '',
  ready: true,
  away: false,
  stood_in: false,
  host: false,
  before: '',
  next: '',
}
const FACTS = {
  game: 'seven-prophecies',
  players: 3,
  options: {},
  phase: 'playing',
  paused: false,
  seats: [seat, seat, seat],
  clocks: [],
  interval: null,
  tempo: 'normal',
  pace: { kind: 'none' },
  practised: false,
  fair: null,
} as unknown as TableFacts
const VIEW = {
  game: 'seven-prophecies',
  players: 3,
  round: 1,
  over: false,
  phase: 'tricks',
  tricks: [],
  trick: [],
  left: [[7], [7], [7]],
  hand: ['B1'],
  actors: [0],
}
const TURN = { decision: 4, legal: [{ action: 'B1' }], why_not: [] }
const trick = (number: number): object => ({ plays: [], places: [1, 2, 3], confirmed: [true, false, false], number })

let Table: typeof TableType
let settings: typeof SettingsType
let table: TableType
let number = 0
const kept = new Map<string, string>()

const tell = (message: object): void => Socket.last.onmessage?.({ data: JSON.stringify(message as ServerMessage) })
const update = (more: object): void => tell({ type: 'update', number: ++number, seat: 0, ...more })
const welcome = (seats: number[]): void => tell({ type: 'welcome', seats })
const view = (at: number, more: object = {}): void =>
  tell({ type: 'view', number: ++number, seat: at, table: FACTS, view: VIEW, turn: TURN, ...more })

beforeEach(async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', globalThis)
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('location', { href: 'http://x/', pathname: '/', hash: '', search: '' })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', baseURI: 'http://x/' }))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  Table = (await import('./table.svelte')).Table
  ;({ settings } = await import('./settings.svelte'))
  Object.assign(settings.kept, { language: 'en', trick: 'short' })
  number = 0
  table = new Table('t1')
  Socket.last.onopen?.()
  welcome([0])
  view(0)
})
afterEach(() => {
  table.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a finished trick', () => {
  it('is shown before later updates, which follow in order', () => {
    update({ view: { tricks: [trick(1)], trick: [] }, turn: { decision: 5, legal: [], why_not: [] } })
    expect(table.held).toBe('trick')
    update({ view: { trick: [{ seat: 1, action: 'B2' }] } })
    update({
      view: {
        trick: [
          { seat: 1, action: 'B2' },
          { seat: 2, action: 'B3' },
        ],
      },
      turn: { ...TURN, decision: 5 },
    })
    expect(table.view?.trick).toEqual([])
    expect(table.turn).toBeNull()
    table.goOn()
    expect(table.held).toBeNull()
    expect(table.view?.trick).toHaveLength(2)
    expect(table.turn?.decision).toBe(5)
  })

  it('disappears by itself after its time', () => {
    update({ view: { tricks: [trick(1)] } })
    vi.advanceTimersByTime(1599)
    expect(table.held).toBe('trick')
    vi.advanceTimersByTime(1)
    expect(table.held).toBeNull()
  })

  it('is shown one at a time, however many there are', () => {
    update({ view: { tricks: [trick(1)] } })
    update({ view: { tricks: [trick(1), trick(2)] } })
    table.goOn()
    expect(table.held).toBe('trick')
    expect(table.view?.tricks).toHaveLength(2)
  })

  it('does not hold back chat', () => {
    update({ view: { tricks: [trick(1)] } })
    update({ chat: [{ seat: 1, name: 'Ben', phrase: 'hello' }] })
    expect(table.chat).toHaveLength(1)
  })
})

describe('the end of a round', () => {
  const last_round = {
    number: 1,
    points: [1, 0, 0],
    before: [0, 0, 0],
    scores: [1, 0, 0],
    fulfilled: [],
    tricks: [trick(1)],
    left: [[0], [7], [7]],
    prophecies: [],
    future: [],
    open: [],
    starter: 0,
  }
  const ended = { round: 2, phase: 'prophecy', tricks: [], trick: [], hand: ['B7'], last_round }

  it('shows its last trick, then the result until somebody continues, then the new deal', () => {
    update({ view: ended })
    expect(table.held).toBe('trick')
    expect(table.sheet).toBe(false)
    expect(table.view?.tricks).toHaveLength(1)
    vi.advanceTimersByTime(1600)
    expect(table.held).toBe('round')
    expect(table.sheet).toBe(true)
    table.sheet = false // to look at the table
    expect(table.view?.round).toBe(1)
    expect(table.view?.tricks).toHaveLength(1)
    vi.advanceTimersByTime(44_000)
    expect(table.held).toBe('round')
    table.goOn()
    expect(table.sheet).toBe(false)
    expect(table.view?.round).toBe(2)
    expect(table.view?.hand).toEqual(['B7'])
  })

  it('is shown again after a reload until somebody continues', () => {
    const again = (): TableType => {
      table.close()
      table = new Table('t1')
      Socket.last.onopen?.()
      welcome([0])
      view(0, { view: { ...VIEW, ...ended } })
      return table
    }
    expect(again().held).toBe('round')
    expect(table.sheet).toBe(true)
    expect(table.view?.round).toBe(1)
    table.goOn()
    expect(again().held).toBeNull()
    expect(table.view?.round).toBe(2)
  })

  it('is not shown to somebody who comes later', () => {
    kept.clear()
    table.close()
    table = new Table('t1')
    Socket.last.onopen?.()
    welcome([0])
    view(0, { view: { ...VIEW, ...ended } })
    expect(table.held).toBeNull()
  })
})

describe('the pause after a round', () => {
  const last_round = { points: [1, 0, 0], scores: [1, 0, 0], fulfilled: [], tricks: [trick(1)] }
  const newDeal = {
    view: { round: 2, phase: 'prophecy', tricks: [], trick: [], hand: ['B7'], last_round },
    turn: { ...TURN, decision: 5 },
  }
  const wentOn = (): object[] => Socket.last.sent.filter((each) => each.type === 'go-on')

  it('is shown as the server says, and continuing is sent to the others', () => {
    update({ ...newDeal, table: { interval: { left: 45_000, waiting: [0, 1] } } })
    vi.advanceTimersByTime(1600) // the last trick was shown
    expect(table.held).toBe('round')
    update({ table: { interval: { left: 40_000, waiting: [0] } } })
    expect(table.facts?.interval).toMatchObject({ left: 40_000, waiting: [0] })
    expect(wentOn()).toHaveLength(0)
    table.goOn()
    expect(wentOn()).toHaveLength(1)
    expect(table.view?.round).toBe(2)
  })

  it('ends while somebody still looks: the table continues and says so', () => {
    update({ ...newDeal, table: { interval: { left: 45_000, waiting: [0] } } })
    vi.advanceTimersByTime(1600)
    expect(table.held).toBe('round')
    update({ table: { interval: null, clocks: [{ seat: 0, left: 30_000, bank: 0, wait: 0 }] } })
    expect(table.held).toBeNull()
    expect(table.facts?.clocks).toMatchObject([{ seat: 0, left: 30_000 }])
    expect(table.note?.()).toBe('The break is over: play has continued.')
    expect(table.turn?.decision).toBe(5)
    expect(wentOn()).toHaveLength(0)
    vi.advanceTimersByTime(6000)
    expect(table.note).toBeNull()
  })

  it('may be over before the last trick was seen', () => {
    view(0, { table: { ...FACTS, pace: { kind: 'seconds', seconds: 30, bank: 0, days: 1 } } })
    update({ ...newDeal, table: { interval: { left: 1_000, waiting: [0] } } })
    update({ table: { interval: null } })
    expect(table.held).toBe('trick')
    vi.advanceTimersByTime(1600)
    expect([table.held, table.sheet, table.facts?.interval]).toEqual(['round', true, null])
    vi.advanceTimersByTime(10_000)
    expect(table.turn?.decision).toBe(5)
    expect(wentOn()).toHaveLength(0)
  })

  it('does not exist when playing with bots alone: the result stays', () => {
    view(0, {
      table: {
        ...FACTS,
        seats: FACTS.seats.map((each, number) => (number === 0 ? each : { ...each, kind: 'bot' as const })),
      },
    })
    update(newDeal)
    vi.advanceTimersByTime(3_600_000)
    expect([table.held, table.goesOn]).toEqual(['round', null])
  })

  it('ends by itself for spectators, with the table or after a while', () => {
    settings.kept.trick = 'tap'
    table.close()
    table = new Table('t1')
    Socket.last.onopen?.()
    welcome([])
    view(null)
    const told = { ...newDeal, seat: null, turn: undefined }
    update({ ...told, table: { interval: { left: 45_000, waiting: [0] } } })
    vi.advanceTimersByTime(2400) // nobody taps
    expect(table.held).toBe('round')
    update({ seat: null, table: { interval: null } })
    expect([table.held, table.view?.round]).toEqual([null, 2])
    update({ ...told, view: { ...newDeal.view, round: 3 } })
    vi.advanceTimersByTime(2400)
    expect([table.held, table.goesOn?.left]).toEqual(['round', 10_000])
    vi.advanceTimersByTime(10_000)
    expect([table.held, table.view?.round, table.note]).toEqual([null, 3, null])
  })

  it('says that it is my turn while I still look', () => {
    expect(table.called).toBe(true)
    update({ ...newDeal, turn: { decision: 5, legal: [], why_not: [] } })
    vi.advanceTimersByTime(1600)
    expect([table.held, table.myTurn, table.called]).toEqual(['round', false, false])
    update({ turn: { ...TURN, decision: 5 } })
    expect([table.held, table.myTurn, table.called]).toEqual(['round', false, true])
    update({ table: { paused: true } })
    expect(table.called).toBe(false)
  })
})

describe('a clock', () => {
  it('runs from when it was received, not from when it is shown', () => {
    update({ view: { tricks: [trick(1)] }, table: { clocks: [{ seat: 1, left: 30_000, bank: 0, wait: 3200 }] } })
    vi.advanceTimersByTime(1000)
    update({ table: { clocks: [{ seat: 0, left: 30_000, bank: 5000, wait: 2200 }] } })
    expect(table.facts?.clocks[0]?.seat).toBe(1)
    vi.advanceTimersByTime(600) // the trick was shown
    const [clock] = table.facts?.clocks ?? []
    if (!clock) throw new Error('no clock')
    expect(leftOf(clock, performance.now())).toEqual({ left: 30_000, bank: 5000 })
    expect(nextSecond(clock, performance.now())).toBe(1600 + 1000)
    vi.advanceTimersByTime(1600 + 30_500)
    expect(leftOf(clock, performance.now())).toEqual({ left: 0, bank: 4500 })
    expect(nextSecond(clock, performance.now())).toBe(500)
  })

  it('deducts the time that the message took', async () => {
    vi.advanceTimersByTime(4000) // a ping goes out
    vi.advanceTimersByTime(800)
    tell({ type: 'pong' })
    update({ table: { clocks: [{ seat: 0, left: 30_000, bank: 0, wait: 0 }] } })
    const [clock] = table.facts?.clocks ?? []
    if (!clock) throw new Error('no clock')
    expect(leftOf(clock, performance.now()).left).toBe(30_000 - 400)
  })
})

describe('against bots', () => {
  const bots = { seats: [seat, { ...seat, kind: 'bot' }, { ...seat, kind: 'bot' }] }

  it('a take-back applies at once, and drops what was still to be shown', async () => {
    view(0, { table: { ...FACTS, ...bots } })
    update({ view: { tricks: [trick(1)] }, turn: { decision: 5, legal: [], why_not: [] } })
    update({ view: { tricks: [trick(1), trick(2)] }, turn: { ...TURN, decision: 6 } })
    void table.takeBack()
    const sent = Socket.last.sent.at(-1)
    expect(sent).toMatchObject({ type: 'take-back' })
    view(0, { table: { ...FACTS, ...bots, practised: true }, turn: { ...TURN, decision: 7 } })
    tell({ type: 'done', id: sent?.id, number })
    await vi.advanceTimersByTimeAsync(0)
    expect([table.held, table.turn?.decision, table.facts?.practised]).toEqual([null, 7, true])
    expect(table.view?.tricks).toEqual([])
  })

  it('a tap shows the latest state, and hurries bots that are alone with me', () => {
    const hurried = (): object[] => Socket.last.sent.filter((each) => each.type === 'hurry')
    const theirs = { turn: { decision: 5, legal: [], why_not: [] } }
    view(0, { table: { ...FACTS, ...bots } })
    table.hurry()
    expect(hurried()).toHaveLength(0) // it is my turn
    update({ view: { tricks: [trick(1)] }, ...theirs })
    table.hurry()
    expect([table.held, hurried().length]).toEqual([null, 1])
    view(0, theirs)
    table.hurry()
    expect(hurried()).toHaveLength(1) // others are watching, too
  })

  it('nothing is held back if bots act at once', () => {
    view(0, { table: { ...FACTS, ...bots, tempo: 'at-once' } })
    update({ view: { tricks: [trick(1)] } })
    expect(table.held).toBeNull()
  })
})

describe('a preview', () => {
  const preview = (decision: number, seat = 0): void =>
    tell({
      type: 'preview',
      seat,
      decision,
      deals: 300,
      cards: [{ action: 'B1', sure: true, places: [0, 0, 1], token: 0 }],
    })
  const kept = async (): Promise<{ previews: boolean }> => (await import('./settings.svelte')).settings.kept

  it('is shown with its own decision, and with no other', () => {
    expect(table.scene?.preview).toBeNull()
    preview(4)
    expect(table.scene?.preview).toMatchObject({ deals: 300, cards: [{ action: 'B1', sure: true }] })
    update({ turn: { ...TURN, decision: 5 } })
    expect(table.scene?.preview).toBeNull()
    preview(5, 1)
    expect(table.scene?.preview).toBeNull()
  })

  it('that arrives while a trick is shown waits for its turn', () => {
    update({ view: { tricks: [trick(1)] }, turn: { ...TURN, decision: 5 } })
    preview(5)
    expect(table.scene?.preview).toBeNull()
    table.goOn()
    expect(table.scene?.preview?.deals).toBe(300)
  })

  it('from before a fresh view is dropped', () => {
    preview(4)
    view(0)
    expect(table.scene?.preview).toBeNull()
  })

  it('is neither shown nor requested while switched off, and requested again when switched on', async () => {
    expect(Socket.last.sent[0]).toMatchObject({ type: 'hello', previews: true })
    table.wantPreviews()
    const first = Socket.last
    preview(4)
    const settings = await kept()
    settings.previews = false
    expect(table.scene?.preview).toBeNull()
    table.renew()
    Socket.last.onopen?.()
    expect(Socket.last.sent[0]).toMatchObject({ type: 'hello', previews: false })
    welcome([0])
    settings.previews = true
    const second = Socket.last
    table.wantPreviews()
    Socket.last.onopen?.()
    expect(Socket.last.sent[0]).toMatchObject({ type: 'hello', previews: true })
    expect(new Set([first, second, Socket.last]).size).toBe(3)
  })
})

describe('an action', () => {
  it('is sent once, however often it is tapped, and blocks further actions until it is answered', async () => {
    void table.act('B1')
    void table.act('B1')
    const acts = Socket.last.sent.filter((each) => each.type === 'act')
    expect(acts).toHaveLength(1)
    expect(acts[0]).toMatchObject({ seat: 0, decision: 4, action: 'B1' })
    expect(table.turn).toBeNull()
    update({ view: { trick: [{ seat: 0, action: 'B1' }] }, turn: { decision: 5, legal: [], why_not: [] } })
    tell({ type: 'done', id: acts[0]?.id, number })
    await vi.advanceTimersByTimeAsync(0)
    expect(table.pending).toBeNull()
    expect(table.refused).toBeNull()
    expect(table.turn?.legal).toEqual([])
  })

  it('that is refused shows why, and another can be taken', async () => {
    void table.act('B1')
    tell({ type: 'refused', id: Socket.last.sent.at(-1)?.id, reason: 'must-follow', sentence: '' })
    await vi.advanceTimersByTimeAsync(0)
    expect(table.refused?.reason).toBe('must-follow')
    expect(table.turn?.decision).toBe(4)
  })

  it('is not offered while the match is paused', () => {
    update({ table: { paused: true } })
    expect(table.turn).toBeNull()
    update({ table: { paused: false } })
    expect(table.turn?.decision).toBe(4)
  })
})

describe('two people at one device', () => {
  it('see a curtain before each hand', () => {
    welcome([0, 1])
    view(0)
    view(1, { turn: { decision: 4, legal: [], why_not: [] } })
    expect([table.curtain, table.seat]).toEqual([true, 0])
    table.lift()
    expect(table.turn?.decision).toBe(4)
    tell({ type: 'update', number: ++number, seat: 0, turn: { decision: 5, legal: [], why_not: [] } })
    tell({ type: 'update', number: ++number, seat: 1, turn: TURN })
    expect([table.curtain, table.seat]).toEqual([true, 1])
    expect(table.turn).toBeNull()
  })
})

describe('chat at the table', () => {
  const says = (line: object): void => update({ chat: [{ seat: 1, name: 'Ben', ...line }] })
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    })
  })

  it('pops up once, whatever happens after it', () => {
    says({ phrase: 'hello' })
    expect(table.said?.phrase).toBe('hello')
    vi.advanceTimersByTime(6000)
    expect(table.said).toBeNull()
    update({ table: { seats: [seat, seat, seat] } })
    update({ view: { trick: [{ seat: 1, action: 'B2' }] } })
    expect(table.said).toBeNull()
    expect(table.lines).toHaveLength(1)
  })

  it('does not pop up for its author', () => {
    says({ seat: 0, name: 'Ann', phrase: 'hello' })
    expect(table.said).toBeNull()
    expect(table.lines).toHaveLength(1)
  })

  it('is replaced by the next line, which has its own time', () => {
    says({ phrase: 'hello' })
    vi.advanceTimersByTime(4000)
    says({ text: 'all' })
    vi.advanceTimersByTime(4000)
    expect(table.said?.text).toBe('all')
    vi.advanceTimersByTime(2000)
    expect(table.said).toBeNull()
  })

  it('shows a reaction beside its seat for three seconds, and keeps it out of the log', () => {
    says({ reaction: 'wow' })
    expect([table.reactions.get(1), table.said, table.lines.length]).toEqual(['wow', null, 0])
    vi.advanceTimersByTime(3000)
    expect(table.reactions.size).toBe(0)
  })

  it('does not appear from a muted person, even after a reload', () => {
    says({ text: 'before' })
    vi.advanceTimersByTime(6000)
    table.muted.set('Ben', true)
    says({ text: 'after' })
    says({ reaction: 'wow' })
    expect([table.said, table.lines, table.reactions.size]).toEqual([null, [], 0])
    expect(new Table('t1').muted.has('Ben')).toBe(true)
    expect(new Table('t2').muted.has('Ben')).toBe(false)
    table.muted.set('Ben', false)
    expect(table.lines).toHaveLength(2)
  })
})
