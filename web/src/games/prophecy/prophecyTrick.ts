// The trick on screen at a table of Prophecy: the current one, or a finished one held on screen.

import { cardName, shamanName } from '../../text/names'
import type { Scene } from '../../state/scene'
import type { ProphecyView, ShamanIs, Took } from '../../wire/messages'
import { t } from '../../i18n/index.svelte'

export interface TrickInSight {
  plays: Took[]
  lead: string | null
  best: number | null // the seat that wins it, or is winning it
  shaman: ShamanIs | null
  number: number // from 0
  done: boolean
  first: Took | undefined // the card that was led
  gaveUp: Took | undefined // the lead that was surrendered
}

export function trickInSight({ view, held }: Scene<ProphecyView>): TrickInSight {
  const finished = held === 'trick' || held === 'round' ? view.tricks.at(-1) : undefined
  const plays = finished?.plays ?? view.trick
  return {
    plays,
    lead: finished ? finished.lead : view.lead,
    best: finished ? finished.winner : view.standing,
    shaman: (finished ? finished.shaman : view.shaman) ?? null,
    number: view.tricks.length - (finished ? 1 : 0),
    done: finished !== undefined,
    first: plays.find((play) => play.action !== 'surrender'),
    gaveUp: plays.find((play) => play.action === 'surrender'),
  }
}

/** The card, or the surrender, on its way to the server. */
export function sentCard({ view, held, pending }: Scene<ProphecyView>): string | null {
  return view.phase === 'tricks' && !held ? (pending?.action ?? null) : null
}

/** The last play of a trick: the seat, and the rest of the sentence. */
export function lastDone(game: string, trick: TrickInSight, me: number | null): { seat: number; text: string } | null {
  const took = trick.plays.at(-1)
  if (!took) return null
  const you = took.seat === me
  const said = (): string => {
    if (took.action === 'surrender') return t(you ? 'pr.log.you.surrender' : 'pr.log.surrender')
    if (took.action === 'Shaman' && trick.shaman) {
      const values = { on: cardName(game, trick.shaman.copies), as: shamanName(game, trick.shaman) }
      return t(you ? 'pr.log.you.shaman' : 'pr.log.shaman', values)
    }
    const card = cardName(game, took.action)
    if (took === trick.first) return t(you ? 'pr.log.you.leads' : 'pr.log.leads', { card })
    return t(you ? 'pr.log.you.plays' : 'pr.log.plays', { card })
  }
  return { seat: took.seat, text: said() }
}
