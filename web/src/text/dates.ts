// Days in words.

import { t } from '../i18n/index.svelte'
import { settings } from '../state/settings.svelte'

/** Today, yesterday, a day of the week, or a date. */
export function when(time: number): string {
  const day = (at: number): number => Math.floor((at - new Date().getTimezoneOffset() * 60_000) / 86_400_000)
  const ago = day(Date.now()) - day(time)
  if (ago <= 0) return t('home.today')
  if (ago === 1) return t('home.yesterday')
  return new Date(time).toLocaleDateString(settings.language, ago < 7 ? { weekday: 'long' } : { dateStyle: 'medium' })
}
