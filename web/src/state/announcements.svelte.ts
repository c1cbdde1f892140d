// The operator's announcements: polled, read out once, and hidden on this device once dismissed.

import { HERE } from '../browser-server/client.svelte'
import { speech } from '../browser/speech.svelte'
import { ask, Refusal } from '../net/api'
import type { ShownAnnouncement } from '../wire/admin'

const HEARD = 'foretold-heard'
const DISMISSED = 'foretold-dismissed'
const MOST = 50 // ids to remember
const LOOK = 60_000 // ms
const FIRST = 1_500 // ms: the page itself loads first

class Announcements {
  private all = $state.raw<ShownAnnouncement[]>([])
  private dismissed = $state.raw<string[]>(kept(DISMISSED))

  readonly shown = $derived.by(() => this.all.filter((each) => !this.dismissed.includes(each.id)))

  /** Polls while the page is open; returns a function that stops it. */
  follow(): () => void {
    if (HERE) return () => undefined
    const first = setTimeout(() => void this.look(), FIRST)
    const timer = setInterval(() => document.visibilityState !== 'hidden' && void this.look(), LOOK)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }

  dismiss(): void {
    this.dismissed = [...this.dismissed, ...this.shown.map((each) => each.id)].slice(-MOST)
    keep(DISMISSED, this.dismissed)
  }

  async look(): Promise<void> {
    try {
      this.all = (await ask('GET /api/announcements', null)).announcements
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    const heard = kept(HEARD)
    const fresh = this.shown.filter((each) => !heard.includes(each.id))
    if (!fresh.length) return
    keep(HEARD, [...heard, ...fresh.map((each) => each.id)].slice(-MOST))
    speech.say(fresh.map((each) => each.text).join(' '))
  }
}

function kept(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return [] // no storage, or something else stored under this key
  }
}

function keep(key: string, ids: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // no storage: it is shown again after the next reload
  }
}

export const announcements = new Announcements()
