// The bid being assembled: which cards, their sum, and whether it may be laid.

import { untrack } from 'svelte'
import { draft, drafted } from '../../../state/draft'
import { layOut } from '../../../state/raised'
import { mayAct, type Scene } from '../../../state/scene'
import { speech } from '../../../browser/speech.svelte'
import { bidOf, worthOf } from '../../../state/turn'
import type { Outlook, ProphecyView } from '../../../wire/messages'
import { t } from '../../../i18n/index.svelte'

const BACKS: Record<number, number> = { 2: 4, 3: 3, 4: 3, 5: 2, 6: 2 } // PR-1, for face-down bids of unknown size

export class Bidding {
  private readonly scene: () => Scene<ProphecyView>
  private together = $state<string[]>([])
  full = $state(false) // one more card was picked than a bid has

  constructor(scene: () => Scene<ProphecyView>) {
    this.scene = scene
    const round = $derived(scene().view.round)
    const name = $derived(scene().draft) // per round, so a new round starts without a draft
    $effect(() => {
      void [round, name]
      const { hand } = untrack(scene).view
      this.together = drafted(name).filter((each): each is string => hand.includes(each as string))
    })
    $effect(() => {
      if (!this.on) return
      const chosen = this.mine === null && this.laying === null ? this.together : []
      draft(name, chosen)
      layOut(chosen)
    })
  }

  /** True while bids are chosen. */
  readonly on = $derived.by(() => this.scene().view.phase === 'bid' && !this.scene().held)
  /** My bid, once laid. */
  readonly mine = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat === null ? null : (view.bids[seat] ?? null)
  })
  /** My bid on its way to the server. */
  readonly laying = $derived.by(() => {
    const sent = this.scene().pending?.action
    return this.on && sent?.includes('+') ? sent : null
  })
  readonly choosing = $derived.by(
    () => this.on && this.scene().seat !== null && (mayAct(this.scene()) || this.laying !== null),
  )

  /** The bids the server offers me. */
  private readonly choice = $derived.by(() => (this.on ? this.scene().turn?.bid : undefined))

  /** How many cards a bid has. */
  readonly size = $derived.by(() => {
    const { view } = this.scene()
    const seen = this.laying ?? view.bids.find((bid) => bid !== null) ?? view.last_round?.bids[0]
    return this.choice?.size ?? seen?.split('+').length ?? BACKS[view.players] ?? 2
  })
  readonly cards = $derived.by(() => this.laying?.split('+') ?? this.together)
  readonly missing = $derived.by(() => this.size - this.cards.length)
  /** True if the chosen cards are a legal bid. */
  readonly fits = $derived.by(() => this.laying !== null || bidOf(this.choice, this.together) !== null)
  readonly sum = $derived.by(() => (this.cards.length === 0 ? null : worthOf(this.choice, this.cards)))
  /** The cards that may be part of a bid, each with what it adds. */
  readonly offered = $derived.by(
    (): Outlook[] => this.choice?.cards.map(({ card, worth }) => ({ action: card, bid: worth })) ?? [],
  )

  /** The sums that one more card can make, each with its suits. */
  readonly next = $derived.by((): Map<number, Set<string>> => {
    const sums = new Map<number, Set<string>>()
    if (this.missing <= 0) return sums
    for (const { card, worth } of this.choice?.cards ?? []) {
      if (this.cards.includes(card)) continue
      const sum = (this.sum ?? 0) + worth
      sums.set(sum, (sums.get(sum) ?? new Set()).add(card.charAt(0)))
    }
    return new Map([...sums].sort(([a], [b]) => a - b))
  })
  /** The highest bid this hand can make. */
  readonly highest = $derived.by(() => {
    const worths = this.choice?.cards.map((card) => card.worth).sort((a, b) => b - a) ?? []
    return worths.slice(0, this.size).reduce((sum, worth) => sum + worth, 0)
  })
  readonly worth = (card: string): number | null => worthOf(this.choice, [card])

  /** Adds a card to the bid, or removes it. */
  readonly pick = (card: string): void => {
    this.full = false
    if (this.together.includes(card)) this.together = this.together.filter((each) => each !== card)
    else if (this.together.length < this.size) this.together = [...this.together, card]
    else this.full = true
    speech.say(this.told())
  }

  /** Replaces the chosen cards. */
  put(cards: string[]): void {
    this.full = false
    this.together = cards
    speech.say(this.told())
  }

  /** The sum of the chosen cards, for screen readers. */
  private told(): string {
    if (this.full) return t('pr.bid.full', { n: this.size })
    if (this.sum === null) return t('pr.bid.told.none')
    return t(this.missing > 0 ? 'pr.bid.told.sofar' : 'pr.bid.told', { sum: this.sum, n: this.missing })
  }

  /** Removes the card chosen last; returns whether there was one. */
  takeLast(): boolean {
    this.full = false
    if (!this.choosing || this.laying !== null || this.together.length === 0) return false
    this.together = this.together.slice(0, -1)
    speech.say(this.told())
    return true
  }

  /** The action of the complete bid, '' while cards are missing. */
  get action(): string {
    return bidOf(this.choice, this.together) ?? ''
  }

  readonly lay = (): void => {
    if (this.action) this.scene().act(this.action)
  }
}
