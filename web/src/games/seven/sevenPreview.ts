// What is shown over a card of Seven Prophecies before it is played, in one form everywhere: a number, how likely a
// token comes true; columns, the places; a check mark if it is certain. Never more than is known.

import { placeName, tokenName } from '../../text/names'
import type { PreviewCard } from '../../wire/messages'
import { t } from '../../i18n/index.svelte'

const LEAST = 0.005 // smaller chances round to 0 % and are left out

/** One of my cards and what it may do. */
export interface Spread {
  card: string
  /** Its index among the cards on the table: those before it stay before it. */
  among: number
  chances: number[]
  sure: boolean
}

export interface Bar {
  chance: number
  hit: boolean // one of my tokens waits there
}

export interface Shown {
  text: string // over the columns: a number, or that no token waits
  token: boolean // a token may come true
  check: boolean // it certainly does: a mark replaces the number
  bars: Bar[]
  say: string // all of it in words
}

/** The likeliest place, from 1. */
export function likeliest(chances: readonly number[]): number {
  return chances.indexOf(Math.max(...chances)) + 1
}

/** A counted chance as text: never 0 or 100 %. */
export function percent(chance: number): string {
  const n = Math.round(chance * 100)
  const p = n > 99 ? '>99' : n < 1 ? '<1' : String(n)
  return t('percent', { p })
}

/**
 * What is shown over a card; `left`: how many of my tokens wait at each place. Null if the card's chances are unknown.
 */
export function shown(game: string, card: PreviewCard | undefined, left: readonly number[]): Shown | null {
  const chances = card?.places
  if (!card || !chances) return null
  const bars = chances.map((chance, index) => ({ chance, hit: (left[index] ?? 0) > 0 }))
  const token = tokenName(game, 1)
  const places = card.sure
    ? t('seven.pv.sure', { place: placeName(likeliest(chances)) })
    : chances
        .map((chance, index) => ({ chance, index }))
        .filter(({ chance }) => chance >= LEAST)
        .sort((a, b) => b.chance - a.chance)
        .map(({ chance, index }) => t('seven.pv.place', { place: placeName(index + 1), percent: percent(chance) }))
        .join(t('join'))
  const chance = card.token ?? (card.sure ? Number(bars[likeliest(chances) - 1]?.hit) : undefined)
  if (chance === undefined || chance === 0 || !bars.some((bar) => bar.hit)) {
    // 0 is only shown if proven
    return {
      text: t('seven.pv.none', { token }),
      token: false,
      check: false,
      bars,
      say: t('seven.pv.token.never', { places, token }),
    }
  }
  const text = percent(chance)
  const check = chance === 1
  return {
    text,
    token: true,
    check,
    bars,
    say: t(check ? 'seven.pv.token.sure' : 'seven.pv.token', { places, token, percent: text }),
  }
}
