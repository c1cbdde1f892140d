// What people read, in the language of the page.

import { settings } from '../state/settings.svelte'
import type { Values } from '../wire/messages'
import { change, formOf, forms, speaker, text, type Key } from './languages'

export type { Key }

/** The page speaks that language from now on, once its words are here. */
export async function speak(language: string): Promise<void> {
  if (await change(language)) settings.set({ language })
}

/** The sentence of a key with its values filled in, in the plural form that goes with `n`. */
export function t(key: Key, values: Values = {}): string {
  return called(key, key, values)
}

/** The same for a key that is put together: what has no words goes by its plain name. */
export function called(key: string, plain: string, values: Values = {}): string {
  const language = speaker(settings.language, key)
  const form = typeof values.n === 'number' ? formOf(language, values.n) : 'other'
  const said = fill(text(language, key, form) ?? plain, values, language)
  return MARKS && language !== settings.language ? `⟦${said}⟧` : said
}

/** Whether phrases that are missing in the page's language are marked: the page was opened with `?untranslated`. */
const MARKS = typeof location !== 'undefined' && new URLSearchParams(location.search).has('untranslated')

/** Values in place of their names; `{count:match|matches}` is the form of a word that goes with a count. */
export function fill(sentence: string, values: Values, language = settings.language): string {
  return sentence.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, words?: string) => {
    if (!(name in values)) return whole
    return words === undefined ? String(values[name]) : chosen(words.split('|'), Number(values[name]), language)
  })
}

function chosen(words: string[], count: number, language: string): string {
  return words[forms(language).indexOf(formOf(language, count))] ?? words.at(-1) ?? ''
}

/** The parts of a place around its number: ['', '2', 'nd']; in Japanese ['', '2', '位'], in Chinese ['第', '2', '名']. */
export function place(number: number): [string, string, string] {
  const said = text(settings.language, 'place.ordinal', formOf(settings.language, number, 'ordinal')) ?? '{n}'
  const [before = '', after = ''] = said.split('{n}')
  return [before, String(number), after]
}
