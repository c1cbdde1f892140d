// The languages that are there: each is a file in this folder, named by its tag, and comes over the line when it is spoken.

import type operators from './admin/en'
import type english from './en'

/** The plural forms of CLDR that have keys of their own; the plain key is the form `other`. */
const FORMS = ['zero', 'one', 'two', 'few', 'many'] as const
type Form = (typeof FORMS)[number]

type Plain<W> = Exclude<keyof W, `${string}.${Form}`>
type Whole<K extends string> = Record<K, string> & Partial<Record<`${K}.${Form}`, string>>

export type Key = Plain<typeof english> | Plain<typeof operators>

/** All words of a language: a missing or a spare key is an error of types; which plural forms there are is its own affair. */
export type Words = Whole<Plain<typeof english>>

/** The same for the operator's page, whose words come with it. */
export type AdminWords = Whole<Plain<typeof operators>>

const FILES = import.meta.glob<{ default: Words }>(['./*.ts', '!./index.svelte.ts', '!./languages.ts', '!./*.test.ts'])
const ADMIN_FILES = import.meta.glob<{ default: AdminWords }>('./admin/*.ts')
const loaded: Record<string, Partial<Record<string, string>>> = {}
let operated = false // whether the words of the operator's page are needed

export const LANGUAGES = Object.keys(FILES).map((path) => path.slice('./'.length, -'.ts'.length))

/** The words of a language are here, ready to be spoken. */
export async function load(language: string): Promise<void> {
  const file = FILES[`./${language}.ts`]
  if (file) loaded[language] ??= { ...(await file()).default }
  if (operated) await loadAdmin(language)
}

/** The words of the operator's page are here as well; in English where a language has none yet. */
export async function loadAdmin(language: string): Promise<void> {
  operated = true
  const file = ADMIN_FILES[`./admin/${language}.ts`] ?? ADMIN_FILES['./admin/en.ts']
  if (file) Object.assign((loaded[language] ??= {}), (await file()).default)
}

/** The text of a key, in the form that goes with a number where there is one; undefined where there is no such key. */
export function text(language: string, key: string, form: string): string | undefined {
  const words = loaded[language] ?? {}
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
