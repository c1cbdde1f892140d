// The languages that are there: each is a file in this folder, named by its tag, and comes over the line when it is spoken.

import { INCOMPLETE } from 'virtual:languages'
import PHRASES, { type Entry } from 'virtual:phrases'
import type english from './en'

/** The plural forms of CLDR that have keys of their own; the plain key is the form `other`. */
const FORMS = ['zero', 'one', 'two', 'few', 'many'] as const
type Form = (typeof FORMS)[number]

export type Key = Exclude<keyof typeof english, `${string}.${Form}`>

/** Words of a language: a spare key is an error of types, for a missing one English stands in; plural forms are its own affair. */
export type Words = Partial<Record<Key | `${Key}.${Form}`, string>>

export const loaded: Record<string, Words> = {}
let spoken = '' // the page's language
let wished = '' // the language asked for last
const parts: string[] = [] // that the page has needed so far; the first is its entry's

export const LANGUAGES = Object.keys(PHRASES)

/** Loads the phrases of a language that the page has needed so far, and English ones where some are missing. */
export async function load(language: string): Promise<void> {
  if (INCOMPLETE.includes(language)) await load('en')
  if (!LANGUAGES.includes(language) || language in loaded) return
  let words: Words[] = []
  while (words.length < parts.length) words = await Promise.all(parts.map((part) => phrases(language, part)))
  loaded[language] = Object.assign({}, ...words)
}

/** Begins with the phrases of an entry of the page. */
export async function begin(entry: Entry, language: string): Promise<void> {
  parts.push(entry)
  await change(language)
}

/** Changes to a language when its phrases are here; false if another one was asked for meanwhile. */
export async function change(language: string): Promise<boolean> {
  wished = language
  await load(language)
  if (language !== wished) return false
  spoken = language
  return true
}

/** Waits for a module that is loaded later, and for the phrases that it adds. */
export async function phrased<T>(part: string, module: Promise<T>): Promise<T> {
  if (!parts.includes(part)) parts.push(part)
  const add = async (language: string): Promise<unknown> =>
    Object.assign(loaded[language] ?? {}, await phrases(language, part))
  for (const language of Object.keys(loaded)) if (![spoken, wished, 'en'].includes(language)) delete loaded[language] // loaded again when it is spoken
  const [found] = await Promise.all([module, ...Object.keys(loaded).map(add)])
  return found
}

async function phrases(language: string, part: string): Promise<Words> {
  const entry = await PHRASES[language]?.[parts[0] as Entry]()
  return (part === parts[0] ? entry : await entry?.later[part]?.())?.default ?? {}
}

/** The language that a phrase is said in: the one asked for, or English where that one lacks it. */
export function speaker(language: string, key: string): string {
  return loaded[language] && !(key in loaded[language]) && key in (loaded.en ?? {}) ? 'en' : language
}

/** The text of a key, in the form that goes with a number where there is one; undefined where there is no such key. */
export function text(language: string, key: string, form: string): string | undefined {
  const words: Partial<Record<string, string>> = loaded[language] ?? {}
  return (form === 'other' ? undefined : words[`${key}.${form}`]) ?? words[key]
}

/** The language that fits a wish such as `ja-JP` best, if one does. */
export function known(wish: string): string | undefined {
  const parts = wish.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    const found = LANGUAGES.find((each) => each.toLowerCase() === parts.slice(0, length).join('-'))
    if (found) return found
  }
  return LANGUAGES.find((each) => each.toLowerCase().split('-')[0] === parts[0])
}

/** What a language calls itself. */
export function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

const rules: Record<string, Intl.PluralRules> = {} // to make one takes long

function rulesOf(language: string, type: Intl.PluralRuleType): Intl.PluralRules {
  return (rules[`${language} ${type}`] ??= new Intl.PluralRules(language, { type }))
}

/** The plural form of a language that goes with a number. */
export function formOf(language: string, number: number, type: Intl.PluralRuleType = 'cardinal'): string {
  return rulesOf(language, type).select(number)
}

/** The plural forms of a language, in the order of CLDR. */
export function forms(language: string): string[] {
  const own: string[] = rulesOf(language, 'cardinal').resolvedOptions().pluralCategories
  return [...FORMS, 'other'].filter((form) => own.includes(form))
}
