// Who I am on this server: a name, known by a cookie.

import { me as ask, Refusal } from '../net/api'

class Me {
  known = $state(false)
  name = $state('')

  is(who: { known: boolean; name: string }): void {
    this.known = who.known
    this.name = who.name
  }

  async load(): Promise<void> {
    try {
      this.is(await ask())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the next page asks again
    }
  }
}

export const me = new Me()
