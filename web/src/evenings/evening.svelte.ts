// An evening on this page: polls as often as the server says, and when the next round is due.

import { whenVisible } from '../browser/visible'
import { ask, Refusal } from '../net/api'
import { now } from '../state/clock'
import type { EveningFacts } from '../wire/evenings'
import { me } from '../state/me.svelte'
import { whyNot } from '../text/refusals.svelte'
import type { Requests } from '../wire/rest'

type Command = Requests['POST /api/evenings/{evening}/commands']['takes']

export class Evening {
  facts = $state.raw<EveningFacts | null>(null)
  at = $state(0) // device time of the last answer
  problem = $state('')
  missing = $state(false)
  private timer = 0

  constructor(readonly id: string) {
    $effect(() => {
      const end = whenVisible(() => this.look())
      return () => {
        end()
        window.clearTimeout(this.timer)
        this.timer = -1
      }
    })
  }

  /** My table in this round. */
  readonly mine = $derived.by(() => this.facts?.rounds.at(-1)?.find((table) => table.table !== null) ?? null)
  readonly host = $derived.by(() => this.facts !== null && this.facts.me !== null && this.facts.me === this.facts.host)
  readonly here = $derived.by(() => this.facts?.members.filter((member) => member.here).length ?? 0)

  async send(command: Command): Promise<void> {
    this.problem = ''
    await this.take(ask('POST /api/evenings/{evening}/commands', command, { evening: this.id }))
    if (command.type === 'join') void me.load() // joining may have given me a name
  }

  private look(): Promise<void> {
    return this.take(ask('GET /api/evenings/{evening}', null, { evening: this.id }))
  }

  private async take(answer: Promise<EveningFacts>): Promise<void> {
    window.clearTimeout(this.timer)
    let wait = 5000
    try {
      const facts = await answer
      this.facts = facts
      this.at = now()
      wait = Math.min(facts.again * 1000, facts.next === null ? Infinity : Math.max(500, facts.next + 700))
      if (facts.phase === 'over') wait = 30_000
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.missing = error.problem.reason === 'no-such-evening'
      if (error.problem.reason !== 'line-lost') this.problem = whyNot(error, this.facts?.game)
    }
    if (this.timer !== -1) this.timer = window.setTimeout(() => void this.look(), wait)
  }
}
