// For the end of an evening: highlights, a text to share, and the date a week later.

import type { EveningFacts } from '../wire/evenings'

const WEEK = 7 * 86_400_000
const QUARTER = 15 * 60_000

export interface Highlight {
  kind: 'round' | 'comeback' | 'steady'
  member: number
  round: number // from 1: the one to look at
  points: number
  mean: number
  gain: number
  from: number // the earlier place, for a comeback
  place: number
  match: string | null
}

/** A gain with its sign. */
export function gained(value: number, language: string): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
    .format(value)
    .replace('-', '−')
}

/** The same time a week after the evening began, rounded to a quarter of an hour, and never in the past. */
export function nextWeek(began: number, now: number): number {
  const start = Math.round((began || now) / QUARTER) * QUARTER
  return start + WEEK * Math.max(1, Math.ceil((now - start) / WEEK))
}

/** The highlights: the best round, the best comeback since half-time, and who was never behind the others. */
export function highlights(facts: EveningFacts): Highlight[] {
  const remarkable: Highlight[] = []
  const about = (kind: Highlight['kind'], member: number, index: number, more: Partial<Highlight>): Highlight => {
    const result = facts.standings.find((line) => line.member === member)?.rounds[index]
    const table = facts.rounds[index]?.find((table) => table.members.includes(member))
    return {
      kind,
      member,
      round: index + 1,
      points: result?.points ?? 0,
      mean: result?.mean ?? 0,
      gain: result?.gain ?? 0,
      from: 0,
      place: 0,
      match: table?.match ?? null,
      ...more,
    }
  }
  const rounds = facts.standings[0]?.rounds.length ?? 0

  const all = facts.standings.flatMap((line) =>
    line.rounds.flatMap((result, index) => (result ? [{ member: line.member, index, gain: result.gain }] : [])),
  )
  const best = all.reduce<(typeof all)[number] | null>(
    (most, each) => (each.gain > (most?.gain ?? 0) ? each : most),
    null,
  )
  if (best) remarkable.push(about('round', best.member, best.index, {}))

  const half = Math.floor(rounds / 2)
  if (half > 0) {
    const then = facts.standings.map((line) => ({
      line,
      sum: line.rounds.slice(0, half).reduce((sum, result) => sum + (result?.gain ?? 0), 0),
    }))
    const climbs = then.map(({ line, sum }) => ({ line, from: 1 + then.filter((other) => other.sum > sum).length }))
    const climb = climbs.reduce<(typeof climbs)[number] | null>(
      (most, climb) => (climb.from - climb.line.place > (most ? most.from - most.line.place : 0) ? climb : most),
      null,
    )
    if (climb) {
      const later = climb.line.rounds.map((result, index) => ({
        index,
        gain: index < half ? -Infinity : (result?.gain ?? -Infinity),
      }))
      const peak = later.reduce((most, each) => (each.gain > most.gain ? each : most))
      remarkable.push(about('comeback', climb.line.member, peak.index, { from: climb.from, place: climb.line.place }))
    }
  }

  const worst = (line: EveningFacts['standings'][number]): number =>
    Math.min(...line.rounds.map((result) => result?.gain ?? -Infinity))
  const steady = facts.standings.filter((line) => rounds > 1 && worst(line) >= 0).sort((a, b) => worst(b) - worst(a))[0]
  if (steady) remarkable.push(about('steady', steady.member, rounds - 1, { gain: worst(steady), place: steady.place }))
  return remarkable
}

/** The standings as a text for a chat: the first eight. */
export function shareText(
  facts: EveningFacts,
  title: string,
  name: (member: number) => string,
  language: string,
): string {
  const lines = facts.standings
    .slice(0, 8)
    .map((line) => `${line.place}. ${name(line.member)} ${gained(line.gain, language)}`)
  return [title, ...lines].join('\n')
}

/** An evening as an iCalendar file. */
export function calendarFile(title: string, url: string, begins: number, minutes: number): string {
  const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  const plain = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foretold//EN',
    'BEGIN:VEVENT',
    `UID:${url}`,
    `DTSTAMP:${stamp(Date.now())}`,
    `DTSTART:${stamp(begins)}`,
  ]
  return [
    ...lines,
    `DTEND:${stamp(begins + minutes * 60_000)}`,
    `SUMMARY:${plain(title)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
