// A match's review on the server: requested when opened, and polled until complete.

import type { MatchReview } from '../wire/rest'
import { ask, Refusal } from '../net/api'

const AGAIN = 1000 // ms

export class Making {
  review = $state.raw<MatchReview | null>(null)
  refused = $state('')
  private timer = 0
  private ended = false

  /** `token`: of a share link, if the match was opened by one. */
  constructor(
    private readonly match: string,
    private readonly token: string | null = null,
  ) {}

  /** Requests the review, and shows it as far as it is done. */
  async begin(): Promise<void> {
    this.refused = ''
    this.ended = false
    clearTimeout(this.timer)
    await this.take(() => this.ask(null))
  }

  end(): void {
    this.ended = true
    clearTimeout(this.timer)
  }

  private async look(): Promise<void> {
    const known = this.review?.decisions ?? []
    if (document.visibilityState === 'hidden') this.wait()
    else await this.take(() => this.ask(known.at(-1)?.event ?? -1), known)
  }

  /** Asks for the decisions after an event; null: asks for all, and starts the review. */
  private ask(after: number | null): Promise<MatchReview> {
    const query = { match: this.match, after: after ?? -1 }
    if (this.token) return ask('POST /api/matches/{match}/shared/review', { token: this.token }, query)
    return after === null
      ? ask('POST /api/matches/{match}/review', null, query)
      : ask('GET /api/matches/{match}/review', null, query)
  }

  private async take(told: () => Promise<MatchReview>, known: MatchReview['decisions'] = []): Promise<void> {
    try {
      const review = await told()
      this.review = { ...review, decisions: [...known, ...review.decisions] }
      if (review.state === 'waiting' || review.state === 'working') this.wait()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.problem.sentence) this.refused = error.problem.sentence
      else this.wait() // the connection failed: try again later
    }
  }

  private wait(): void {
    if (!this.ended) this.timer = window.setTimeout(() => void this.look(), AGAIN)
  }
}
