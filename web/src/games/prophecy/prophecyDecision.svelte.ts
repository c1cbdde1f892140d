// What I may do now at a table of Prophecy, and my choice so far: a bid, a card, a suit to name, a surrender.

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
  /** The cards in my hand, without one on its way to the server. */
  readonly hand = $derived.by(() => {
    const sent = sentCard(this.scene())?.split(':')[0]
    return sent === undefined ? this.scene().view.hand : this.scene().view.hand.filter((card) => card !== sent)
  })
  /** The slots of all cards dealt to me in this round. */
  readonly slots = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat === null ? [] : slotsOf(view, seat, sentCard(this.scene()))
  })
  /** The cards that may be chosen, each with what it would do. */
  readonly legal = $derived.by((): Outlook[] =>
    this.bid.on
      ? this.bid.offered
      : (this.scene().turn?.legal.filter((outlook) => outlook.action !== 'surrender') ?? []),
  )
  readonly whyNot = $derived.by(() => this.scene().turn?.why_not ?? [])
  readonly mustSurrender = $derived.by(
    () => this.scene().turn?.legal.some((outlook) => outlook.action === 'surrender') ?? false,
  )
  /** True if the chosen card needs a suit. */
  readonly naming = $derived.by(() => {
    const { chosen } = this.choice
    return !this.bid.on && chosen !== null && (this.ways(chosen)[0]?.action.includes(':') ?? false)
  })
  /** The chosen or hovered card, as it would be played. */
  readonly preview = $derived.by(() => {
    const card = this.choice.chosen ?? this.choice.pointed
    return this.bid.on || card === null || this.mustSurrender ? undefined : this.ways(card)[0]
  })
  /** True while the bid needs more tricks. */
  readonly wanted = $derived.by(() => {
    const { seat, view } = this.scene()
    return seat !== null && (view.won[seat] ?? 0) < (view.bid_values[seat] ?? Infinity)
  })

  /** The actions that play a card: several if it names a suit. */
  ways(card: string | null): Outlook[] {
    return this.legal.filter((outlook) => outlook.action.split(':')[0] === card)
  }

  /** Handles a tap on a legal card. */
  readonly choose = (card: string): void => {
    const [way] = this.ways(card)
    if (this.bid.on) {
      this.choice.asked = null
      this.bid.pick(card)
    } else if (way?.action.includes(':')) this.choice.take(card)
    else if (way && this.choice.tap(card, this.scene().confirm)) this.play(way.action)
  }

  /** Chooses a card, or the cards of a bid, without playing. */
  readonly take = (action: string): void => {
    if (this.bid.on) this.bid.put(action.split('+'))
    else this.choice.take(cardOf(action))
  }

  readonly ask: CardChoice['ask'] = (card, why) => {
    this.bid.full = false
    this.choice.ask(card, why)
  }

  /**
   * Chooses the card in the nth slot (from 0) if it can be played, or shows why not; returns the card if it is still
   * there.
   */
  nth(index: number): string | undefined {
    const slot = this.slots[index]
    if (slot?.left !== 'hand') return undefined
    const { card } = slot
    this.choice.asked = null
    this.bid.full = false
    const why = this.whyNot.find((reason) => reason.cards.includes(card))
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

  /** Plays the chosen card. */
  playChosen(): void {
    const [way] = this.ways(this.choice.chosen)
    if (way) this.play(way.action)
  }

  /** Puts back a raised card; returns whether there was one. */
  readonly putBack = (): boolean => this.choice.putBack() || this.bid.takeLast()
}
