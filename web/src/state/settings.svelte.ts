// Settings, stored in this browser.

import { known } from '../i18n/languages'
import type { TableFacts } from '../wire/messages'

export type Tempo = TableFacts['tempo']
export const TEMPOS = ['slow', 'normal', 'at-once'] as const satisfies readonly Tempo[]

interface Kept {
  language: string | null
  theme: 'dark' | 'light' | null
  palette: 'plain' | 'clear' // clear: suits that colour-blind people can tell apart
  trick: 'short' | 'long' | 'tap' // how long a finished trick is shown
  confirm: 'touch' | 'always' | 'never' // whether playing a card takes a second tap
  tempo: Tempo // of bots, for new tables
  dropIn: boolean // whether others may take over bots' seats, for new tables
  previews: boolean // whether chances are shown over cards, where the table allows it
  signs: boolean // the signs over cards were explained
  calm: boolean // calm mode: no chances, no motion, larger cards, one thing at a time
  keys: boolean // whether single-character shortcuts are on
  sound: boolean
  notify: boolean
}

const DEFAULTS: Kept = {
  language: null,
  theme: null,
  palette: 'plain',
  trick: 'short',
  confirm: 'touch',
  tempo: 'normal',
  dropIn: true,
  previews: true,
  signs: false,
  calm: false,
  keys: true,
  sound: true,
  notify: false,
}
const KEY = 'foretold-settings'

function load(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return { ...DEFAULTS }
  }
}

class Settings {
  kept = $state<Kept>(load())

  /** The language in use: the chosen one, else the browser's first available one, else English. */
  get language(): string {
    return (
      known(this.kept.language ?? '') ??
      navigator.languages.map(known).find((language) => language !== undefined) ??
      'en'
    )
  }

  get theme(): 'dark' | 'light' {
    return this.kept.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')
  }

  /** True if chances are shown over cards, where the table allows it. */
  get chances(): boolean {
    return this.kept.previews && !this.kept.calm
  }

  /** True if playing a card takes a second tap. */
  get confirms(): boolean {
    const { confirm, calm } = this.kept
    return calm || confirm === 'always' || (confirm === 'touch' && matchMedia('(pointer: coarse)').matches)
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // No storage: the setting lasts until the page is closed.
    }
  }
}

export const settings = new Settings()

/** Milliseconds for which a finished trick is shown; null: until a tap. */
export function trickTime(): number | null {
  return settings.kept.calm ? null : { short: 1600, long: 3200, tap: null }[settings.kept.trick]
}

/** True without motion: in calm mode, or if the system asks for it. */
export const calm = (): boolean => settings.kept.calm || matchMedia('(prefers-reduced-motion: reduce)').matches
