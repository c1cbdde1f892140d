// A table as this device sees it: the server's snapshots and updates, applied at a pace people can follow.

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

/** What one seat of this device, or a spectator, sees. */
export interface Look {
  view: View | null
  history: SeenEvent[]
  turn: Turn | null
}

/** The result of a match, kept on screen while others start another one. */
export interface Result {
  facts: Facts
  look: Look
  names: string[]
  seats: number[]
  seat: number | null
}

/** A sentence about what happened; recomputed when the language changes. */
export interface Sentence {
  key: string
  round: number // in which it happened
  text: () => string
}

/** A snapshot or update, with the device time at which it was true. */
type News = (Sight | Update) & { at: number }

const SAID = 6000 // ms for which a chat line pops up
const REACTED = 3000 // ms that a reaction is shown beside its seat

export class Table {
  facts = $state.raw<Facts | null>(null)
  looks = $state.raw<Map<number | null, Look>>(new Map())
  seats = $state.raw<number[]>([]) // of this device
  seat = $state<number | null>(null) // the viewing seat
  link = $state<Link>('joining')
  bye = $state<Bye | null>(null)
  had = $state.raw<number[]>([]) // seats of the current match that this device has lost
  chat = $state.raw<ChatLine[]>([])
  said = $state.raw<ChatLine | null>(null) // the newest chat line, while it pops up
  note = $state.raw<(() => string) | null>(null) // another notice in the same place
  reactions = $state.raw<ReadonlyMap<number, string>>(new Map()) // by seat, while shown
  readonly muted: Muted
  readonly advance: AdvanceChoice
  acted = $state(false) // somebody has acted on this page
  goesOn = $state.raw<{ left: number; at: number } | null>(null) // when a round's sums close by themselves
  refused = $state.raw<Refused | null>(null) // the last refusal, to be shown
  missed = $state.raw<Map<number, PlayedFor[]>>(new Map()) // by seat: what was played for it, until dismissed
  held = $state<Held | null>(null) // what is held on screen; later updates queue
  pending = $state<{ seat: number; decision: number; action: string } | null>(null) // on its way to the server
  log = $state.raw<Sentence[]>([]) // what happened, as sentences
  private readonly hotSeat = new HotSeat()
  preparing = $state(false) // the bots are still loading and can't play yet
  sheet = $state(false) // the sums of the last round are open
  follows = true // false for a visitor who reads the invitation: they don't see the cards, so nothing is held for them
  result = $state.raw<Result | null>(null) // of the last match, after somebody else reopened the table
  private wish = $state<string | null>(null) // the name under which this device queues for a seat
  private wanted = $state.raw<{ seat: number; name: string } | null>(null) // the bot's seat that this device asked for
  aliases = $state.raw<readonly string[]>([]) // seat names on this page, where they differ from the server's: in a lesson
  private frozen = $state.raw<View | null>(null) // the end of a round, while it is on screen
  private still = $state(false) // the moment that ended the round has come to rest
  private rests = 0 // timer for `still`

  private seen: SeenRounds
  private connection: Connection
  private asked = false // for previews, on this connection
  private previews = $state.raw<Map<number, Preview>>(new Map()) // the latest one, by seat
  private hints = $state.raw<Map<number, Hint>>(new Map()) // the latest one, by seat
  private hinting = $state(false) // a hint is on its way
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
    const url = new URL(`ws?at=${id.slice(0, 6)}`, BASE) // lets a proxy route everybody at a table to the same process
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

  /** True while a curtain hides every hand between two people at one device. */
  get curtain(): boolean {
    return this.hotSeat.curtain
  }

  get look(): Look | null {
    return this.looks.get(this.seat) ?? null
  }

  get view(): View | null {
    return this.frozen ?? this.look?.view ?? null
  }

  /** What the table is drawn from; null before a match. */
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

  /** The moment that ended the round, while its last trick is shown. */
  get climax(): Scene['climax'] {
    const round = this.look?.view?.last_round
    const moment = this.held === 'trick' && this.frozen && round ? momentOf(round, this.seat) : null
    return moment && { ...moment, still: this.still, open: () => this.openSums() }
  }

  /** The number of the viewing seat's next decision, if a card can be chosen for it in advance. */
  get plannedDecision(): number | null {
    const { facts, seat, look } = this
    const days = facts?.pace.kind === 'days' && facts.phase === 'playing' && seat !== null
    return days && look?.view?.phase === 'tricks' ? (look.turn?.decision ?? null) : null
  }

  /** The card chosen in advance, at a correspondence table. */
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

  /** What this device may do now; null while something is held on screen or an action is pending. */
  get turn(): Turn | null {
    return this.held || this.pending || this.curtain || this.facts?.paused ? null : (this.look?.turn ?? null)
  }

  /** What the playable cards bring; null if unknown or switched off. */
  get preview(): Preview | null {
    const preview = this.seat === null ? undefined : this.previews.get(this.seat)
    return preview && settings.chances && preview.decision === this.turn?.decision ? preview : null
  }

  /** The hint for a seat's current decision, and how to ask for it and close it. */
  private hint(seat: number): Scene['hint'] {
    const latest = this.hints.get(seat)
    const told = latest && latest.decision === this.turn?.decision ? latest : null
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

  /** True if somebody at this device is to act, even while they still look at the end of a round. */
  get called(): boolean {
    if (this.facts?.phase !== 'playing' || this.facts.paused || this.pending) return false
    if (this.held !== 'round' && !this.curtain) return this.myTurn
    return this.seats.some((seat) => {
      const last = this.queue.findLast((news) => news.seat === seat && news.turn !== undefined)
      return due(last ? last.turn : this.looks.get(seat)?.turn)
    })
  }

  /** True if this device plays alone with server bots. */
  get alone(): boolean {
    return this.seats.length === 1 && this.facts?.seats.filter((seat) => seat.kind !== 'bot').length === 1
  }

  /** True if the viewing seat has decided anything in this match. */
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

  /** True for a spectator of a match. */
  get watching(): boolean {
    return this.seats.length === 0 && this.facts?.phase === 'playing'
  }

  /** True if other people sit at this table. */
  private get accompanied(): boolean {
    return this.facts?.seats.some((seat, number) => seat.kind === 'person' && !this.seats.includes(number)) ?? false
  }

  /** The chat, without people who are muted. */
  get lines(): ChatLine[] {
    return this.chat.filter((line) => line.notice || !this.muted.has(line.name))
  }

  get names(): string[] {
    return seatNames(this.seated)
  }

  /** The facts of all seats, under the names of this page. */
  private get seated(): SeatFacts[] {
    const seats = this.facts?.seats ?? []
    if (this.aliases.length === 0) return seats
    return seats.map((seat, number) => ({ ...seat, name: this.aliases[number] ?? seat.name, kind: 'person', bot: '' }))
  }

  /** Sends a command and shows a refusal. */
  async send(command: Command | AskHint): Promise<boolean> {
    this.refused = null
    const refused = await this.connection.send(command)
    if (refused?.reason === 'seat-taken' && command.type === 'sit' && this.seats.includes(command.seat)) return true
    if (refused) this.refused = refused
    return refused === null
  }

  /** Takes a free seat. A new visitor is introduced first, over a new connection. */
  async sit(seat: number, name: string): Promise<boolean> {
    return (await this.introduced(name)) && this.send({ type: 'sit', seat, name })
  }

  /** Says a preset phrase. A new visitor is introduced first, over a new connection. */
  async saysPhrase(phrase: string, name = ''): Promise<boolean> {
    return (await this.introduced(name)) && this.send({ type: 'say', phrase, name })
  }

  /** Makes sure the server knows this device by a name; false if it refuses the name. */
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

  /** Shows a notice for a moment in place of the chat line. */
  notify(text: () => string): void {
    window.clearTimeout(this.noteTimer)
    this.note = text
    this.noteTimer = window.setTimeout(() => (this.note = null), SAID)
  }

  /** True while this device queues for a seat. */
  get queued(): boolean {
    return (
      this.seats.length === 0 && (this.wish !== null || (me.known && (this.facts?.queue.includes(me.name) ?? false)))
    )
  }

  /** Queues for the next free seat. */
  async wait(name: string): Promise<boolean> {
    const done = (await this.introduced(name)) && (await this.send({ type: 'queue', name, wait: true }))
    if (done) this.wish = name
    return done
  }

  stopWaiting(): void {
    this.wish = null
    void this.send({ type: 'queue', name: '', wait: false })
  }

  /** The bot's seat that becomes this device's when the round ends; null if none. */
  get asksFor(): number | null {
    if (this.seats.length > 0) return null
    const { wanted } = this
    const promised = (this.facts?.seats ?? []).findIndex((seat, number) =>
      wanted ? number === wanted.seat && seat.next !== '' : me.known && seat.next === me.name,
    )
    return promised < 0 ? null : promised
  }

  /** Asks to take over a bot's seat when the round ends. */
  async takeOver(seat: number, name: string): Promise<boolean> {
    const done = (await this.introduced(name)) && (await this.send({ type: 'take-over', seat, name, wish: true }))
    if (done) this.wanted = { seat, name }
    return done
  }

  /** Withdraws the request for a bot's seat. */
  stopAsking(): void {
    this.wanted = null
    void this.send({ type: 'take-over', seat: 0, name: '', wish: false })
  }

  /** Takes an action for the viewing seat. */
  async act(action: string): Promise<void> {
    const turn = this.turn
    if (this.seat === null || !turn || this.pending) return
    this.pending = { seat: this.seat, decision: turn.decision, action }
    this.acted = (await this.send({ type: 'act', seat: this.seat, decision: turn.decision, action })) || this.acted
    this.pending = null
    this.nextSeat()
  }

  /** Dismisses what was played for the viewing seat. */
  dismissMissed(): void {
    this.missed = new Map([...this.missed].filter(([seat]) => seat !== this.seat))
  }

  /** Moves on from what is held on screen; after a round, tells the server that the others need not wait. */
  goOn(): void {
    if (this.climax?.mine && !this.still) return this.rest() // the first tap ends the motion, the next one opens the sums
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

  /** Brings the moment that ended the round to rest. */
  private rest(): void {
    window.clearTimeout(this.rests)
    this.still = true
  }

  /** Opens the sums, whatever is still moving. */
  private openSums(): void {
    this.rest()
    this.goOn()
  }

  /** Shows the sums of the round that has ended, until somebody goes on or the pause that others wait for is over. */
  private showSums(): void {
    this.held = 'round'
    this.sheet = true
    const paused = this.facts?.interval !== null
    for (const news of this.queue) this.keepTime(news, false) // what arrived while the last trick was on screen
    window.clearTimeout(this.timer)
    const left = paused && this.facts?.interval === null ? LATE : this.pauseLeft
    this.goesOn = left === null ? null : { left, at: now() }
    if (left !== null) this.timer = window.setTimeout(() => this.goOnUnasked(), left)
  }

  private get pauseLeft(): number | null {
    const ended = this.look?.view?.over === true // in the latest known view, shown or not
    return pauseLeft(this.facts, { watches: this.seats.length === 0, accompanied: this.accompanied, ended })
  }

  /** The pause is over: goes on, and tells players so. */
  private goOnUnasked(): void {
    if (this.held !== 'round') return
    this.goOn()
    if (this.seats.length > 0) this.notify(() => t('table.went-on'))
  }

  /** Takes the last decision back and drops updates not shown yet. Returns whether it could. */
  async takeBack(): Promise<boolean> {
    if (!(await this.send({ type: 'take-back' }))) return false
    const fresh = this.queue.findLastIndex((news) => news.type === 'view')
    this.queue = this.queue.slice(Math.max(0, fresh))
    this.held = null
    this.goOn()
    return true
  }

  /** Skips what is held on screen, and makes bots act at once when this device plays alone. */
  hurry(): void {
    if (this.held === 'round') return
    if (this.held) this.goOn()
    const waits = this.facts?.phase === 'playing' && !this.facts.paused && this.facts.tempo !== 'at-once'
    if (this.alone && waits && !due(this.look?.turn) && !this.pending) void this.connection.send({ type: 'hurry' })
  }

  /** Asks for previews: reconnects, unless this connection has them or is about to. */
  wantPreviews(): void {
    if (!this.asked && this.link === 'open') void this.connection.renew()
  }

  /** Reconnects at once. */
  renew(): void {
    void this.connection.renew()
  }

  /** Lifts the curtain for the next person at this device. */
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
        this.preparing = false // sent again if it still holds
        this.seats = message.seats
        this.had = message.had ?? []
        if (this.seat === null || !message.seats.includes(this.seat)) this.seat = message.seats[0] ?? null
        if (message.seats.length > 0) this.wanted = null
        else if (this.wanted) void this.connection.send({ type: 'take-over', ...this.wanted, wish: true }) // as for `queue` below
        if (message.seats.length > 0) this.wish = null
        else if (this.wish !== null) void this.connection.send({ type: 'queue', name: this.wish, wait: true }) // the server may have restarted
        break
      case 'view':
      case 'update':
        this.number = message.number
        // Chat is not queued; if this device has several seats, only one of them receives it.
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

  /** New chat lines: one from somebody else pops up once, a reaction is shown beside its seat for a moment. */
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

  /** While the end of a round is on screen, clocks and the list of players it waits for stay live. */
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
      this.frozen = endOfRound(look.view, look.view) // the page was reloaded while the sums were open
      this.showSums()
    }
  }

  /** Keeps the result of a match when somebody else reopens the table, for whoever has not joined yet. */
  private keepResult(message: News, before: Look): void {
    const { facts, seats, seat, names } = this
    const next = message.type === 'view' ? message.table : { ...facts, ...message.table }
    if (this.result && seats.length > 0 && seats.every((own) => next.seats?.[own]?.ready)) this.result = null // joined, perhaps in another tab
    if (
      facts?.phase !== 'over' ||
      next.phase === 'over' ||
      next.phase === 'playing' ||
      next.phase === 'closed' ||
      !before.view ||
      message.seat !== seat
    )
      return
    if (seats.length > 0 && seats.every((own) => next.seats?.[own]?.ready)) return // it was me
    this.result = { facts, look: before, names, seats, seat }
  }

  /** Holds a finished trick, a reveal or a round's end on screen before anything else is shown. */
  private pause(before: View | null, after: View | null): void {
    if (!before || !after || !this.follows) return
    const watches = this.seats.length === 0
    if (after.over !== before.over || after.round !== before.round) {
      this.frozen = endOfRound(before, after)
      this.restLater(after)
      this.hold('trick', lastTrickTime(after, { seat: this.seat, watches, alone: this.alone })) // then the sums open
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

  /** Lets the moment that ended the round move for a while, if it is mine, and then rest. */
  private restLater(after: View): void {
    const moment = after.last_round && momentOf(after.last_round, this.seat)
    window.clearTimeout(this.rests)
    this.still = calm() || !moment?.mine
    if (!this.still) this.rests = window.setTimeout(() => this.rest(), STILL)
  }

  /** Hot seat: brings the seat that is to act to the front, behind a curtain. */
  private nextSeat(): void {
    if (this.seats.length < 2 || this.held || this.pending) return
    if (this.facts?.phase !== 'playing') this.hotSeat.reset()
    else this.seat = this.hotSeat.next(this.seats, this.seat, (seat) => due(this.looks.get(seat)?.turn))
  }
}
