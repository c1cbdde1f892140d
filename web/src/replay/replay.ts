// A record as steps: the server replays it, and this page keeps every step's views.

import type { MatchRecord } from '../wire/rest'
import { ask } from '../net/api'
import { endOfRound, isSeven } from '../state/scene'
import type { SeenEvent, View } from '../wire/messages'

export interface Step {
  views: Map<number | null, View>
  shown: Map<number | null, View> // with a round's end as it lay
  held: 'trick' | 'round' | null
  dealt: boolean // true if cards were dealt in this step
  history: SeenEvent[]
  ends: readonly number[] // near the end of a round: its points if everybody plays on with open hands
}

/** The first seat's view, with everybody's bids face up. */
export function opened({ shown }: Step): View | undefined {
  const view = shown.get(0)
  if (!view || isSeven(view)) return view
  const own = view.bids.map((bid, seat) => {
    const seen = shown.get(seat)
    return seen && !isSeven(seen)
      ? { bid: seen.bids[seat] ?? null, value: seen.bid_values[seat] ?? null }
      : { bid, value: null }
  })
  return { ...view, bids: own.map((each) => each.bid), bid_values: own.map((each) => each.value) }
}

/** All steps of a record, for every seat and for a spectator. */
export async function replay(record: MatchRecord): Promise<Step[]> {
  const [all, spectator] = await Promise.all([
    ask('POST /api/replay', record, { seat: 'all', bids: 'cards' }),
    ask('POST /api/replay', record, { seat: 'spectator' }),
  ])
  const steps: Step[] = []
  let before: Map<number | null, View> = new Map()
  let history: SeenEvent[] = []
  all.steps.forEach((step, number) => {
    const views = new Map<number | null, View>()
    const sights = [...step.views, ...(spectator.steps[number]?.views ?? [])]
    for (const sight of sights) views.set(sight.seat, { ...before.get(sight.seat), ...sight.view } as View)
    const open = sights.at(-1)?.history
    if (open) history = [...history.slice(0, open.keep), ...open.add]
    const dealt = (views.get(null)?.round ?? 0) > (before.get(null)?.round ?? 0)
    steps.push({ views, history, dealt, ends: step.ends ?? [], ...held(before, views) })
    before = views
  })
  return steps
}

function held(before: Map<number | null, View>, after: Map<number | null, View>): Pick<Step, 'held' | 'shown'> {
  const [old, now] = [before.get(null), after.get(null)]
  if (!old || !now) return { held: null, shown: after }
  if (old.phase === 'tricks' && now.phase !== 'tricks') {
    const shown = new Map([...after].map(([seat, view]) => [seat, endOfRound(before.get(seat) ?? view, view)]))
    return { held: 'round', shown }
  }
  return { held: now.tricks.length > old.tricks.length ? 'trick' : null, shown: after }
}

/** Fetches a match's record. The token of a share link is posted, so that it appears in no log. */
export async function fetchRecord(id: string, share: string | null): Promise<MatchRecord> {
  return share
    ? ask('POST /api/matches/{match}/shared', { token: share }, { match: id })
    : ask('GET /api/matches/{match}', null, { match: id })
}

/** A file without records: a phrase key for the reason, and the line number. */
export class Unreadable extends Error {
  constructor(
    readonly why: 'empty' | 'packed' | 'line',
    readonly line = 0,
  ) {
    super(why)
  }
}

/** Reads records from a JSON Lines file, optionally gzipped. */
export async function readFile(file: File): Promise<MatchRecord[]> {
  const lines = (await textOf(file)).split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const records = lines.filter(({ line }) => line !== '').slice(0, 1000)
  if (records.length === 0) throw new Unreadable('empty')
  return records.map(({ line, number }) => {
    try {
      return JSON.parse(line) as MatchRecord
    } catch {
      throw new Unreadable('line', number)
    }
  })
}

async function textOf(file: File): Promise<string> {
  if (!file.name.endsWith('.gz')) return file.text()
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  } catch {
    throw new Unreadable('packed')
  }
}
