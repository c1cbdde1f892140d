// A connection that breaks: it reconnects, says what it has, and resends exactly what was not answered.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, type Link } from './connection'
import { PROTOCOL, type Command, type Refused } from '../wire/messages'

class Socket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = Socket.CONNECTING
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor() {
    Socket.all.push(this)
  }
  static get last(): Socket {
    return Socket.all.at(-1) as Socket
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  open(): this {
    this.readyState = Socket.OPEN
    this.onopen?.()
    return this
  }
  tell(message: object): this {
    this.onmessage?.({ data: JSON.stringify(message) })
    return this
  }
  welcome(): this {
    return this.open().tell({ type: 'welcome', seats: [0] })
  }
  /** What was sent, without hellos and pings. */
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((each) => each.type !== 'hello' && each.type !== 'ping')
  }
}

const ACT: Command = { type: 'act', seat: 0, decision: 3, action: 'E4' }
const SAY: Command = { type: 'say', phrase: 'hello' }
let links: Link[]
let last: number | null
let refused: Refused[]
let page: EventTarget
let line: Connection

function opened(): Connection {
  return new Connection('ws://x/ws', 't1', {
    told: () => undefined,
    linked: (link) => void links.push(link),
    refused: (message) => void refused.push(message),
    last: () => last,
    language: () => 'ja',
    previews: () => true,
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  links = []
  refused = []
  last = null
  page = new EventTarget()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  line = opened()
})
afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const happens = (name: string): boolean => page.dispatchEvent(new Event(name))
const awakes = (): boolean => document.dispatchEvent(new Event('visibilitychange'))

describe('a connection', () => {
  it('says hello with the table, the language, what it subscribes to, and the last number it has', () => {
    Socket.last.open()
    expect(Socket.last.sent).toEqual([
      { type: 'hello', protocol: PROTOCOL, table: 't1', language: 'ja', bids: 'cards', previews: true },
    ])
    last = 17
    Socket.last.close()
    vi.advanceTimersByTime(300)
    Socket.last.open()
    expect(Socket.last.sent[0]).toMatchObject({ type: 'hello', last: 17 })
  })

  it('sends a command only after the welcome, and settles it by the server’s answer', async () => {
    const first = line.send(ACT)
    const second = line.send(SAY)
    Socket.last.open()
    expect(Socket.last.commands).toEqual([])
    Socket.last.welcome()
    const [sent] = Socket.last.commands
    expect(sent).toMatchObject(ACT)
    Socket.last.tell({ type: 'done', id: sent?.id, number: 4 })
    expect(await first).toBeNull()
    expect((await second)?.reason).toBe('line-lost') // a command from before the connection has to be sent again
  })

  it('opens a new connection for a new person, who may send as soon as it is open', async () => {
    Socket.last.welcome()
    let ready = false
    const renewed = line.renew().then(() => (ready = true))
    await Promise.resolve()
    expect(ready).toBe(false)
    Socket.last.welcome()
    await renewed
    const said = line.send(SAY)
    const [sent] = Socket.last.commands
    expect(sent).toMatchObject(SAY)
    Socket.last.tell({ type: 'done', id: sent?.id, number: 5 })
    expect(await said).toBeNull()
    const failed = line.renew()
    Socket.last.close()
    await failed // never waits for ever
  })

  it('reports a refusal that nobody awaits', () => {
    Socket.last.welcome().tell({ type: 'refused', id: '', reason: 'bad-message', sentence: '' })
    expect(refused.map((each) => each.reason)).toEqual(['bad-message'])
  })

  it('sends only an unanswered action again, with the same id', async () => {
    Socket.last.welcome()
    const act = line.send(ACT)
    const say = line.send(SAY)
    const first = Socket.last.commands
    expect(first).toHaveLength(2)
    Socket.last.close()
    expect(links.at(-1)).toBe('lost')
    vi.advanceTimersByTime(300)
    Socket.last.welcome()
    expect(Socket.last.commands).toEqual([first[0]])
    expect((await say)?.reason).toBe('line-lost')
    Socket.last.tell({ type: 'done', id: first[0]?.id, number: 5 })
    expect(await act).toBeNull()
    Socket.last.close()
    vi.advanceTimersByTime(300)
    expect(Socket.last.welcome().commands).toEqual([])
  })

  it('keeps taps while disconnected', () => {
    Socket.last.welcome().close()
    void line.send(ACT)
    vi.advanceTimersByTime(300)
    expect(Socket.last.welcome().commands).toHaveLength(1)
  })

  it('waits longer after each failure, and briefly again after a success', () => {
    for (const [count, wait] of [300, 700, 1500, 3000, 6000, 12000, 12000].entries()) {
      Socket.last.close()
      vi.advanceTimersByTime(wait - 1)
      expect(Socket.all).toHaveLength(count + 1)
      vi.advanceTimersByTime(1)
      expect(Socket.all).toHaveLength(count + 2)
    }
    Socket.last.welcome().close()
    vi.advanceTimersByTime(300)
    expect(Socket.all).toHaveLength(9)
  })

  it('reconnects when the server says so, or never', () => {
    Socket.last.welcome().tell({ type: 'bye', reason: 'restart', sentence: '', retry: 1 }).close()
    vi.advanceTimersByTime(999)
    expect(Socket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    Socket.last.welcome().tell({ type: 'bye', reason: 'table-closed', sentence: '' }).close()
    vi.advanceTimersByTime(60_000)
    expect(Socket.all).toHaveLength(2)
    expect(links.at(-1)).toBe('ended')
  })
})

describe('a device', () => {
  it('that goes offline says so at once and reconnects at once, whatever delay was pending', () => {
    Socket.last.welcome()
    happens('offline')
    expect(links.at(-1)).toBe('lost')
    for (const wait of [300, 700, 1500]) {
      vi.advanceTimersByTime(wait)
      Socket.last.close()
    }
    const before = Socket.all.length
    happens('online')
    expect(Socket.all).toHaveLength(before + 1)
    expect(links.at(-1)).toBe('lost') // until the server has answered
    Socket.last.welcome()
    expect(links.at(-1)).toBe('open')
    vi.advanceTimersByTime(3000)
    expect(Socket.all).toHaveLength(before + 1) // no attempt is left over
  })

  it('that comes online abandons a connection being opened', () => {
    const opening = Socket.last
    happens('online')
    expect(Socket.all).toHaveLength(2)
    opening.open().tell({ type: 'welcome', seats: [0] })
    expect(links.at(-1)).not.toBe('open')
    Socket.last.welcome()
    happens('online') // and leaves a working connection alone
    expect(Socket.all).toHaveLength(2)
  })

  it('gives up a silent connection, and one that never opens', () => {
    vi.advanceTimersByTime(16_000 + 300)
    expect(Socket.all).toHaveLength(2)
    Socket.last.welcome()
    vi.advanceTimersByTime(8000)
    expect(Socket.last.sent.filter((each) => each.type === 'ping')).toHaveLength(2)
    Socket.last.tell({ type: 'pong' })
    vi.advanceTimersByTime(8000)
    expect(Socket.all).toHaveLength(2)
    vi.advanceTimersByTime(12_000)
    expect(Socket.all).toHaveLength(3)
  })

  it('that slept opens a new connection when it wakes', () => {
    Socket.last.welcome()
    awakes()
    expect(Socket.all).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3_600_000)
    awakes()
    expect(Socket.all).toHaveLength(2)
    Socket.last.welcome()
    expect(links.at(-1)).toBe('open')
  })

  it('that has left the table does nothing more', () => {
    Socket.last.welcome()
    line.close()
    happens('online')
    awakes()
    vi.advanceTimersByTime(60_000)
    expect(Socket.all).toHaveLength(1)
  })
})
