// Offline play: the game stored on this device on request, by its own service worker under here/.

import { BASE } from './api'
import { HERE } from '../browser-server/client.svelte'

export type Kept = 'unknown' | 'no' | 'coming' | 'yes'

class Offline {
  kept = $state<Kept>('unknown')

  /** True if this browser can store it: not over plain http, and a page that is its own server needs no copy. */
  readonly possible = !HERE && 'serviceWorker' in navigator

  constructor() {
    if (this.possible) void this.look()
  }

  async keep(): Promise<void> {
    this.kept = 'coming'
    try {
      await navigator.serviceWorker.register('service.js')
      this.follow(await navigator.serviceWorker.register('here/service.js', { scope: 'here/' }))
    } catch {
      this.kept = 'no'
    }
  }

  /** Frees the space on the device; matches played on it stay. */
  async drop(): Promise<void> {
    this.kept = 'no'
    await (await this.registration())?.unregister()
    for (const name of await caches.keys()) {
      const [first] = await (await caches.open(name)).keys()
      if (first?.url.startsWith(new URL('here/', BASE).href)) await caches.delete(name)
    }
  }

  private async look(): Promise<void> {
    const registration = await this.registration()
    if (!registration) return void (this.kept = 'no')
    this.follow(registration)
    await registration.update().catch(() => undefined) // the server may have a newer version
  }

  private follow(registration: ServiceWorkerRegistration): void {
    this.kept = registration.active ? 'yes' : 'coming'
    const coming = registration.installing ?? registration.waiting
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'activated') this.kept = 'yes'
      else if (coming.state === 'redundant' && !registration.active) this.kept = 'no'
    })
  }

  private async registration(): Promise<ServiceWorkerRegistration | undefined> {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.find((each) => each.scope === new URL('here/', BASE).href)
  }
}

export const offline = new Offline()
