// Who else is on this server: people who would like to play, how many are online, and my own search.

import type { Company as Others, NewSearch, OwnSearch } from '../wire/people'
import { ask, Refusal } from '../net/api'
import { HERE } from '../browser-server/client.svelte'
import { whileVisible } from '../browser/visible'

export class Company {
  others = $state.raw<Others | null>(null)

  get mine(): OwnSearch | null {
    return this.others?.mine ?? null
  }

  /** Polls while the page is visible; returns a function that stops it. */
  watch(): () => void {
    if (HERE) return () => undefined
    return whileVisible(() => this.look())
  }

  async look(): Promise<void> {
    try {
      this.others = await ask('GET /api/company', null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the lists report that the server does not answer
    }
  }

  async search(wish: NewSearch): Promise<void> {
    await ask('POST /api/me/search', wish)
    await this.look()
  }

  async stop(): Promise<void> {
    await ask('DELETE /api/me/search', null)
    await this.look()
  }
}
