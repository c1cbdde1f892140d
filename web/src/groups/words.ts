// Phrases for times and tables on group pages.

import type { Summary } from '../wire/rest'
import { settings } from '../state/settings.svelte'
import { due } from '../home/mine.svelte'
import { t } from '../i18n/index.svelte'

/** The page's language with this device's region, for dates and times: 20:00 in Britain, 8:00 PM in America. */
export function region(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === settings.language) ?? settings.language
}

/** A local time. */
export function clock(time: number): string {
  return new Date(time).toLocaleTimeString(region(), { hour: 'numeric', minute: '2-digit' })
}

/** A local date and time: 'Fri, 20 Nov, 20:00'. */
export function startsAt(time: number): string {
  return new Date(time).toLocaleString(region(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** The server's date, such as 2026-11-19, in two words. */
export function dayWords(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(region(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
}

/** The days of the week, Monday first. */
export function weekdays(form: 'short' | 'long'): string[] {
  return Array.from({ length: 7 }, (_, day) =>
    new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString(region(), { weekday: form, timeZone: 'UTC' }),
  )
}

/** The state of a group's table: 'live · round 3 · Dov’s turn'. */
export function standing(table: Summary): string {
  const pace = t(table.pace.kind === 'days' ? 'group.by-days' : 'group.live')
  if (table.phase === 'open') return `${pace} · ${t('home.free', { n: table.free })}`
  if (table.phase !== 'playing') return pace
  const first = table.seats[table.actors[0] ?? -1]
  const turn = due(table)
    ? t('group.turn')
    : table.actors.length === 1 && first?.name
      ? t('group.turn.of', { name: first.name })
      : ''
  return [pace, t('bar.round.open', { round: table.round }), turn].filter(Boolean).join(' · ')
}

/** What I can do at a table: play, sit down, watch, or open it. */
export function doing(table: Summary): 'play' | 'join' | 'watch' | 'go' {
  if (table.mine.length) return due(table) ? 'play' : 'go'
  if (table.phase === 'open' && table.free) return 'join'
  return table.spectators ? 'watch' : 'go'
}
