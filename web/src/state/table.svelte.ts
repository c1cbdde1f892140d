// A table as this device sees it: what the server told, step by step at a pace that people can follow.

import { AdvanceChoice } from './advance.svelte'
import { FairShare } from './fairShare'
import { HotSeat } from './hotSeat.svelte'
import { lastTrickTime, LATE, pauseLeft, toHold, type Held } from './pacing'
import { Connection, type Link } from '../net/connection'
import { calm, settings } from './settings.svelte'
import { BASE, rename, type Refusal } from '../net/api'
import { me } from './me.svelte'
import { Muted } from './muted.svelte'
import { seatNames } from '../text/names'
import type {
  Bye,
  ChatLine,
  AskHint,
  Command,
  Hint,
  PlayedFor,
  Preview,
  Refused,
  SeatFacts,
  SeenEvent,
  ServerMessage,
  Sight,
  Turn,
  Update,
  View,
} from '../wire/messages'
import { momentOf, STILL } from './climax'
import { endOfRound, type Plan, type Scene } from './scene'
import { SeenRounds } from './seenRounds'
import { now, stamped, type Facts } from './clock'
import { due } from './turn'
import { t } from '../i18n/index.svelte'

/** What one seat of this device sees, or a spectator. */
export interface Look {
  view: View | null
  history: SeenEvent[]
  turn: Turn | null
}

/** The result of a match that stays in sight while others begin another one. */
export interface Result {
  facts: Facts
  look: Look
  names: string[]
  seats: number[]
  seat: number | null
}

/** A sentence of what happened; it is made anew when the language changes. */
export interface Sentence {
  key: string
  text: () => string
}

/** News of the server, with the time of this device at which they were true. */
type News = (Sight | Update) & { at: number }

const SAID = 6000 // ms that a line of the chat pops up
const REACTED = 3000 // ms that a reaction is shown beside its seat

export class Table {
  facts = $state.raw<Facts | null>(null)
  looks = $state.raw<Map<number | null, Look>>(new Map())
  seats = $state.raw<number[]>([]) // of this device
  seat = $state<number | null>(null) // the one that is looked from
  link = $state<Link>('joining')
  bye = $state<Bye | null>(null)
  had = $state.raw<number[]>([]) // seats of the running match that were this device's and are no more
  chat = $state.raw<ChatLine[]>([])
  said = $state.raw<ChatLine | null>(null) // the newest line, while it pops up
  note = $state.raw<(() => string) | null>(null) // what else is said for a moment in the same place
  reactions = $state.raw<ReadonlyMap<number, string>>(new Map()) // by seat, while they are shown
  readonly muted: Muted
  readonly advance: AdvanceChoice
  acted = $state(false) // somebody at this device has acted on this page
  goesOn = $state.raw<{ left: number; at: number } | null>(null) // when the sums of a round close by themselves
  refused = $state.raw<Refused | null>(null) // the last refusal, to be shown
  missed = $state.raw<Map<number, PlayedFor[]>>(new Map()) // by seat what was played for it, until it is dismissed
  held = $state<Held | null>(null) // what is being looked at; later news wait
  pending = $state<{ seat: number; decision: number; action: string } | null>(null) // on its way
  log = $state.raw<Sentence[]>([]) // what happened, in sentences
  private readonly hotSeat = new HotSeat()
  preparing = $state(false) // its bots get ready, and nobody plays for them
  sheet = $state(false) // the sums of the last round are open
  follows = true // whether somebody looks at the cards: a visitor who reads the invitation does not, and nothing waits for them
  result = $state.raw<Result | null>(null) // of the last match, where somebody else has opened the table again
  private wish = $state<string | null>(null) // the name under which this device waits for a seat
  private wanted = $state.raw<{ seat: number; name: string } | null>(null) // the bot's seat that this device asked for
  aliases = $state.raw<readonly string[]>([]) // names of the seats on this page, where they are not the server's: a lesson's
  private frozen = $state.raw<View | null>(null) // the end of a round, while it is looked at
  private still = $state(false) // the moment that ended the round has come to rest
  private rests = 0 // the timer until then

  private seen: SeenRounds
  private connection: Connection
  private asked = false // for previews, on this line
  private previews = $state.raw<Map<number, Preview>>(new Map()) // by seat the last one
  private hints = $state.raw<Map<number, Hint>>(new Map()) // by seat the last one
  private hinting = $state(false) // one is on its way
  private number: number | null = null
  private queue = $state.raw<News[]>([])
  private timer = 0
  private saidTimer = 0
  private noteTimer = 0
  private fairShare: FairShare

  constructor(
    readonly id: string,
    before: Promise<unknown> | null = null,
  ) {
    this.seen = new SeenRounds(id)
    this.muted = new Muted(id)
    this.advance = new AdvanceChoice(id)
    const url = new URL(`ws?at=${id.slice(0, 6)}`, BASE) // a proxy may take those of one table to one process
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    this.connection = new Connection(
      url.href,
      id,
      {
        told: (message) => this.told(message),
        linked: (link) => (this.link = link),
        refused: (message) => (this.refused = message),
        last: () => this.number,
        language: () => settings.language,
        previews: () => (this.asked = settings.chances),
      },
      before,
    )
    this.fairShare = new FairShare(this.connection)
  }

  /** Whether a curtain hides every hand, between two people at one device. */
  get curtain(): boolean {
    return this.hotSeat.curtain
  }

  get look(): Look | null {
    return this.looks.get(this.seat) ?? null
  }

  get view(): View | null {
    return this.frozen ?? this.look?.view ?? null
  }

  /** What the table's picture is drawn from; null before a match. */
  get scene(): Scene | null {
    const view = this.view
    if (!view || !this.facts) return null
    const { turn, preview, seat, held, pending } = this
    const confirm = settings.confirms
    const { clocks, paused, options, fair, absences } = this.facts
    const { reactions } = this
    const seats = this.seated
    const draft = `${this.id} ${fair?.commitment ?? ''} ${seat} ${view.round}`
    const act = (action: string): void => void this.act(action)
    const hint = this.facts.aids && seat !== null && !view.over ? this.hint(seat) : null
    const { climax, plan } = this
    return {
      view,
      turn,
      preview,
      hint,
      seat,
      seats,
      clocks,
      paused,
      absences,
      reactions,
      held,
      pending,
      plan,
      confirm,
      options,
      lookBack: this.facts.look_back || view.over,
      draft,
      climax,
      act,
      goOn: () => this.goOn(),
    }
  }

  /** The moment with which the round ended, while its last trick is looked at. */
  get climax(): Scene['climax'] {
    const round = this.look?.view?.last_round
    const moment = this.held === 'trick' && this.frozen && round ? momentOf(round, this.seat) : null
    return moment && { ...moment, still: this.still, open: () => this.openSums() }
  }

  /** The number of the next decision of the seat that is looked from, where cards can be chosen in advance for it. */
  get plannedDecision(): number | null {
    const { facts, seat, look } = this
    const days = facts?.pace.kind === 'days' && facts.phase === 'playing' && seat !== null
    return days && look?.view?.phase === 'tricks' ? (look.turn?.decision ?? null) : null
  }

  /** The card that is chosen in advance, at a table by days. */
  private get plan(): Plan | null {
    const { seat, look, plannedDecision: decision } = this
    const turn = look?.turn
    if (seat === null || decision === null || !turn || this.held || this.pending || this.curtain || this.facts?.paused)
      return null
    const card = this.advance.chosen(seat, decision)
    const choose = (wish: string): void =>
      void this.advance.choose(seat, decision, wish === this.advance.chosen(seat, decision) ? '' : wish)
    const legal = turn.legal.map((outlook) => outlook.action)
    if (!due(turn)) return look.view?.hand.length ? { card, state: 'waits', choose } : null
    if (card !== null && legal.includes(card)) return { card, state: 'plays', choose }
    if (this.advance.forced && legal.length === 1) return { card: legal[0] ?? null, state: 'forced', choose }
    return { card, state: card === null ? 'none' : 'dropped', choose }
  }

  /** What this device may do now: nothing while it looks at something, or an action is on its way. */
  get turn(): Turn | null {
    return this.held || this.pending || this.curtain || this.facts?.paused ? null : (this.look?.turn ?? null)
  }

  /** What the cards bring of which one may be played now; null where that is not known, or not wanted. */
  get preview(): Preview | null {
    const found = this.seat === null ? undefined : this.previews.get(this.seat)
    return found && settings.chances && found.decision === this.turn?.decision ? found : null
  }

  /** What was told of the best choices of a seat, of the decision that is due; and the ways to ask for it and to close it. */
  private hint(seat: number): Scene['hint'] {
    const found = this.hints.get(seat)
    const told = found && found.decision === this.turn?.decision ? found : null
    const ask = async (laid = ''): Promise<void> => {
      this.hinting = true
      await this.send(laid ? { type: 'ask-hint', seat, laid } : { type: 'ask-hint', seat })
      this.hinting = false
    }
    const close = (): void => void (this.hints = new Map([...this.hints].filter(([each]) => each !== seat)))
    return { told, waits: this.hinting, ask: (laid) => void ask(laid), close }
  }

  get myTurn(): boolean {
    return due(this.turn)
  }

  /** Whether somebody at this device is to act, be it that they still look at the end of a round. */
  get called(): boolean {
    if (this.facts?.phase !== 'playing' || this.facts.paused || this.pending) return false
    if (this.held !== 'round' && !this.curtain) return this.myTurn
    return this.seats.some((seat) => {
      const last = this.queue.findLast((news) => news.seat === seat && news.turn !== undefined)
      return due(last ? last.turn : this.looks.get(seat)?.turn)
    })
  }

  /** Whether this device plays with bots of the server and nobody else. */
  get alone(): boolean {
    return this.seats.length === 1 && this.facts?.seats.filter((seat) => seat.kind !== 'bot').length === 1
  }

  /** Whether the seat that is looked from has decided something in this match. */
  get decided(): boolean {
    const { seat, look } = this
    return (
      look?.history.some(
        (event) =>
          ('action' in event && event.seat === seat) ||
          ('chosen' in event && seat !== null && event.chosen.includes(seat)),
      ) ?? false
    )
  }

  get host(): boolean {
    return this.seats.some((seat) => this.facts?.seats[seat]?.host)
  }

  /** Whether somebody without a seat watches a match here. */
  get watching(): boolean {
    return this.seats.length === 0 && this.facts?.phase === 'playing'
  }

  /** Whether other people sit at this table. */
  private get accompanied(): boolean {
    return this.facts?.seats.some((seat, number) => seat.kind === 'person' && !this.seats.includes(number)) ?? false
  }

  /** The lines of the chat, without those of people who are muted. */
  get lines(): ChatLine[] {
    return this.chat.filter((line) => line.notice || !this.muted.has(line.name))
  }

  get names(): string[] {
    return seatNames(this.seated)
  }

  /** Everybody at the table, under the names of this page. */
  private get seated(): SeatFacts[] {
    const seats = this.facts?.seats ?? []
    if (this.aliases.length === 0) return seats
    return seats.map((seat, number) => ({ ...seat, name: this.aliases[number] ?? seat.name, kind: 'person', bot: '' }))
  }

  /** Sends a command; a refusal is shown. */
  async send(command: Command | AskHint): Promise<boolean> {
    this.refused = null
    const refused = await this.connection.send(command)
    if (refused?.reason === 'seat-taken' && command.type === 'sit' && this.seats.includes(command.seat)) return true
    if (refused) this.refused = refused
    return refused === null
  }

  /** Takes a free seat; who is not known yet is now, by a new line. */
  async sit(seat: number, name: string): Promise<boolean> {
    return (await this.introduced(name)) && this.send({ type: 'sit', seat, name })
  }

  /** Says a preset phrase; who is not known yet is now, by a new line. */
  async saysPhrase(phrase: string, name = ''): Promise<boolean> {
    return (await this.introduced(name)) && this.send({ type: 'say', phrase, name })
  }

  /** Whether this device is known by a name, which it may become by this. */
  private async introduced(name: string): Promise<boolean> {
    if (me.known) return true
    try {
      me.is(await rename(name))
      await this.connection.renew()
      return true
    } catch (error) {
      this.refused = { type: 'refused', id: '', ...(error as Refusal).problem }
      return false
    }
  }

  /** Says something for a moment in the place of the chat. */
  notify(text: () => string): void {
    window.clearTimeout(this.noteTimer)
    this.note = text
    this.noteTimer = window.setTimeout(() => (this.note = null), SAID)
  }

  /** Whether this device waits for a seat. */
  get queued(): boolean {
    return (
      this.seats.length === 0 && (this.wish !== null || (me.known && (this.facts?.queue.includes(me.name) ?? false)))
    )
  }

  /** Waits for the next seat that is free. */
  async wait(name: string): Promise<boolean> {
    const done = (await this.introduced(name)) && (await this.send({ type: 'queue', name, wait: true }))
    if (done) this.wish = name
    return done
  }

  stopWaiting(): void {
    this.wish = null
    void this.send({ type: 'queue', name: '', wait: false })
  }

  /** The bot's seat that is this device's when the round ends; null: none. */
  get asksFor(): number | null {
    if (this.seats.length > 0) return null
    const { wanted } = this
    const promised = (this.facts?.seats ?? []).findIndex((seat, number) =>
      wanted ? number === wanted.seat && seat.next !== '' : me.known && seat.next === me.name,
    )
    return promised < 0 ? null : promised
  }

  /** Asks for a bot's seat, which is this device's when the round ends. */
  async takeOver(seat: number, name: string): Promise<boolean> {
    const done = (await this.introduced(name)) && (await this.send({ type: 'take-over', seat, name, wish: true }))
    if (done) this.wanted = { seat, name }
    return done
  }

  /** No longer wants the bot's seat that was asked for. */
  stopAsking(): void {
    this.wanted = null
    void this.send({ type: 'take-over', seat: 0, name: '', wish: false })
  }

  /** Takes an action for the seat that is looked from. */
  async act(action: string): Promise<void> {
    const turn = this.turn
    if (this.seat === null || !turn || this.pending) return
    this.pending = { seat: this.seat, decision: turn.decision, action }
    this.acted = (await this.send({ type: 'act', seat: this.seat, decision: turn.decision, action })) || this.acted
    this.pending = null
    this.nextSeat()
  }

  /** What was played for the seat that is looked from has been read. */
  dismissMissed(): void {
    this.missed = new Map([...this.missed].filter(([seat]) => seat !== this.seat))
  }

  /** Goes on from what is being looked at; after a round the others hear that they need not wait. */
  goOn(): void {
    if (this.climax?.mine && !this.still) return this.rest() // the first tap ends its motion, the next one opens the sums
    window.clearTimeout(this.timer)
    if (this.frozen && this.held === 'trick') return this.showSums()
    if (this.held === 'round') {
      this.seen.keep(this.look?.view, this.facts)
      if (this.waitedFor()) void this.connection.send({ type: 'go-on' })
    }
    this.held = null
    this.goesOn = null
    this.frozen = null
    this.sheet = false
    this.drain()
  }

  /** The moment that ended the round stands still. */
  private rest(): void {
    window.clearTimeout(this.rests)
    this.still = true
  }

  /** The sums, whatever moves. */
  private openSums(): void {
    this.rest()
    this.goOn()
  }

  /** The sums of the round that has ended: they stay until somebody goes on, or until the pause that others wait for is over. */
  private showSums(): void {
    this.held = 'round'
    this.sheet = true
    const paused = this.facts?.interval !== null
    for (const news of this.queue) this.keepTime(news, false) // what came while the last trick was looked at
    window.clearTimeout(this.timer)
    const left = paused && this.facts?.interval === null ? LATE : this.pauseLeft
    this.goesOn = left === null ? null : { left, at: now() }
    if (left !== null) this.timer = window.setTimeout(() => this.goOnUnasked(), left)
  }

  private get pauseLeft(): number | null {
    const ended = this.look?.view?.over === true // in what is known, be it shown or not
    return pauseLeft(this.facts, { watches: this.seats.length === 0, accompanied: this.accompanied, ended })
  }

  /** The pause is over: the table goes on, and says so to who plays. */
  private goOnUnasked(): void {
    if (this.held !== 'round') return
    this.goOn()
    if (this.seats.length > 0) this.notify(() => t('table.went-on'))
  }

  /** Takes the last decision back; what was on its way to be shown is not shown any more. Whether it could be. */
  async takeBack(): Promise<boolean> {
    if (!(await this.send({ type: 'take-back' }))) return false
    const fresh = this.queue.findLastIndex((news) => news.type === 'view')
    this.queue = this.queue.slice(Math.max(0, fresh))
    this.held = null
    this.goOn()
    return true
  }

  /** Shows what is there at once, and lets bots act at once where nobody else looks. */
  hurry(): void {
    if (this.held === 'round') return
    if (this.held) this.goOn()
    const waits = this.facts?.phase === 'playing' && !this.facts.paused && this.facts.tempo !== 'at-once'
    if (this.alone && waits && !due(this.look?.turn) && !this.pending) void this.connection.send({ type: 'hurry' })
  }

  /** Previews are wanted from now on: the line says so anew, unless it has or is about to. */
  wantPreviews(): void {
    if (!this.asked && this.link === 'open') void this.connection.renew()
  }

  /** Tries the line again at once. */
  renew(): void {
    void this.connection.renew()
  }

  /** The next person at this device lifts the curtain. */
  lift(): void {
    this.hotSeat.lift(this.seat)
  }

  close(): void {
    for (const timer of [this.timer, this.rests, this.saidTimer, this.noteTimer]) window.clearTimeout(timer)
    this.connection.close()
  }

  private told(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.bye = null
        this.preparing = false // told anew if it still is so
        this.seats = message.seats
        this.had = message.had ?? []
        if (this.seat === null || !message.seats.includes(this.seat)) this.seat = message.seats[0] ?? null
        if (message.seats.length > 0) this.wanted = null
        else if (this.wanted) void this.connection.send({ type: 'take-over', ...this.wanted, wish: true }) // as below
        if (message.seats.length > 0) this.wish = null
        else if (this.wish !== null) void this.connection.send({ type: 'queue', name: this.wish, wait: true }) // the server may have been down
        break
      case 'view':
      case 'update':
        this.number = message.number
        // Talk does not wait; of several seats at this device one hears it.
        if (message.type === 'update' && message.chat && message.seat === (this.seats[0] ?? null)) {
          this.hear(message.chat)
        } else if (message.type === 'view') {
          this.chat = message.chat ?? []
          this.previews = new Map([...this.previews].filter(([seat]) => seat !== message.seat))
        }
        this.queue = [...this.queue, { ...message, at: now() - this.connection.delay }]
        for (const news of this.queue.slice(-1)) this.keepTime(news)
        this.drain()
        break
      case 'missed':
        this.missed = new Map(this.missed).set(message.seat, message.decisions)
        break
      case 'preview':
        this.previews = new Map(this.previews).set(message.seat, message)
        break
      case 'hint':
        this.hints = new Map(this.hints).set(message.seat, message)
        break
      case 'preparing':
        this.preparing = !message.ready
        break
      case 'bye':
        this.bye = message
        break
    }
  }

  /** New lines: one of others pops up once, a reaction is shown beside its seat for a moment. */
  private hear(lines: readonly ChatLine[]): void {
    const spoken = lines.filter((line) => !line.reaction)
    this.chat = [...this.chat, ...spoken]
    for (const { seat, name, reaction } of lines) {
      if (!reaction || this.muted.has(name)) continue
      this.reactions = new Map(this.reactions).set(seat, reaction)
      window.setTimeout(() => {
        if (this.reactions.get(seat) === reaction)
          this.reactions = new Map([...this.reactions].filter(([each]) => each !== seat))
      }, REACTED)
    }
    const fresh = spoken.findLast(
      (line) => line.notice || (!this.seats.includes(line.seat) && !this.muted.has(line.name)),
    )
    if (!fresh) return
    window.clearTimeout(this.saidTimer)
    this.said = fresh
    this.saidTimer = window.setTimeout(() => (this.said = null), SAID)
  }

  private waitedFor(): boolean {
    return this.facts?.interval?.waiting.some((seat) => this.seats.includes(seat)) ?? false
  }

  /** While the end of a round is looked at, clocks and whom it waits for are shown as they are told. */
  private keepTime(news: News, live = true): void {
    if (this.held !== 'round' || !this.facts || !news.table) return
    const { clocks, interval, paused } = stamped(news.table, news.at)
    const waited = this.facts.interval !== null && (this.seats.length === 0 || this.waitedFor())
    this.facts = {
      ...this.facts,
      ...(clocks && { clocks }),
      ...(interval !== undefined && { interval }),
      ...(paused !== undefined && { paused }),
    }
    const over = this.seats.length === 0 ? this.facts.interval === null : !this.waitedFor()
    if (live && waited && over) this.goOnUnasked()
  }

  private drain(): void {
    while (!this.held && this.queue.length > 0) {
      const [message, ...rest] = this.queue
      this.queue = rest
      if (message) this.apply(message)
    }
    this.nextSeat()
    if (this.facts && this.seats.length > 0) void this.fairShare.answer(this.facts)
  }

  private apply(message: News): void {
    const before = this.looks.get(message.seat) ?? { view: null, history: [], turn: null }
    this.keepResult(message, before)
    let look: Look
    if (message.type === 'view') {
      this.facts = stamped(message.table, message.at) as Facts
      look = { view: message.view ?? null, history: message.history ?? [], turn: message.turn ?? null }
    } else {
      this.facts = { ...(this.facts as Facts), ...stamped(message.table ?? {}, message.at) }
      const history = message.history
        ? [...before.history.slice(0, message.history.keep), ...message.history.add]
        : before.history
      const view = message.view ? ({ ...before.view, ...message.view } as View) : before.view
      look = { view, history, turn: message.turn === undefined ? before.turn : message.turn }
    }
    const phase = this.facts?.phase
    if (phase === 'open' || phase === 'sharing') look = { view: null, history: [], turn: null }
    if (phase !== 'playing') look = { ...look, turn: null }
    this.looks = new Map(this.looks).set(message.seat, look)
    if (message.seat !== this.seat) return
    if (message.type === 'update') this.pause(before.view, look.view)
    else if (look.view && this.seen.misses(look.view, this.facts)) {
      this.frozen = endOfRound(look.view, look.view) // the page was loaded anew while its sums were read
      this.showSums()
    }
  }

  /** The result of a match stays when another person opens the table again: whoever has not joined is not moved. */
  private keepResult(message: News, before: Look): void {
    const { facts, seats, seat, names } = this
    const next = message.type === 'view' ? message.table : { ...facts, ...message.table }
    if (this.result && seats.length > 0 && seats.every((own) => next.seats?.[own]?.ready)) this.result = null // joined, be it in another tab
    if (
      facts?.phase !== 'over' ||
      next.phase === 'over' ||
      next.phase === 'playing' ||
      next.phase === 'closed' ||
      !before.view ||
      message.seat !== seat
    )
      return
    if (seats.length > 0 && seats.every((own) => next.seats?.[own]?.ready)) return // I asked for it
    this.result = { facts, look: before, names, seats, seat }
  }

  /** A finished trick, a reveal or a round's end is looked at before anything else is shown. */
  private pause(before: View | null, after: View | null): void {
    if (!before || !after || !this.follows) return
    const watches = this.seats.length === 0
    if (after.over !== before.over || after.round !== before.round) {
      this.frozen = endOfRound(before, after)
      this.restLater(after)
      this.hold('trick', lastTrickTime(after, { seat: this.seat, watches, alone: this.alone })) // then come the sums
      return
    }
    const atOnce = this.facts?.tempo === 'at-once'
    const pause = toHold(before, after, { atOnce, watches, waiting: this.queue.length })
    if (pause) this.hold(pause.held, pause.wait)
  }

  private hold(held: Held, wait: number | null): void {
    this.held = held
    if (wait !== null) this.timer = window.setTimeout(() => this.goOn(), wait)
  }

  /** The moment that ended the round, if it is mine, moves for a while and then stands still. */
  private restLater(after: View): void {
    const moment = after.last_round && momentOf(after.last_round, this.seat)
    window.clearTimeout(this.rests)
    this.still = calm() || !moment?.mine
    if (!this.still) this.rests = window.setTimeout(() => this.rest(), STILL)
  }

  /** With several seats at one device: the one that is to act comes to the front, behind a curtain. */
  private nextSeat(): void {
    if (this.seats.length < 2 || this.held || this.pending) return
    if (this.facts?.phase !== 'playing') this.hotSeat.reset()
    else this.seat = this.hotSeat.next(this.seats, this.seat, (seat) => due(this.looks.get(seat)?.turn))
  }
}
