// The review of a match as the server has it: asked for when somebody looks, and looked at again until it is whole.

import type { MatchReview } from '../lib/answers'
import { ask, Refusal } from '../lib/api'

const AGAIN = 1000 // ms

export class Making {
  review = $state.raw<MatchReview | null>(null)
  refused = $state('')
  private timer = 0
  private ended = false

  constructor(private readonly match: string) {}

  /** It is asked for, and told as far as it is made. */
  async begin(): Promise<void> {
    this.refused = ''
    await this.take(() => ask('POST /api/matches/{match}/review', null, { match: this.match }))
  }

  end(): void {
    this.ended = true
    clearTimeout(this.timer)
  }

  private async look(): Promise<void> {
    const known = this.review?.decisions ?? []
    if (document.visibilityState === 'hidden') this.wait()
    else await this.take(() => ask('GET /api/matches/{match}/review', null, { match: this.match, after: known.at(-1)?.event ?? -1 }), known)
  }

  private async take(told: () => Promise<MatchReview>, known: MatchReview['decisions'] = []): Promise<void> {
    try {
      const found = await told()
      this.review = { ...found, decisions: [...known, ...found.decisions] }
      if (found.state === 'waiting' || found.state === 'working') this.wait()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.problem.sentence) this.refused = error.problem.sentence
      else this.wait() // the line is lost: later
    }
  }

  private wait(): void {
    if (!this.ended) this.timer = window.setTimeout(() => void this.look(), AGAIN)
  }
}
