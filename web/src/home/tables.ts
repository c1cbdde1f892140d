// Sentences about tables on the home page.

import type { Summary } from '../wire/rest'
import { botName, ownName } from '../text/names'
import { gameName, list } from '../text/tellings'
import { t, type Key } from '../i18n/index.svelte'
import { lostTo } from '../table/visiting'
import { due, seatLost } from './mine.svelte'

const nameOf = (seat: Summary['seats'][number] | undefined): string =>
  (seat?.kind === 'bot' && seat.name ? ownName(seat.name) : seat?.name) || (seat?.bot ? botName(seat.bot) : '')

/** Who else plays. */
export function company(table: Summary): string {
  const people = table.seats
    .filter((seat, number) => seat.kind === 'person' && !table.mine.includes(number))
    .map((seat) => seat.name)
  const bots = table.seats.filter((seat) => seat.kind === 'bot' || seat.kind === 'external').length
  const who = [...people, ...(bots ? [t('home.by-bots', { n: bots })] : [])]
  if (table.what_if) return t('home.whatif', { names: list(who) })
  return who.length ? t('home.with', { names: list(who, t('and')) }) : t('home.with.nobody')
}

/** The state of play, and whose turn it is. */
export function standing(table: Summary): string {
  const round = table.round
  const gone = seatLost(table) ? table.seats[table.had[0] ?? 0] : undefined
  if (gone) return lostTo(gone.kind, nameOf(gone))
  if (table.phase !== 'playing') return t(`home.phase.${table.phase}` as Key)
  if (due(table)) return t('home.turn.mine', { round })
  if (table.actors.length !== 1) return t('home.turn.others', { round })
  return t('home.turn.other', { round, name: nameOf(table.seats[table.actors[0] ?? 0]) })
}

/** 'Continue: Seven Prophecies, round 2 · your turn'. */
export function toContinue(table: Summary): string {
  const values = { game: gameName(table.game), round: table.round }
  if (table.phase !== 'playing')
    return t('home.continue.open', { ...values, phase: t(`home.phase.${table.phase}` as Key) })
  return t(due(table) ? 'home.continue.mine' : 'home.continue', values)
}
