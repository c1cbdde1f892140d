// Shares of a whole as people read them: percentages with as many digits as they deserve, and parts that add up.

import { t } from '../i18n/index.svelte'
import { settings } from '../state/settings.svelte'
import type { Share } from '../wire/rest'

/** A number in the page's language, with a real minus sign, but none before 0. */
export function figure(value: number, digits = 0): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  return new Intl.NumberFormat(settings.language, { ...format, signDisplay: 'negative' })
    .format(value)
    .replace('-', '−')
}

/** A number with its sign; 0 has none. */
export const signed = (value: number, digits = 0): string =>
  (Number(value.toFixed(digits)) > 0 ? '+' : '') + figure(value, digits)

/** A share as a percentage: 0.744 is '74%' in English. */
export const percentOf = (share: Share, digits = 0): string => t('percent', { p: figure(100 * share, digits) })

/** Whole percents that sum to 100: the remainder goes to the shares that rounding down cost most. */
export function wholePercents(shares: readonly Share[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0) || 1
  const exact = shares.map((share) => (100 * share) / sum)
  const percents = exact.map(Math.floor)
  const order = [...exact.keys()].sort((a, b) => exact[b]! - percents[b]! - (exact[a]! - percents[a]!))
  for (const index of order.slice(0, 100 - percents.reduce((all, percent) => all + percent, 0))) percents[index]! += 1
  return percents
}
