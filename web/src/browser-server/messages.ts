// Messages between the page and its worker.

export interface Start {
  type: 'start'
  base: string // the site's base URL
  version: string
  delay?: number // seconds before a bot acts
  seed?: string // seeds all randomness
}

export type ToWorker =
  | Start
  | { type: 'ask'; id: number; method: string; path: string; query: string; language: string; body: string }
  | { type: 'open'; line: number }
  | { type: 'say'; line: number; text: string }
  | { type: 'close'; line: number }

/** The state of the worker: it loads, waits for another tab of this site to close, plays, or has failed. */
export type Stage = 'loading' | 'elsewhere' | 'ready' | 'failed'

export type FromWorker =
  | { type: 'stage'; stage: Stage }
  | { type: 'answer'; id: number; status: number; text: string }
  | { type: 'told'; line: number; text: string } // '' closes the connection
