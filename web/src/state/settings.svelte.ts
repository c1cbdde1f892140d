// What a person has set, kept in this browser.

import { known } from '../i18n/languages'
import type { TableFacts } from '../wire/messages'

export type Tempo = TableFacts['tempo']
export const TEMPOS = ['slow', 'normal', 'at-once'] as const satisfies readonly Tempo[]

interface Kept {
  language: string | null
  theme: 'dark' | 'light' | null
  palette: 'plain' | 'clear' // clear: suits that colour-blind people tell apart
  trick: 'short' | 'long' | 'tap' // how long a finished trick stays
  confirm: 'touch' | 'always' | 'never' // whether a second tap plays a card
  tempo: Tempo // of bots at a new table
  dropIn: boolean // whether others may take over bots' seats at a new table
  previews: boolean // whether chances stand over the cards, where the table allows it
  signs: boolean // what stands over cards was explained
  calm: boolean // calm mode: no chances, no motion, larger cards, one thing at a time
  keys: boolean // whether keys of one character do something
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

  /** The language in use: the one that was chosen, else the first of the browser's that is there, else English. */
  get language(): string {
    return (
      known(this.kept.language ?? '') ?? navigator.languages.map(known).find((found) => found !== undefined) ?? 'en'
    )
  }

  get theme(): 'dark' | 'light' {
    return this.kept.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')
  }

  /** Whether chances stand over cards, where the table allows it. */
  get chances(): boolean {
    return this.kept.previews && !this.kept.calm
  }

  /** Whether a second tap plays a card. */
  get confirms(): boolean {
    const { confirm, calm } = this.kept
    return calm || confirm === 'always' || (confirm === 'touch' && matchMedia('(pointer: coarse)').matches)
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // A browser that keeps nothing: the setting holds until the page is closed.
    }
  }
}

export const settings = new Settings()

/** Milliseconds that a finished trick stays in sight; null: until a tap. */
export function trickTime(): number | null {
  return settings.kept.calm ? null : { short: 1600, long: 3200, tap: null }[settings.kept.trick]
}

/** Whether nothing moves: in calm mode, or where the system asks for it. */
export const calm = (): boolean => settings.kept.calm || matchMedia('(prefers-reduced-motion: reduce)').matches
