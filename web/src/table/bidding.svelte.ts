// The bid that is being put together: which cards, what they add up to, and whether it may be laid.

import { untrack } from 'svelte'
import { draft, drafted } from '../lib/draft'
import { mayAct, type Scene } from '../lib/scene'
import type { Outlook, ProphecyView } from '../lib/wire'

const BACKS: Record<number, number> = { 2: 4, 3: 3, 4: 3, 5: 2, 6: 2 } // PR-1, for backs where no bid is in sight

export class Bidding {
  private readonly scene: () => Scene<ProphecyView>
  private together = $state<string[]>([])
  full = $state(false) // one card more was wanted than a bid has

  constructor(scene: () => Scene<ProphecyView>) {
    this.scene = scene
    const round = $derived(scene().view.round)
    const name = $derived(scene().draft) // the round's, so what is laid out for a bid is forgotten with it
    $effect(() => {
      void [round, name]
      const { hand } = untrack(scene).view
      this.together = drafted(name).filter((each): each is string => hand.includes(each as string))
    })
    $effect(() => {
      if (this.on) draft(name, this.mine === null && this.laying === null ? this.together : [])
    })
  }

  /** Bids are being chosen. */
  readonly on = $derived.by(() => this.scene().view.phase === 'bid' && !this.scene().held)
  /** My bid that lies already. */
  readonly mine = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat === null ? null : (view.bids[seat] ?? null)
  })
  /** My bid that is on its way to the server. */
  readonly laying = $derived.by(() => {
    const sent = this.scene().pending?.action
    return this.on && sent?.includes('+') ? sent : null
  })
  readonly choosing = $derived.by(() => this.on && this.scene().seat !== null && (mayAct(this.scene()) || this.laying !== null))

  private readonly legal = $derived.by(() => {
    const bids = this.on ? (this.scene().turn?.legal ?? []) : []
    return new Map(bids.map((each) => [setOf(each.action.split('+')), each]))
  })
  private readonly worths = $derived.by(() => worthOf([...this.legal.values()]))

  /** How many cards a bid has. */
  readonly size = $derived.by(() => {
    const { turn, view } = this.scene()
    const any = turn?.legal.find((each) => each.action.includes('+'))?.action ?? view.bids.find((each) => each !== null)
    const seen = this.laying ?? any ?? view.last_round?.bids?.[0]
    return seen?.split('+').length ?? BACKS[view.players] ?? 2
  })
  readonly cards = $derived.by(() => this.laying?.split('+') ?? this.together)
  readonly missing = $derived.by(() => this.size - this.cards.length)
  /** The cards chosen are a legal bid. */
  readonly fits = $derived.by(() => this.laying !== null || this.legal.has(setOf(this.together)))
  readonly sum = $derived.by(() => {
    const whole = this.legal.get(setOf(this.together))?.bid
    if (whole !== undefined) return whole
    const parts = this.cards.map((card) => this.worths.get(card))
    return parts.length === 0 || parts.includes(undefined) ? null : parts.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  })
  /** The cards that may be part of a bid, each with what it adds. */
  readonly offered = $derived.by((): Outlook[] => {
    const cards = new Set([...this.legal.values()].flatMap((each) => each.action.split('+')))
    return [...cards].map((card) => ({ action: card, bid: this.worths.get(card) }))
  })

  /** Puts a card to the bid, or takes it back. */
  readonly pick = (card: string): void => {
    this.full = false
    if (this.together.includes(card)) this.together = this.together.filter((each) => each !== card)
    else if (this.together.length < this.size) this.together = [...this.together, card]
    else this.full = true
  }

  takeLast(): void {
    this.full = false
    this.together = this.together.slice(0, -1)
  }

  readonly lay = (): void => {
    const action = this.legal.get(setOf(this.together))?.action
    if (action) this.scene().act(action)
  }
}

function setOf(cards: readonly string[]): string {
  return [...cards].sort().join('+')
}

/** What each card adds to a bid, as far as the sums of the legal bids tell. */
function worthOf(legal: Outlook[]): Map<string, number> {
  const sums = new Map(legal.map((each) => [setOf(each.action.split('+')), each.bid]))
  const base = legal[0]?.action.split('+') ?? []
  const cards = [...new Set(legal.flatMap((each) => each.action.split('+')))]
  const spare = cards.find((card) => !base.includes(card))
  const total = legal[0]?.bid
  const found = new Map<string, number>()
  if (spare === undefined || total === undefined) return found
  const swapped = (out: string, into: string): number | undefined =>
    sums.get(setOf([...base.filter((each) => each !== out), into]))
  const less: number[] = base.map((card) => (swapped(card, spare) ?? NaN) - total) // spare's worth minus the card's
  const sparesWorth = (total + less.reduce((sum, each) => sum + each, 0)) / base.length
  base.forEach((card, index) => found.set(card, sparesWorth - (less[index] ?? NaN)))
  for (const card of cards) {
    if (!base.includes(card)) found.set(card, (swapped(base[0] ?? '', card) ?? NaN) - total + (found.get(base[0] ?? '') ?? NaN))
  }
  const right = legal.every(
    (each) => each.action.split('+').reduce((sum, card) => sum + (found.get(card) ?? NaN), 0) === each.bid,
  )
  return right ? found : new Map<string, number>()
}
