// Results of daily matches and challenges as text: shapes only, no spoilers.

import type { OwnTry, PointCount, TriedRound } from '../wire/daily'
import { gameName, list } from '../text/tellings'
import { botName } from '../text/names'
import { settings } from '../state/settings.svelte'
import { t } from '../i18n/index.svelte'

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')

export function dayName(day: string, options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(settings.language, { ...options, timeZone: 'UTC' })
}

/** The date this many days later. */
export function later(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The share of other players with fewer points, in percent; null without others. */
export function beaten(own: OwnTry, played: number): number | null {
  const others = played - (own.counted ? 1 : 0)
  return others > 0 ? Math.round((100 * own.better) / others) : null
}

/** The opponents: how many bots of which level. */
export function company(bots: readonly string[]): string {
  const levels = bots.flatMap((bot) => (bot ? [bot.split(':')[0] ?? ''] : []))
  return list(
    [...new Set(levels)].map((level) => `${levels.filter((other) => other === level).length} × ${botName(level)}`),
  )
}

/** What came true in a round. */
const shapes = (round: TriedRound): string => '●'.repeat(round.met) + '○'.repeat(round.of - round.met)

export const pointsText = (own: { points: number | null; won: boolean }): string =>
  t(own.won ? 'daily.points.won' : 'daily.points', { n: own.points ?? 0 })

export const caption = (day: string): string => t('daily.caption', { day: dayName(day) })

/** The text to share. */
export function shareText(day: string, game: string, own: OwnTry, played: number): string {
  const better = beaten(own, played)
  const rounds = own.rounds.map((round) => `${shapes(round)} ${signed(round.points)}`)
  const end = [pointsText(own), ...(better === null ? [] : [t('daily.better.short', { n: better })])].join(' · ')
  return [`${caption(day)} · ${gameName(game)}`, ...rounds, end].join('\n')
}

/**
 * Histogram columns from the fewest to the most points, including empty ones; neighbours are merged if there are many.
 */
export function columns(
  results: readonly PointCount[],
  also: readonly number[],
  most: number,
): { from: number; to: number; people: number }[] {
  const all = [...results.map((result) => result.points), ...also]
  if (all.length === 0) return []
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const width = Math.max(1, Math.ceil((high - low + 1) / most))
  return Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, index) => {
    const from = low + index * width
    const to = from + width - 1
    return {
      from,
      to,
      people: results
        .filter((result) => result.points >= from && result.points <= to)
        .reduce((sum, result) => sum + result.people, 0),
    }
  })
}
