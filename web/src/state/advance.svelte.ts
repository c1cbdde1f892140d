// Correspondence tables: cards I have chosen in advance, and whether forced cards are played for me. The server stores
// both and shows them to nobody else.

import { ask, Refusal } from '../net/api'
import { whyNot } from '../text/refusals.svelte'
import type { PlannedCard, Plans } from '../wire/rest'

export class AdvanceChoice {
  forced = $state(false)
  cards = $state.raw<readonly PlannedCard[]>([])
  problem = $state('') // why the last request was refused

  constructor(private readonly table: string) {}

  /** The action chosen for this decision of a seat; null if there is none. */
  chosen(seat: number, decision: number): string | null {
    return this.cards.find((card) => card.seat === seat && card.decision === decision)?.action ?? null
  }

  async load(): Promise<void> {
    await this.tried(ask('GET /api/tables/{table}/plans', null, { table: this.table }))
  }

  /** Replaces an earlier choice; an empty action withdraws it. Updates the screen before the server answers. */
  async choose(seat: number, decision: number, action: string): Promise<void> {
    const others = this.cards.filter((card) => card.seat !== seat)
    this.cards = action ? [...others, { seat, decision, action }] : others
    const done = await this.tried(
      ask('POST /api/tables/{table}/plans', { seat, decision, action }, { table: this.table }),
    )
    if (!done) this.cards = others
  }

  async playForced(forced: boolean): Promise<void> {
    this.forced = forced
    await this.tried(ask('POST /api/tables/{table}/forced', { forced }, { table: this.table }))
  }

  private async tried(asked: Promise<Plans>): Promise<boolean> {
    this.problem = ''
    try {
      const { forced, cards } = await asked
      this.forced = forced
      this.cards = cards
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problem = whyNot(error)
      return false
    }
  }
}
