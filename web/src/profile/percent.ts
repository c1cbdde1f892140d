// Shares of a count.

import { settings } from '../state/settings.svelte'

/** A part of a total as a percentage; a dash if the total is 0. */
export function percent(part: number, all: number): string {
  return all ? (part / all).toLocaleString(settings.language, { style: 'percent' }) : '–'
}
