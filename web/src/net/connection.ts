// A WebSocket to a table (or a port to this page's worker) that reconnects with back-off, says what it has, and resends
// what was not answered. The server plays an action with the same id only once.

import { HERE, HereSocket } from '../browser-server/client.svelte'
import {
  PROTOCOL,
  REPEATABLE,
  type AskHint,
  type Command,
  type Hello,
  type Refused,
  type ServerMessage,
} from '../wire/messages'

type Sent = (Command | AskHint) & { id: string }
export type Link = 'joining' | 'open' | 'lost' | 'ended'

const WAITS = [300, 700, 1500, 3000, 6000, 12000] // ms between attempts
const SILENCE = 12000 // ms without any message: the connection is dead
const PING = 4000

export interface Listener {
  told(message: ServerMessage): void
  linked(link: Link): void
  refused(message: Refused): void
  last(): number | null
  language(): string
  previews(): boolean
}

export class Connection {
  private socket: WebSocket | null = null
  private waiting = new Map<string, { command: Sent; done: (refused: Refused | null) => void }>()
  private attempts = 0
  private greeted = false // on this socket: commands are sent only after the welcome
  private heard = 0
  private asked = 0 // when the last ping was sent
  delay = 0 // one-way latency in ms, by the last ping
  private timer = 0
  private next = 0 // timer of the next attempt
  private rest = 0 // ms the server asks to wait before the next attempt
  private closed = false
  private renewed: (() => void)[] = [] // resolvers of `renew`

  constructor(
    private readonly url: string,
    private readonly table: string,
    private readonly listener: Listener,
    before: Promise<unknown> | null = null, // connect only after this has settled
  ) {
    if (!HERE) {
      addEventListener('online', this.back)
      addEventListener('offline', this.cut)
    }
    document.addEventListener('visibilitychange', this.wake)
    if (before) void before.finally(() => this.socket ?? this.connect())
    else this.connect()
    this.timer = window.setInterval(() => this.check(), PING)
  }

  /**
   * Sends a command or a question, now or once connected. Resolves when the server has stored, answered or refused it.
   */
  send(command: Command | AskHint): Promise<Refused | null> {
    const sent: Sent = { ...command, id: newId() }
    return new Promise((done) => {
      this.waiting.set(sent.id, { command: sent, done })
      this.write(sent)
    })
  }

  /**
   * Reconnects at once: the user has changed, or the reason for the disconnect has gone. Resolves when commands can be
   * sent, or the attempt has failed.
   */
  renew(): Promise<void> {
    this.closed = false
    this.attempts = 0
    this.leave()
    this.connect()
    return new Promise((done) => this.renewed.push(done))
  }

  close(): void {
    this.closed = true
    window.clearInterval(this.timer)
    window.clearTimeout(this.next)
    removeEventListener('online', this.back)
    removeEventListener('offline', this.cut)
    document.removeEventListener('visibilitychange', this.wake)
    this.socket?.close()
  }

  private connect(): void {
    if (this.closed) return
    window.clearTimeout(this.next)
    this.listener.linked(this.attempts ? 'lost' : 'joining')
    const socket = HERE ? (new HereSocket() as unknown as WebSocket) : new WebSocket(this.url)
    this.socket = socket
    this.greeted = false
    this.heard = Date.now()
    socket.onopen = () => {
      const last = this.listener.last()
      const hello: Hello = {
        type: 'hello',
        protocol: PROTOCOL,
        table: this.table,
        language: this.listener.language(),
        bids: 'cards',
        previews: this.listener.previews(),
      }
      socket.send(JSON.stringify(last === null ? hello : { ...hello, last }))
    }
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now()
    if (message.type === 'pong') {
      this.delay = (performance.now() - this.asked) / 2
      return
    }
    if (message.type === 'welcome' && !this.greeted) {
      this.attempts = 0
      this.greeted = true
      this.listener.linked('open')
      this.resend()
      this.settled()
    }
    if (message.type === 'bye') {
      if (message.retry !== undefined) this.rest = message.retry * 1000
      else {
        this.closed = true
        this.listener.linked('ended')
        this.settled()
      }
    }
    if (message.type === 'done' || message.type === 'hint') this.answer(message.id, null)
    if (message.type === 'refused') {
      if (!this.answer(message.id, message)) this.listener.refused(message)
    }
    this.listener.told(message)
  }

  private answer(id: string, refused: Refused | null): boolean {
    const request = this.waiting.get(id)
    this.waiting.delete(id)
    request?.done(refused)
    return request !== undefined
  }

  private resend(): void {
    for (const [id, { command, done }] of this.waiting) {
      if (REPEATABLE.has(command.type)) this.write(command)
      else {
        this.waiting.delete(id)
        done({ type: 'refused', id, reason: 'line-lost', sentence: '' })
      }
    }
  }

  private write(command: Sent): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.greeted) this.socket.send(JSON.stringify(command))
  }

  private settled(): void {
    for (const done of this.renewed.splice(0)) done()
  }

  private lost(): void {
    this.socket = null
    this.settled()
    if (this.closed) return
    const wait = Math.max(this.rest, WAITS[Math.min(this.attempts, WAITS.length - 1)] ?? 0)
    this.rest = 0
    this.attempts += 1
    this.listener.linked('lost')
    window.clearTimeout(this.next)
    this.next = window.setTimeout(() => this.connect(), wait)
  }

  private check(): void {
    if (this.socket === null) return
    if (Date.now() - this.heard > SILENCE)
      this.drop() // also if it has been connecting for that long
    else if (this.socket.readyState === WebSocket.OPEN) {
      this.asked = performance.now()
      this.socket.send('{"type":"ping"}')
    }
  }

  /** Detaches and closes the socket. */
  private leave(): void {
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  private drop(): void {
    this.leave()
    this.lost()
  }

  /** The browser reports that it is offline: reports the loss now, without waiting for the silence to time out. */
  private readonly cut = (): void => {
    if (!this.closed && this.socket) this.drop()
  }

  /** The browser is online again: distrusts whatever was started before, and skips the back-off. */
  private readonly back = (): void => {
    if (this.closed || (this.greeted && this.socket?.readyState === WebSocket.OPEN && !this.stale())) return
    this.leave()
    this.attempts = 1
    this.connect()
  }

  private readonly wake = (): void => {
    if (document.visibilityState === 'hidden' || this.closed) return
    if (this.socket === null) this.connect()
    else if (this.stale()) {
      this.drop() // the device slept: the connection looks open but is dead
      this.connect()
    }
  }

  private stale(): boolean {
    return Date.now() - this.heard > PING * 2
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('')
}
