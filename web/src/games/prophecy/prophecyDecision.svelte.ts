// What I may do now at a table of Prophecy, and how far I am with it: a bid, a card, a suit to name, a surrender.

import { mayAct, type Scene } from '../../state/scene'
import type { Outlook, ProphecyView } from '../../wire/messages'
import { Bidding } from './bid/bidding.svelte'
import { CardChoice } from '../../table/cardChoice.svelte'
import { handTakesFocus } from '../../table/handFocus.svelte'
import type { Ways } from './prophecyMotion.svelte'
import { cardOf, slotsOf } from './prophecySlots'
import { sentCard } from './prophecyTrick'

export class Decision {
  private readonly scene: () => Scene<ProphecyView>
  readonly choice = new CardChoice()
  readonly bid: Bidding

  constructor(
    scene: () => Scene<ProphecyView>,
    private readonly motion: Ways,
  ) {
    this.scene = scene
    this.bid = new Bidding(scene)
    const moment = $derived.by(() => {
      const { view, held } = scene()
      return `${view.round} ${view.phase} ${view.tricks.length} ${view.trick.length} ${view.actors.join()} ${held}`
    })
    $effect(() => {
      void moment
      this.choice.forget()
      this.bid.full = false
    })
  }

  readonly mine = $derived.by(() => mayAct(this.scene()))
  /** The cards in my hand; one that is on its way has left it. */
  readonly hand = $derived.by(() => {
    const sent = sentCard(this.scene())?.split(':')[0]
    return sent === undefined ? this.scene().view.hand : this.scene().view.hand.filter((card) => card !== sent)
  })
  /** The places of all cards that I was dealt in this round. */
  readonly slots = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat === null ? [] : slotsOf(view, seat, sentCard(this.scene()))
  })
  /** The cards that may be chosen, each with what it would do. */
  readonly legal = $derived.by((): Outlook[] =>
    this.bid.on ? this.bid.offered : (this.scene().turn?.legal.filter((each) => each.action !== 'surrender') ?? []),
  )
  readonly whyNot = $derived.by(() => this.scene().turn?.why_not ?? [])
  readonly mustSurrender = $derived.by(
    () => this.scene().turn?.legal.some((each) => each.action === 'surrender') ?? false,
  )
  /** The chosen card waits for its suit. */
  readonly naming = $derived.by(() => {
    const { chosen } = this.choice
    return !this.bid.on && chosen !== null && (this.ways(chosen)[0]?.action.includes(':') ?? false)
  })
  /** The card that is chosen or pointed at, as it would be played. */
  readonly preview = $derived.by(() => {
    const card = this.choice.chosen ?? this.choice.pointed
    return this.bid.on || card === null || this.mustSurrender ? undefined : this.ways(card)[0]
  })
  /** More tricks are wanted: the bid is not met yet. */
  readonly wanted = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat !== null && (view.won[seat] ?? 0) < (view.bid_values[seat] ?? Infinity)
  })

  /** The actions that play a card: several where it names a suit. */
  ways(card: string | null): Outlook[] {
    return this.legal.filter((each) => each.action.split(':')[0] === card)
  }

  /** A tap on a legal card. */
  readonly choose = (card: string): void => {
    const [way] = this.ways(card)
    if (this.bid.on) {
      this.choice.asked = null
      this.bid.pick(card)
    } else if (way?.action.includes(':')) this.choice.take(card)
    else if (way && this.choice.tap(card, this.scene().confirm)) this.play(way.action)
  }

  /** A card, or the cards of a bid, are chosen without being played. */
  readonly take = (action: string): void => {
    if (this.bid.on) this.bid.put(action.split('+'))
    else this.choice.take(cardOf(action))
  }

  readonly ask: CardChoice['ask'] = (card, why) => {
    this.bid.full = false
    this.choice.ask(card, why)
  }

  /** The card in the nth slot, from 0, if it is still there: chosen if it can be played, asked about if not; the card. */
  nth(index: number): string | undefined {
    const slot = this.slots[index]
    if (slot?.left !== 'hand') return undefined
    const { card } = slot
    this.choice.asked = null
    this.bid.full = false
    const why = this.whyNot.find((each) => each.cards.includes(card))
    const { plan } = this.scene()
    if (this.ways(card).length === 0) {
      if (plan?.state === 'waits' && !this.bid.on) plan.choose(card)
      else if (why) this.ask(card, why)
    } else if (this.bid.on) this.bid.pick(card)
    else this.choice.take(card)
    return card
  }

  play(action: string): void {
    this.motion.lift(cardOf(action))
    this.choice.pointed = null
    handTakesFocus()
    this.scene().act(action)
  }

  readonly lay = (): void => {
    handTakesFocus()
    this.bid.lay()
  }

  readonly goOn = (): void => {
    handTakesFocus()
    this.scene().goOn()
  }

  /** Plays the card that is chosen. */
  playChosen(): void {
    const [way] = this.ways(this.choice.chosen)
    if (way) this.play(way.action)
  }

  /** Puts back the card that is only raised; whether there was one. */
  readonly putBack = (): boolean => this.choice.putBack() || this.bid.takeLast()
}
