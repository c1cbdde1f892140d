// Names of cards, suits, seats and actions, in the page's language.

import { called, place, t } from '../i18n/index.svelte'
import { face } from '../cards/cards'
import type { SeatFacts, ShamanIs } from '../wire/messages'

export function suitName(game: string, letter: string): string {
  return called(`suit.${game}.${letter}`, letter)
}

/** 9.5 as 9½. */
export function rank(value: number | null): string {
  if (value === null) return ''
  return Number.isInteger(value) ? String(value) : `${Math.floor(value)}½`
}

/** What the Shaman counts as: 'Viper 9½', or half a step above the Specialist that it copies: 'Jaguar +½'. */
export function shamanName(game: string, shaman: ShamanIs): string {
  if (shaman.suit) return `${suitName(game, shaman.suit)} ${rank(shaman.rank)}`
  return t('card.above', { card: called(`specialist.${shaman.copies}`, String(shaman.copies)) })
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
  let name = drawn.special
    ? called(`specialist.${drawn.card}`, drawn.card)
    : `${suitName(game, drawn.letter)} ${drawn.number}`
  if (named) name = t('card.naming', { card: name, suit: suitName(game, named) })
  if (around.shaman) name = t('card.copying', { card: name, as: shamanName(game, around.shaman) })
  if (around.owner) name = t('card.of', { card: name, owner: around.owner })
  return around.kept ? t('card.kept', { card: name }) : name
}

/** An action's name in a sentence: a card, a split, a bid, the surrender. */
export function actionName(game: string, action: string): string {
  if (action === 'surrender') return t('action.surrender')
  if (action.includes('+'))
    return action
      .split('+')
      .map((card) => cardName(game, card))
      .join(t('join'))
  if (/^\d(-\d)+$/.test(action)) return splitName(action)
  return cardName(game, action)
}

/** A prophecy by its places: '1st 2×, 3rd 5×'. */
function splitName(split: string): string {
  const counts = split.split('-').map((n, index) => ({ n: Number(n), place: placeName(index + 1) }))
  return counts
    .filter((count) => count.n > 0)
    .map((count) => t('tell.foretold.place', count))
    .join(t('join'))
}

/** A seat's name: the person's, or the bot's. */
export function seatName(seat: SeatFacts | undefined, number: number): string {
  if (!seat) return t('seat', { n: number + 1 })
  if (seat.name) return seat.kind === 'bot' ? ownName(seat.name) : seat.name
  if (seat.before) return seat.before // the seat has become open during a match
  return seat.bot ? botName(seat.bot) : t('seat', { n: number + 1 })
}

/** True if a name already says 'You', as in a visitor's lessons: no tag repeats it. */
export function saysYou(name: string | undefined): boolean {
  return name === t('learn.you')
}

/** A bot's own name, as written in this language. */
export function ownName(name: string): string {
  return called(`bot.own.${name}`, name)
}

export function botName(bot: string): string {
  return called(`bot.${bot}`, bot)
}

/**
 * Who sat on a seat, by the English name in a record and the bot that started there: its own name, or in older records
 * its level.
 */
export function recorded(name: string, bot: string | null): Pick<SeatFacts, 'kind' | 'name' | 'bot'> {
  const level = name.toLowerCase().replace(/ \d$/, '')
  if (bot !== null && called(`bot.own.${name}`, '')) return { kind: 'bot', name, bot }
  if (bot !== null && called(`bot.${level}`, '')) return { kind: 'bot', name: '', bot: level }
  return { kind: 'person', name, bot: '' } // includes whoever took a bot's seat later
}

const SAME = ['II', 'III', 'IV', 'V', 'VI']

/** The names of all seats; duplicates are numbered. */
export function seatNames(seats: readonly SeatFacts[]): string[] {
  const names = seats.map(seatName)
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length
    return before === 0 ? name : `${name} ${SAME[before - 1] ?? before + 1}` // not '2': places and points follow a name
  })
}

/** '2nd', in Japanese '2位'. */
export function placeName(number: number): string {
  return place(number).join('')
}

/** The pieces that mark a seat's seven prophecies: tokens, in the first edition cubes. */
export function tokenName(game: string, count = 2): string {
  return called(`tokens.${game}`, '', { n: count })
}
