// Refusals in words: sentences for the server's reasons, in the page's language.

import { fill, called, t } from '../i18n/index.svelte'
import { ask, Refusal } from '../net/api'
import { settings } from '../state/settings.svelte'
import type { Values } from '../wire/messages'

const NEEDED = 'join,no.,specialist.,suit.,type.' // the prefixes needed of all the server's phrases
type Phrases = Record<string, string>
const phrases = $state<Partial<Record<string, Phrases>>>({})
const coming: Partial<Record<string, Promise<Phrases>>> = {}

/** Loads the server's phrases for the current language at the first touch: nothing can be refused before. */
export async function loadPhrases(): Promise<void> {
  const language = settings.language
  if (phrases[language]) return
  try {
    coming[language] ??= ask('GET /api/words/{language}', null, { language, keys: NEEDED })
    phrases[language] = await coming[language]
  } catch (error) {
    delete coming[language]
    if (!(error instanceof Refusal)) throw error // the page works without them; the next change of language tries again
  }
}

/**
 * The sentence for a reason and its values, with seats by name. Until phrases are loaded, `meanwhile` (the server's
 * own) is used.
 */
export function sentence(
  reason: string,
  values: Values,
  game: string,
  names: readonly string[],
  meanwhile = '',
): string {
  const own = called(`refused.${reason}`, '')
  if (own) return own
  const table = phrases[settings.language]
  if (!table) {
    void loadPhrases()
    return meanwhile
  }
  const text = table[`no.${reason}.${game}`] ?? table[`no.${reason}`] // a game may have a phrase of its own
  if (!text) return t('refused.crash')
  const spoken = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, spell(name, value, game, names, table)]),
  )
  return upper(fill(text, spoken))
}

/** The sentence for a server refusal; rethrows any other error. */
export function whyNot(error: unknown, game = '', names: readonly string[] = []): string {
  if (!(error instanceof Refusal)) throw error
  const { reason, values, sentence: meanwhile } = error.problem
  return sentence(reason, values ?? {}, game, names, meanwhile || t('refused.crash'))
}

function spell(
  name: string,
  value: unknown,
  game: string,
  names: readonly string[],
  table: Record<string, string>,
): string {
  if (Array.isArray(value)) {
    return value.map((each) => spell(name.replace(/s$/, ''), each, game, names, table)).join(table.join ?? ', ')
  }
  if ((name === 'suit' || name === 'trump') && value) return table[`suit.${game}.${String(value)}`] ?? String(value)
  if (name === 'specialist') return table[`specialist.${String(value)}`] ?? String(value)
  if (name === 'expected') return table[`type.${String(value)}`] ?? String(value)
  if (name === 'seat') return names[Number(value)] ?? String(value)
  return String(value)
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
