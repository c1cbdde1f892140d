// Lines of the chat as people read them.

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

/** What a visitor may say who can ask for a seat. */
const ASKING = ['may-i-play', ...PHRASES] as const

export function content(line: ChatLine): string {
  return [line.phrase ? t(`phrase.${line.phrase}` as Key) : '', line.text ?? ''].filter(Boolean).join(' ')
}

/** The line as a sentence; where nobody said it, what happened to a seat, of which `names` has the name. */
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

/** The preset phrases that this device may say at the table. */
export function phrasesAt(table: Table): readonly (typeof ASKING)[number][] {
  const seated = table.seats.length > 0
  const watches = table.facts?.phase !== 'open' && table.facts?.watchers === 'phrases' && !table.facts.evening
  if (!seated && !watches) return []
  return seated || !visitOf(table).mayAsk ? PHRASES : ASKING
}

/** Whether this device may write what it likes. */
export const writesAt = (table: Table): boolean => table.facts?.chat === 'free' && table.seats.length > 0

/** Whether this device may show a reaction beside its seat. */
export const reactsAt = (table: Table): boolean => table.facts?.phase === 'playing' && table.seats.length > 0

export const REACTIONS = ['nice', 'wow', 'ha-ha', 'ouch', 'hmm', 'thanks'] as const
