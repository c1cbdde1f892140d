// Lines of the chat as people read them.

import type { Saying } from '../../state/scene'
import type { ChatLine } from '../../wire/messages'
import { ownName } from '../../text/names'
import { t, type Key } from '../../i18n/index.svelte'

export const PHRASES = [
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

export const REACTIONS = ['nice', 'wow', 'ha-ha', 'ouch', 'hmm', 'thanks'] as const
