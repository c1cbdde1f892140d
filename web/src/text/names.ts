// Names of cards, suits, seats and actions, in the language of the page.

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

/** What an action is called in a sentence: a card, a split, a bid, the surrender. */
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

/** How a prophecy is spread over the places: '1st 2×, 3rd 5×'. */
function splitName(split: string): string {
  const counts = split.split('-').map((n, index) => ({ n: Number(n), place: placeName(index + 1) }))
  return counts
    .filter((each) => each.n > 0)
    .map((each) => t('tell.foretold.place', each))
    .join(t('join'))
}

/** The name of a seat: its person's, or its bot's. */
export function seatName(seat: SeatFacts | undefined, number: number): string {
  if (!seat) return t('seat', { n: number + 1 })
  if (seat.name) return seat.kind === 'bot' ? ownName(seat.name) : seat.name
  if (seat.before) return seat.before // its seat is open in a match
  return seat.bot ? botName(seat.bot) : t('seat', { n: number + 1 })
}

/** True if a name already says 'You', as in lessons of somebody without a name: no tag repeats it. */
export function saysYou(name: string | undefined): boolean {
  return name === t('learn.you')
}

/** A bot's own name, as it is written in this language. */
export function ownName(name: string): string {
  return called(`bot.own.${name}`, name)
}

export function botName(bot: string): string {
  return called(`bot.${bot}`, bot)
}

/** Who sat on a seat, by the English name in a record and the bot that began there: it has its own name, in older records its level's. */
export function recorded(name: string, bot: string | null): Pick<SeatFacts, 'kind' | 'name' | 'bot'> {
  const level = name.toLowerCase().replace(/ \d$/, '')
  if (bot !== null && called(`bot.own.${name}`, '')) return { kind: 'bot', name, bot }
  if (bot !== null && called(`bot.${level}`, '')) return { kind: 'bot', name: '', bot: level }
  return { kind: 'person', name, bot: '' } // also who took a bot's seat later
}

const SAME = ['II', 'III', 'IV', 'V', 'VI']

/** The names of all seats; where two would be the same, the later ones are numbered. */
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

/** What a seat's seven prophecies are laid with: tokens, in the first edition cubes. */
export function tokenName(game: string, count = 2): string {
  return called(`tokens.${game}`, '', { n: count })
}
