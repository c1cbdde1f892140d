// What a screen reader is told: one place of the page speaks, the page itself or the dialog that lies over it.

import { untrack } from 'svelte'

class Speech {
  text = $state('')
  dialogs = $state(0) // that are open: what lies under the last one is out of reach, and its voice too

  /** Says this now; the same once more if it has just been said. */
  say(text: string): void {
    if (text) this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text
  }
}

export const speech = new Speech()
