// Reasons in words: why a choice is worse than the best one. The server measures them; `coach/reasons/words.py` does
// the same there.

import { t, type Key } from '../i18n/index.svelte'
import type { MeasuredReason } from '../wire/views'
import { actionName, cardName, placeName, suitName } from './names'
import { figure } from './shares'

const POINTS = ['bid-worth'] // kinds that state points, in old reviews only
const AFTER_BEST = ['token-now', 'last-lead', 'win-now', 'every-trick'] // kinds with a form for: only after the best
const AFTER_OTHER = ['ends-now', 'gives-token', 'duck-now', 'bid-full'] // only after the other choice
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

/** A share of the deals over which it was counted; all or none only if that is proved. */
function chance(share: number, sure = false): string {
  const n = Math.round(100 * share)
  if (sure && (share === 0 || share === 1)) return t('pr.percent', { n })
  return n < 1 ? t('pr.percent.least') : n > 99 ? t('pr.percent.most') : t('pr.percent', { n })
}

/** The phrase for a reason: its kind, or a special form of it. */
function formOf(reason: MeasuredReason): string {
  const { kind, sure, often, instead } = reason
  if (sure && AFTER_BEST.includes(kind) && often === 1 && instead === 0) return `${kind}-sure`
  if (sure && AFTER_OTHER.includes(kind) && often === 0 && instead === 1) return `${kind}-sure`
  if (kind === 'too-many') {
    const some = reason.fewer === 0 ? 'too-many-any' : 'too-many'
    return reason.gain === undefined ? some : `${some}-for` // reviews of before lack it
  }
  if (kind === 'too-few' && reason.fewer === 0) return 'too-few-none'
  if (kind === 'bid-high' && reason.fewer === 0) return 'bid-high-none'
  if ((reason.kind === 'denies' || reason.kind === 'denies-leader') && reason.bid !== undefined)
    return `${reason.kind}-open`
  return reason.kind
}

/** A reason as a sentence. */
export function reasonText(reason: MeasuredReason, { game, names }: Around): string {
  const said = (value: number): string => (POINTS.includes(reason.kind) ? figure(value) : chance(value, reason.sure))
  const sentence = t(`reason.${formOf(reason)}` as Key, {
    best: named(game, reason.best, reason.other),
    other: named(game, reason.other, reason.best),
    often: said(reason.often),
    instead: said(reason.instead),
    who: reason.seat === undefined ? '' : (names[reason.seat] ?? ''),
    apart: figure(Math.max(reason.often - reason.instead, 0.1), 1), // tricks gained
    place: reason.place === undefined ? '' : placeName(reason.place),
    gain: reason.gain === undefined ? '' : placeName(reason.gain),
    more: reason.more ?? 0,
    gained: chance(reason.gained ?? 0),
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
