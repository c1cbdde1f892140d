// Shares of what was counted.

import { settings } from '../state/settings.svelte'

/** A part of all as people read it; nothing of nothing is no share. */
export function percent(part: number, all: number): string {
  return all ? (part / all).toLocaleString(settings.language, { style: 'percent' }) : '–'
}
