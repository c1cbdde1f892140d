// Installing Foretold as an app, where the browser offers it.

import { flag } from '../browser/flag'

interface Offer extends Event {
  prompt(): Promise<unknown>
}

const refused = flag('foretold-not-installed') // the user does not want to be asked

class Install {
  private offer = $state.raw<Offer | null>(null)
  private declined = $state(refused.get())

  constructor() {
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.offer = event as Offer
    })
    window.addEventListener('appinstalled', () => (this.offer = null))
  }

  get offered(): boolean {
    return this.offer !== null && !this.declined
  }

  async accept(): Promise<void> {
    const offer = this.offer
    this.offer = null // it works only once
    await offer?.prompt()
  }

  decline(): void {
    this.declined = true
    refused.set()
  }
}

export const install = new Install()
