// Names of cards, suits, seats and actions, in the language of the page.

import { t, type Key } from '../words/index.svelte'
import { face } from './cards'
import type { SeatFacts, ShamanIs } from './wire'

export function suitName(game: string, letter: string): string {
  return t(`suit.${game}.${letter}` as Key)
}

/** 9.5 as 9½. */
export function rank(value: number | null): string {
  if (value === null) return ''
  return Number.isInteger(value) ? String(value) : `${Math.floor(value)}½`
}

interface Around {
  owner?: string
  kept?: boolean
  shaman?: ShamanIs | null
}

/** 'Broom 10', 'Shaman, here Viper 9½', with who played it and whether its prophecy came true. */
export function cardName(game: string, card: string, around: Around = {}): string {
  const drawn = face(game, card)
  const named = card.split(':')[1]
  let name = drawn.special ? t(`specialist.${drawn.card}` as Key) : `${suitName(game, drawn.letter)} ${drawn.number}`
  if (named) name = t('card.naming', { card: name, suit: suitName(game, named) })
  if (around.shaman?.suit) {
    name = t('card.copying', { card: name, as: `${suitName(game, around.shaman.suit)} ${rank(around.shaman.rank)}` })
  }
  if (around.owner) name = t('card.of', { card: name, owner: around.owner })
  return around.kept ? t('card.kept', { card: name }) : name
}

/** What an action is called in a sentence: a card, a split, a bid, the surrender. */
export function actionName(game: string, action: string): string {
  if (action === 'surrender') return t('action.surrender')
  if (action.includes('+')) return action.split('+').map((card) => cardName(game, card)).join(t('join'))
  if (/^\d(-\d)+$/.test(action)) return action
  return cardName(game, action)
}

/** The name of a seat: its person's, or its bot's. */
export function seatName(seat: SeatFacts | undefined, number: number): string {
  if (!seat) return t('seat', { n: number + 1 })
  if (seat.name) return seat.name
  return seat.bot ? botName(seat.bot) : t('seat', { n: number + 1 })
}

export function botName(bot: string): string {
  const name = t(`bot.${bot}` as Key)
  return name.startsWith('bot.') ? bot : name
}
