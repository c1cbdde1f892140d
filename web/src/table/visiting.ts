// What a spectator of a match may do, and what became of a seat they had.

import { me } from '../state/me.svelte'
import type { Table } from '../state/table.svelte'
import type { SeatFacts, View } from '../wire/messages'
import { t } from '../i18n/index.svelte'

/**
 * The open seat that this device may take, preferably its own; null if there is none, or if it has seen other cards.
 */
export function seatToTake({ facts, watching, had }: Table): number | null {
  if (!facts || !watching || facts.evening) return null
  const open = facts.seats.flatMap((seat, number) => (seat.kind === 'open' ? [number] : []))
  return (had.length ? open.find((seat) => had.every((each) => each === seat)) : open[0]) ?? null
}

/** The bot's seat that this device may ask to take over when the round ends; null if there is none. */
export function seatToTakeOver({ facts, watching, had, look }: Table): number | null {
  if (!facts?.drop_in || !facts.spectators || !watching || facts.evening || facts.given || facts.what_if) return null
  if (had.length > 0 || lastRound(look?.view ?? null)) return null
  const seat = facts.seats.findIndex(({ kind, next }) => kind === 'bot' && next === '')
  return seat < 0 ? null : seat
}

/** True in the last round. */
const lastRound = (view: View | null): boolean => view !== null && view.rounds !== null && view.round >= view.rounds

/** What a spectator is told, and whether they may ask for a seat. */
export function visitOf({ facts, had, names }: Table): { title: string; more: string; mayAsk: boolean } {
  const mayAsk =
    facts !== null && facts.watchers === 'phrases' && facts.chat !== 'off' && !facts.evening && had.length === 0
  const [lost] = had
  const seat = lost === undefined ? undefined : facts?.seats[lost]
  if (!seat || lost === undefined) return { title: t('visit.title'), more: t('visit.hidden'), mayAsk }
  return { title: lostTo(seat.kind, names[lost] ?? '', seat.name), more: t('visit.lost.more'), mayAsk }
}

/** What became of a seat that was mine: who has it now, under the name that is shown and the one that was given. */
export function lostTo(kind: SeatFacts['kind'], shown: string, given = shown): string {
  if (kind === 'open') return t('visit.lost.open')
  if (kind !== 'person') return t('visit.lost.bot')
  return given === me.name ? t('visit.lost.device') : t('visit.lost', { name: shown })
}
