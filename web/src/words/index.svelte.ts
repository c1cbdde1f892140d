// What people read, in both languages. A key that one language lacks does not compile.

import { settings } from '../lib/settings.svelte'
import type { Values } from '../lib/wire'
import common from './common'
import home from './home'
import learn from './learn'
import prophecy from './prophecy'
import replay from './replay'
import seven from './seven'
import table from './table'

const ALL = { common, home, learn, prophecy, replay, seven, table }

const EN = merged('en')
const JA = merged('ja')

type Tables = (typeof ALL)[keyof typeof ALL]
export type Key = keyof (typeof common.en & typeof home.en & typeof learn.en & typeof prophecy.en & typeof replay.en & typeof seven.en & typeof table.en)

function merged(language: 'en' | 'ja'): Record<string, string> {
  return Object.assign({}, ...Object.values(ALL).map((area: Tables) => area[language])) as Record<string, string>
}

/** The sentence of a key with its values filled in; `key.one` is used where `n` is 1 and there is such a key. */
export function t(key: Key, values: Values = {}): string {
  const table = settings.language === 'ja' ? JA : EN
  const text = (values.n === 1 ? table[`${key}.one`] : undefined) ?? table[key] ?? key
  return fill(text, values)
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

/** The ordinal parts of a place: ['2', 'nd']; in Japanese ['2', '位']. */
export function place(number: number): [string, string] {
  if (settings.language === 'ja') return [String(number), '位']
  return [String(number), ['th', 'st', 'nd', 'rd'][number] ?? 'th']
}
