// The HTTP API of the server.

import type { Pace, Values } from './wire'

/** The address under which this server stands, with a slash at its end. */
export const BASE = new URL('.', document.baseURI)

export interface Problem {
  reason: string
  sentence: string
  clause?: string
  values?: Values
}

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence)
  }
}

async function ask<T>(method: string, path: string, body?: unknown, language = document.documentElement.lang): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(new URL(path, BASE), {
      method,
      headers: {
        'Accept-Language': language,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
  } catch {
    throw new Refusal({ reason: 'line-lost', sentence: '' })
  }
  const found = (await answer.json().catch(() => null)) as { error?: Problem } | null
  if (!answer.ok) throw new Refusal(found?.error ?? { reason: 'crash', sentence: answer.statusText })
  return found as T
}

export const get = <T>(path: string): Promise<T> => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body)
const remove = <T>(path: string): Promise<T> => ask<T>('DELETE', path)

export interface Title {
  name: string
  label: { en: string; ja: string }
  suits: string
  players: number[]
  minutes: number
  designers: string[]
  publisher: string
  year: number | null
  variants: string[]
  options: string[]
}

export interface Summary {
  id: string
  game: string
  players: number
  options: Record<string, string | boolean>
  public: boolean
  spectators: boolean
  pace: Pace
  chat: string
  phase: 'open' | 'sharing' | 'playing' | 'over' | 'closed'
  round: number
  actors: number[]
  mine: number[]
  free: number
  seats: { kind: string; name: string; bot: string }[]
}

export interface MatchLine {
  id: string
  game: string
  ended: number
  how: 'over' | 'given-up'
  names: string[]
  scores: number[]
  winners: number[]
  seats: number[] // mine
}

export interface NewTable {
  name?: string
  seats?: string[]
  settings?: {
    game?: string
    players?: number
    options?: Record<string, string | boolean>
    public?: boolean
    spectators?: boolean
    chat?: string
    pace?: Partial<Pace>
    grace?: number
  }
}

export const games = () => get<{ games: Title[]; bots: string[] }>('api/games')
export const me = () => get<{ known: boolean; name: string }>('api/me')
export const rename = (name: string) => post<{ known: boolean; name: string }>('api/me', { name })
export const forgetMe = () => remove<object>('api/me')
export const tables = () => get<{ public: Summary[]; mine: Summary[] }>('api/tables')
export const makeTable = (wish: NewTable) => post<{ table: string; url: string; seats: number[] }>('api/tables', wish)
export const matches = () => get<{ mine: MatchLine[]; public: MatchLine[] }>('api/matches')
export const personalLink = (table: string, seat: number) =>
  post<{ token: string; url: string; expires: number }>(`api/tables/${table}/seats/${seat}/link`)
export const claim = (token: string) => post<{ table: string; seat: number }>('api/links', { token })
/** A text as a QR code; it is posted, so that a link with a secret stands in no log. */
export const code = (text: string) => post<{ size: number; path: string }>('api/codes', { text })
export const shareMatch = (id: string) => post<{ token: string; url: string }>(`api/matches/${id}/share`)
export const health = () => get<{ version: string }>('api/health')
