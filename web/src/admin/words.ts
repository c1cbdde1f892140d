// Times and amounts for operators.

import { called, t } from '../i18n/index.svelte'
import { settings } from '../state/settings.svelte'
import type { AdminLogLine, AdminTable } from '../wire/admin'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in minutes, hours or days. */
export function span(milliseconds: number): string {
  if (milliseconds < HOUR) return t('admin.minutes', { n: Math.max(0, Math.floor(milliseconds / MINUTE)) })
  if (milliseconds < 2 * DAY) return t('admin.hours', { n: Math.floor(milliseconds / HOUR) })
  return t('admin.days', { n: Math.floor(milliseconds / DAY) })
}

/** The time of day, with the date unless it is today. */
export function clock(time: number): string {
  const today = new Date(time).toDateString() === new Date().toDateString()
  return new Date(time).toLocaleString(settings.language, {
    ...(today ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  })
}

/** When something ends. */
export function ends(until: number | null): string {
  return until === null ? t('admin.lifted') : t('admin.until', { time: clock(until) })
}

/** Bytes as megabytes. */
export const megabytes = (bytes: number): string => Math.round(bytes / 1e6).toLocaleString(settings.language)

/** The state of a table. */
export function standing(table: AdminTable): string {
  const phase = table.phase === 'open' ? 'waiting' : table.phase === 'over' ? 'over' : 'round'
  const state = t(`admin.state.${phase}`, { round: Math.max(1, table.round) })
  return table.days ? t('admin.state.days', { state }) : state
}

/** What an operator did, as it follows their name. */
export function deed(line: AdminLogLine): string {
  const about = [line.name, line.action === 'close' ? line.target.slice(0, 6) : line.target].filter(Boolean).join(', ')
  const did = called(`admin.did.${line.action}`, line.action)
  const what = about ? t('admin.deed', { did, about }) : did
  return line.reason ? t('admin.deed.why', { what, reason: line.reason }) : what
}
