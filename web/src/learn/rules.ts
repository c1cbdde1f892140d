// The built-in pages of the rules: each comes with its own small file when it is asked for.

import { GAMES } from '../lib/tellings'
import type { Language } from '../lib/settings.svelte'

export interface RulesPage {
  title: string
  html: string // our own docs/rules, converted when the client is built
  chapters: { id: string; title: string; clauses: string[] }[]
}

export const PAGES = [...GAMES, 'common', 'glossary']

const FILES: Record<string, () => Promise<{ default: RulesPage }>> = {
  'seven-prophecies.en': () => import('virtual:rules/seven-prophecies.en'),
  'seven-prophecies.ja': () => import('virtual:rules/seven-prophecies.ja'),
  'seven-prophecies-2017.en': () => import('virtual:rules/seven-prophecies-2017.en'),
  'seven-prophecies-2017.ja': () => import('virtual:rules/seven-prophecies-2017.ja'),
  'prophecy.en': () => import('virtual:rules/prophecy.en'),
  'prophecy.ja': () => import('virtual:rules/prophecy.ja'),
  'common.en': () => import('virtual:rules/common.en'),
  'common.ja': () => import('virtual:rules/common.ja'),
  'glossary.en': () => import('virtual:rules/glossary.en'),
  'glossary.ja': () => import('virtual:rules/glossary.ja'),
}

export async function rulesPage(page: string, language: Language): Promise<RulesPage | null> {
  return (await FILES[`${page}.${language}`]?.())?.default ?? null
}

/** The page on which a clause such as `sp1-7` stands, if it is one. */
export function pageOf(clause: string): string | null {
  const game = /^(all|sp1|sp2|pr)-\d+$/i.exec(clause)?.[1]?.toLowerCase()
  return { all: 'common', sp1: 'seven-prophecies-2017', sp2: 'seven-prophecies', pr: 'prophecy' }[game ?? ''] ?? null
}
