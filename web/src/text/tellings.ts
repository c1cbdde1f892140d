// Phrases about games, tables and results.

import { called, t, type Key } from '../i18n/index.svelte'
import { HERE } from '../browser-server/client.svelte'
import type { Pace, SeatFacts, TableFacts } from '../wire/messages'
import { seatNames } from './names'

export const GAMES = ['seven-prophecies', 'seven-prophecies-2017', 'prophecy']
/** Bots to play against: the strongest need a server. */
export const LEVELS = HERE ? ['novice', 'student', 'adept'] : ['novice', 'adept', 'seer']

export const gameName = (game: string): string => called(`game.${game}`, game)
export const variantName = (game: string, variant: string): string =>
  called(`option.variant.${game}.${variant}`, variant)

/** 1 point, 2 points. */
export const points = (n: number): string => t('points', { n })

/** Minutes as hours and minutes. */
export function hours(minutes: number): string {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return h === 0 ? t('time.minutes', { m }) : m === 0 ? t('time.hours', { h }) : t('time.both', { h, m })
}

/** A list of names in a sentence. */
export function list(names: readonly string[], last = t('join')): string {
  return names.length < 2 ? (names[0] ?? '') : names.slice(0, -1).join(t('join')) + last + (names.at(-1) ?? '')
}

export function paceWords(pace: Pace): string {
  if (pace.kind === 'seconds')
    return t('pace.seconds.long', { seconds: pace.seconds, minutes: Math.round(pace.bank / 60) })
  return pace.kind === 'days' ? t('pace.days.long', { days: pace.days }) : t('pace.none.long')
}

/** Who begins, unless by lot. */
function firstWords({ first, game, seats }: TableFacts): string {
  const deals = game === 'prophecy'
  if (typeof first !== 'number') return t(deals ? 'lobby.first.drawn.deals' : 'lobby.first.drawn')
  return t(deals ? 'lobby.first.deals' : 'lobby.first', { name: chairName(seats, first) })
}

/** The name of whoever sits there, or the seat's number while it is free. */
export function chairName(seats: readonly SeatFacts[], seat: number): string {
  const free = (seats[seat]?.kind ?? 'open') === 'open'
  return free ? t('lobby.seat', { n: seat + 1 }) : (seatNames(seats)[seat] ?? '')
}

/** A table's fixed settings, in sentences. */
export function tableWords(facts: TableFacts): string[] {
  const { options, pace } = facts
  const said = [t(facts.public ? 'lobby.public' : 'lobby.private'), paceWords(pace)]
  if (pace.kind === 'days') said.push(t('pace.days.out'))
  said.push(t('lobby.chat', { chat: t(`chat.${facts.chat}` as Key) }))
  said.push(t(facts.spectators ? 'lobby.spectators' : 'lobby.no-spectators'))
  if (facts.drop_in && facts.spectators) said.push(t('lobby.drop-in'))
  said.push(t(facts.aids ? 'lobby.aids' : 'lobby.no-aids'))
  if (!facts.look_back && facts.game === 'prophecy') said.push(t('lobby.no-look-back'))
  if (facts.first !== 'lot') said.push(firstWords(facts))
  for (const [name, value] of Object.entries(options)) {
    const option = called(`option.${name}`, name)
    if (name === 'variant') said.unshift(t('lobby.variant', { variant: variantName(facts.game, String(value)) }))
    else if (typeof value === 'string') said.push(t('lobby.option.is', { option, value }))
    else said.push(t(value ? 'lobby.option.on' : 'lobby.option.off', { option }))
  }
  const people = facts.seats.filter((seat) => seat.kind !== 'bot').length
  if (pace.kind !== 'days' && people > 1) said.push(t('lobby.grace', { n: facts.grace }))
  return said
}
