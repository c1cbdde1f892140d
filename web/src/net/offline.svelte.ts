// The game on this device, for when the server is away: kept on wish, by a service worker of its own below here/.

import { BASE } from './api'
import { HERE } from '../browser-server/client.svelte'

export type Kept = 'unknown' | 'no' | 'coming' | 'yes'

class Offline {
  kept = $state<Kept>('unknown')

  /** Whether a browser can keep it: not from a plain http address, and a page without a server is kept by itself. */
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

  /** The device has its room back; the matches that were played on it stay. */
  async drop(): Promise<void> {
    this.kept = 'no'
    await (await this.registration())?.unregister()
    for (const name of await caches.keys()) {
      const [first] = await (await caches.open(name)).keys()
      if (first?.url.startsWith(new URL('here/', BASE).href)) await caches.delete(name)
    }
  }

  private async look(): Promise<void> {
    const found = await this.registration()
    if (!found) return void (this.kept = 'no')
    this.follow(found)
    await found.update().catch(() => undefined) // the server may have a newer one
  }

  private follow(found: ServiceWorkerRegistration): void {
    this.kept = found.active ? 'yes' : 'coming'
    const coming = found.installing ?? found.waiting
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'activated') this.kept = 'yes'
      else if (coming.state === 'redundant' && !found.active) this.kept = 'no'
    })
  }

  private async registration(): Promise<ServiceWorkerRegistration | undefined> {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.find((each) => each.scope === new URL('here/', BASE).href)
  }
}

export const offline = new Offline()
