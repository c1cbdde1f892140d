// The server's HTTP API, whether it runs remotely or in this page.

import type { Failure, MatchRecord, NewReport, Problem, Requests } from '../wire/rest'
import { HERE, here } from '../browser-server/client.svelte'
import { shut } from '../state/shut.svelte'
import type { NewWhatIf } from '../wire/puzzles'
import type { NewTable } from '../wire/messages'

/** The server's base address, with a trailing slash. */
export const BASE = new URL('.', document.baseURI)

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence)
  }
}

/**
 * Sends a request and returns the answer; `values` fill the placeholders in the path, and the rest become the query.
 */
export async function ask<R extends keyof Requests>(
  request: R,
  body: Requests[R]['takes'],
  values: Readonly<Record<string, string | number>> = {},
  language = document.documentElement.lang,
): Promise<Requests[R]['gives']> {
  const [method = '', path = ''] = request.split(' ')
  const text = method === 'POST' ? JSON.stringify(body ?? {}) : ''
  return told(await (HERE ? askHere : askServer)(method, addressOf(path, values), language, text))
}

async function told<Answer>(answer: Response): Promise<Answer> {
  const content = (await answer.json().catch(() => null)) as Answer | Failure | null
  if (answer.ok) return content as Answer
  const problem = (content as Failure | null)?.error ?? { reason: 'crash', sentence: answer.statusText }
  if (problem.reason.startsWith('blocked')) shut.sentence = upper(problem.sentence)
  throw new Refusal(problem)
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

async function askServer(method: string, address: URL, language: string, body: string): Promise<Response> {
  const headers = { 'Accept-Language': language, ...(body ? { 'Content-Type': 'application/json' } : {}) }
  try {
    return await fetch(address, { method, headers, body: body || undefined })
  } catch {
    throw new Refusal({ reason: 'line-lost', sentence: '' })
  }
}

async function askHere(method: string, address: URL, language: string, body: string): Promise<Response> {
  const path = address.pathname.slice(BASE.pathname.length - 1)
  const { status, text } = await here.ask({ type: 'ask', method, path, query: address.search.slice(1), language, body })
  return new Response(text, { status })
}

function addressOf(path: string, values: Readonly<Record<string, string | number>>): URL {
  const query = new URLSearchParams()
  let filled = path.slice(1) // relative to the server's address, wherever that is
  for (const [name, value] of Object.entries(values)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else query.set(name, String(value))
  }
  const address = new URL(filled, BASE)
  address.search = query.toString()
  return address
}

export const games = () => ask('GET /api/games', null)
export const me = () => ask('GET /api/me', null)
export const rename = (name: string) => ask('POST /api/me', { name })
export const forgetMe = () => ask('DELETE /api/me', null)
export const tables = () => ask('GET /api/tables', null)
export const tableSummary = (table: string) => ask('GET /api/tables/{table}', null, { table })
/** Takes a seat over HTTP, without a WebSocket: at a private table. */
export const sitAt = (table: string, seat: number, name: string) =>
  ask('POST /api/tables/{table}/commands', { type: 'sit', seat, name }, { table })
export const makeTable = (wish: NewTable) => ask('POST /api/tables', wish)
export const matches = () => ask('GET /api/matches', null)
export const reportLine = (table: string, line: NewReport) => ask('POST /api/tables/{table}/reports', line, { table })
export const personalLink = (table: string, seat: number) =>
  ask('POST /api/tables/{table}/seats/{seat}/link', null, { table, seat })
export const claim = (token: string) => ask('POST /api/links', { token })
/** A text as a QR code; sent with POST so that a link with a secret never appears in a log. */
export const code = (text: string) => ask('POST /api/codes', { text })
export const shareMatch = (match: string) => ask('POST /api/matches/{match}/share', null, { match })
export const leaveMatch = (wish: NewWhatIf) => ask('POST /api/what-ifs', wish)
/** Stores a record from a file as a match, where the page is its own server. */
export async function keepRecord(record: MatchRecord): Promise<{ match: string }> {
  const answer = await askHere(
    'POST',
    addressOf('/api/records', {}),
    document.documentElement.lang,
    JSON.stringify(record),
  )
  return told(answer)
}
export const puzzles = () => ask('GET /api/puzzles', null)
export const health = () => ask('GET /api/health', null)
