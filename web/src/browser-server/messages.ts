// What the page and its worker say to each other.

export interface Start {
  type: 'start'
  base: string // the address of the site
  version: string
  delay?: number // seconds before a bot acts
  seed?: string // all that is left to chance follows from it
}

export type ToWorker =
  | Start
  | { type: 'ask'; id: number; method: string; path: string; query: string; language: string; body: string }
  | { type: 'open'; line: number }
  | { type: 'say'; line: number; text: string }
  | { type: 'close'; line: number }

/** What becomes of the worker: it loads, waits for another tab of this site to be closed, plays, or can't. */
export type Stage = 'loading' | 'elsewhere' | 'ready' | 'failed'

export type FromWorker =
  | { type: 'stage'; stage: Stage }
  | { type: 'answer'; id: number; status: number; text: string }
  | { type: 'told'; line: number; text: string } // '' ends the line
