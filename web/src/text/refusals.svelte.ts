// Why not: sentences from the reasons that the server gives, in the language of the page.

import { fill, called, t } from '../i18n/index.svelte'
import { ask, Refusal } from '../net/api'
import { settings } from '../state/settings.svelte'
import type { Values } from '../wire/messages'

const NEEDED = 'join,no.,specialist.,suit.,type.' // of all that the server says
type Phrases = Record<string, string>
const phrases = $state<Partial<Record<string, Phrases>>>({})
const coming: Partial<Record<string, Promise<Phrases>>> = {}

/** Loads the server's sentences of the language in use: at the first touch, for nothing is refused before. */
export async function loadPhrases(): Promise<void> {
  const language = settings.language
  if (phrases[language]) return
  try {
    coming[language] ??= ask('GET /api/words/{language}', null, { language, keys: NEEDED })
    phrases[language] = await coming[language]
  } catch (error) {
    delete coming[language]
    if (!(error instanceof Refusal)) throw error // the page works without; it is tried again at the next change
  }
}

/** The sentence for a reason and its values; seats are called by name. The server's own stands there `meanwhile`. */
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
  const text = table[`no.${reason}.${game}`] ?? table[`no.${reason}`] // a game may have words of its own
  if (!text) return t('refused.crash')
  const spoken = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, spell(name, value, game, names, table)]),
  )
  return upper(fill(text, spoken))
}

/** The sentence for what the server refused; any other error is none of its reasons, and goes on. */
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
