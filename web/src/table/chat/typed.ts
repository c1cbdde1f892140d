// Table chat for typed commands.

import { me } from '../../state/me.svelte'
import type { Table } from '../../state/table.svelte'
import { t } from '../../i18n/index.svelte'
import { phrasesAt, REACTIONS, reactsAt, said, writesAt } from './talk'

export interface Talk {
  /** The newest lines, as sentences. */
  lines: string[]
  /** Preset phrases and reactions. */
  phrases: { text: string; say(): void }[]
  /** Says free text; null if only phrases are allowed. */
  write: ((text: string) => void) | null
}

const NEWEST = 5 // lines

/** What was said at a table and what this device may say; null if the table has no chat. */
export function talkAt(table: Table): Talk | null {
  if (!table.facts || table.facts.chat === 'off') return null
  const phrases = phrasesAt(table).map((phrase) => ({
    text: t(`phrase.${phrase}`),
    say: () => void table.saysPhrase(phrase, me.name || t('menu.take.guest')),
  }))
  const reactions = (reactsAt(table) && !table.alone ? REACTIONS : []).map((reaction) => ({
    text: t(`reaction.${reaction}`),
    say: () => void table.send({ type: 'say', reaction }),
  }))
  return {
    lines: table.lines.slice(-NEWEST).map((line) => said(line, table.names)),
    phrases: [...phrases, ...reactions],
    write: writesAt(table) ? (text) => void table.send({ type: 'say', text }) : null,
  }
}
