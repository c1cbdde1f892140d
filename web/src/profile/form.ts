// Where a form lies on the scale of the bots.

import { t } from '../i18n/index.svelte'
import { botName } from '../text/names'
import type { GameForm } from '../wire/people'

export const LEVELS: readonly string[] = ['novice', 'adept', 'seer'] // the bots one plays against

const MARGIN = 40 // rating points beyond the outermost bot

/** A scale covering the form of all matches and the bots: a rating's position in percent, and the marks. */
export function scaleOf(own: GameForm): { at: (rating: number) => number; marks: number[] } {
  const bots = own.bots.filter((bot) => LEVELS.includes(bot.bot)).map((bot) => bot.rating)
  const low = Math.min(own.rating - own.spread, ...bots.map((bot) => bot - MARGIN))
  const high = Math.max(own.rating + own.spread, ...bots.map((bot) => bot + MARGIN))
  const lows = own.history.map((point) => point.rating - point.spread)
  const highs = own.history.map((point) => point.rating + point.spread)
  const bottom = Math.floor(Math.min(...lows) / 100) * 100
  const top = Math.ceil(Math.max(...highs) / 100) * 100
  return { at: (rating) => (100 * (rating - low)) / (high - low), marks: [bottom, (bottom + top) / 2, top] }
}

/** A sentence about the bots between which the form lies. */
export function between(own: GameForm): string {
  const levels = own.bots.filter((bot) => LEVELS.includes(bot.bot))
  const below = levels.filter((level) => level.rating <= own.rating).at(-1)
  const above = levels.find((level) => level.rating > own.rating)
  const name = (bot: { bot: string } | undefined): string => botName(bot?.bot ?? '')
  if (!below) return t('form.below', { bot: name(above) })
  if (!above) return t('form.above', { bot: name(below) })
  return t('form.between', { low: name(below), high: name(above) })
}
