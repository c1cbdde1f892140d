// What stands over a card of Seven Prophecies before it is played: sure, or how likely; never more than is known.

import { placeName, tokenName } from '../lib/names'
import type { PreviewCard } from '../lib/wire'
import { t } from '../words/index.svelte'

const LEAST = 0.005 // a chance that would be rounded to 0, or from 1 down to 100
const ROOM = 12 // letters over a card

/** A card of mine and what it may do. */
export interface Spread {
  card: string
  /** Its place among the cards that lie: those before it stay before it. */
  among: number
  chances: number[]
  sure: boolean
}

export interface Bar {
  chance: number
  hit: boolean // a token of mine waits there
}

export interface Shown {
  text: string // over the columns
  brief: string // the same where there is little room
  token: boolean // the text speaks of a token that comes true
  sure: boolean // it is proved, not counted
  bars: Bar[]
  say: string // all of it in words
}

/** The place that is likeliest, from 1. */
export function likeliest(chances: readonly number[]): number {
  return chances.indexOf(Math.max(...chances)) + 1
}

/** A chance that was counted: never 0 or 100 %. */
export function percent(chance: number): string {
  const p = chance > 1 - LEAST ? '>99' : chance < LEAST ? '<1' : String(Math.round(chance * 100))
  return t('percent', { p })
}

/** A text if there is room for it over a card: another language may need more. */
function fitting(text: string, brief: string): string {
  return text.length <= ROOM ? text : brief
}

/** What is shown over a card; `left`: how many of my tokens wait at each place. Null where nothing is known of it. */
export function shown(game: string, card: PreviewCard | undefined, left: readonly number[]): Shown | null {
  const chances = card?.places
  if (!card || !chances) return null
  const bars = chances.map((chance, index) => ({ chance, hit: (left[index] ?? 0) > 0 }))
  const place = likeliest(chances)
  const waits = bars[place - 1]?.hit ?? false
  const name = placeName(place)
  const token = tokenName(game, 1)
  if (card.sure) {
    const text = t('seven.pv.sure', { place: name })
    const say = waits ? t('seven.pv.sure.token', { place: name, token }) : text
    return { text: fitting(text, name), brief: name, token: waits, sure: true, bars, say }
  }
  const places = chances
    .map((chance, index) => ({ chance, index }))
    .filter(({ chance }) => chance >= LEAST)
    .sort((a, b) => b.chance - a.chance)
    .map(({ chance, index }) => t('seven.pv.place', { place: placeName(index + 1), percent: percent(chance) }))
    .join(t('join'))
  if (!bars.some((bar) => bar.hit) || card.token === undefined) {
    const text = t('seven.pv.place', { place: name, percent: percent(chances[place - 1] ?? 0) })
    return { text, brief: text, token: false, sure: false, bars, say: places }
  }
  if (card.token === 0 || card.token === 1) { // proved, though the place is not
    const brief = t('percent', { p: 100 * card.token }) // never said of what was only counted
    const text = card.token ? fitting(t('seven.pv.surely'), brief) : brief
    return { text, brief, token: true, sure: true, bars, say: t(card.token ? 'seven.pv.token.sure' : 'seven.pv.token.never', { places, token }) }
  }
  const text = percent(card.token)
  return { text, brief: text, token: true, sure: false, bars, say: t('seven.pv.token', { places, token, percent: text }) }
}
