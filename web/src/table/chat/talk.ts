// Chat lines as sentences.

import type { Saying } from '../../state/scene'
import type { Table } from '../../state/table.svelte'
import { visitOf } from '../visiting'
import type { ChatLine } from '../../wire/messages'
import { ownName } from '../../text/names'
import { t, type Key } from '../../i18n/index.svelte'

const PHRASES = [
  'hello',
  'good-luck',
  'well-played',
  'thanks',
  'sorry',
  'one-moment',
  'ready',
  'again',
  'goodbye',
] as const

/** What a spectator who can ask for a seat may say. */
const ASKING = ['may-i-play', ...PHRASES] as const

export function content(line: ChatLine): string {
  return [line.phrase ? t(`phrase.${line.phrase}` as Key) : '', line.text ?? ''].filter(Boolean).join(' ')
}

/** The line as a sentence. Without an author it is a notice about a seat, whose name comes from `names`. */
export function said(line: ChatLine, names: string[]): string {
  if (line.notice) {
    const values = { name: line.name, seat: names[line.seat] ?? '', bot: ownName(line.text ?? '') }
    return t(`notice.${line.notice}` as Key, values)
  }
  return t('chat.says', { name: line.name, text: content(line) })
}

/** The line as it pops up. */
export function sayingOf(line: ChatLine, names: string[]): Saying {
  if (line.notice) return { seat: line.seat, name: '', text: said(line, names) }
  return { seat: line.seat, name: line.name, text: content(line) }
}

/** The preset phrases this device may use at the table. */
export function phrasesAt(table: Table): readonly (typeof ASKING)[number][] {
  const seated = table.seats.length > 0
  const watches = table.facts?.phase !== 'open' && table.facts?.watchers === 'phrases' && !table.facts.evening
  if (!seated && !watches) return []
  return seated || !visitOf(table).mayAsk ? PHRASES : ASKING
}

/** True if this device may write free text. */
export const writesAt = (table: Table): boolean => table.facts?.chat === 'free' && table.seats.length > 0

/** True if this device may react beside its seat. */
export const reactsAt = (table: Table): boolean => table.facts?.phase === 'playing' && table.seats.length > 0

export const REACTIONS = ['nice', 'wow', 'ha-ha', 'ouch', 'hmm', 'thanks'] as const
