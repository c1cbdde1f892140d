// Reasons in words: why a choice is worse than the best one. The server measures them; `coach/reasons/words.py` does
// the same there.

import { t, type Key } from '../i18n/index.svelte'
import type { MeasuredReason } from '../wire/views'
import { actionName, cardName, placeName, suitName } from './names'
import { figure } from './shares'

const COUNTED = ['tricks', 'no-bid', 'bid-worth'] // kinds that state a number, not how often something happens
const WORTH: Record<string, number> = { S: 0, P: 1, V: 2, E: 3 } // what a card of a suit adds to a bid (PR-4)

interface Around {
  readonly game: string
  readonly names: readonly string[] // of the seats
}

/** The value of a bid; null for any other action. */
function bidOf(action: string): number | null {
  return action.includes('+') ? action.split('+').reduce((sum, card) => sum + (WORTH[card.charAt(0)] ?? 0), 0) : null
}

function named(game: string, action: string, beside: string): string {
  const bid = bidOf(action)
  if (bid !== null && bid !== bidOf(beside)) return t('reason.bid', { bid })
  return /^\d(-\d)+$/.test(action) ? action.replaceAll('-', '‑') : actionName(game, action) // with non-breaking hyphens
}

/** A share of the deals over which it was counted. */
function chance(share: number): string {
  const n = Math.round(100 * share)
  return n < 1 ? t('pr.percent.least') : n > 99 ? t('pr.percent.most') : t('pr.percent', { n })
}

/** The phrase for a reason: its kind, or a special form of it. */
function formOf(reason: MeasuredReason): string {
  if (reason.kind === 'ends-now' && reason.sure && reason.instead === 1) return 'ends-now-sure'
  if (reason.kind === 'token-now' && reason.sure && reason.often === 1 && reason.instead === 0) return 'token-now-sure'
  if (reason.kind === 'too-many' && reason.fewer === 0) return 'too-many-any'
  if (reason.kind === 'too-few' && reason.fewer === 0) return 'too-few-none'
  if ((reason.kind === 'denies' || reason.kind === 'denies-leader') && reason.bid !== undefined)
    return `${reason.kind}-open`
  return reason.kind
}

/** A reason as a sentence. */
export function reasonText(reason: MeasuredReason, { game, names }: Around): string {
  const said = (value: number): string => (COUNTED.includes(reason.kind) ? figure(value, 1) : chance(value))
  const sentence = t(`reason.${formOf(reason)}` as Key, {
    best: named(game, reason.best, reason.other),
    other: named(game, reason.other, reason.best),
    often: said(reason.often),
    instead: said(reason.instead),
    who: reason.seat === undefined ? '' : (names[reason.seat] ?? ''),
    place: reason.place === undefined ? '' : placeName(reason.place),
    suit: reason.suit === undefined ? '' : suitName(game, reason.suit),
    card: reason.card === undefined ? '' : cardName(game, reason.card),
    n: reason.count ?? 0,
    fewer: reason.fewer ?? 0,
    bid: reason.bid ?? 0,
    trick: reason.trick ?? 0,
    tricks: reason.tricks ?? 0,
  })
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Several reasons in a row; '' without any. */
export const reasonsText = (reasons: readonly MeasuredReason[] | undefined, around: Around): string =>
  (reasons ?? []).map((reason) => reasonText(reason, around)).join(t('gap'))
