// Foretold on the home screen, where the browser offers to put it there.

interface Offer extends Event {
  prompt(): Promise<unknown>
}

const KEY = 'foretold-not-installed' // somebody does not want to be asked

class Install {
  private offer = $state.raw<Offer | null>(null)
  private declined = $state(hasDeclined())

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
    this.offer = null // it can be used once
    await offer?.prompt()
  }

  decline(): void {
    this.declined = true
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // A browser that keeps nothing asks again on the next visit.
    }
  }
}

function hasDeclined(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export const install = new Install()
