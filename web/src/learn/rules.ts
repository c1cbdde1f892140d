// The built-in pages of the rules, each a chunk of its own.

import FILES from 'virtual:rules'
import { GAMES } from '../text/tellings'

export interface RulesPage {
  title: string
  html: string // from docs/rules, converted at build time
  chapters: { id: string; title: string; clauses: string[] }[]
}

export const PAGES = [...GAMES, 'common', 'glossary']

/** A page of the rules and its language: English if the rules lack the one asked for. */
export async function rulesPage(page: string, language: string): Promise<(RulesPage & { language: string }) | null> {
  const there = [language, 'en'].find((each) => `${page}.${each}` in FILES)
  const load = FILES[there ? `${page}.${there}` : page]
  return load ? { ...(await load()).default, language: there ?? 'en' } : null
}

/** The first section of a game's rules (the game in a minute), as HTML, and its language. */
export async function minuteOf(game: string, language: string): Promise<{ html: string; language: string } | null> {
  const page = await rulesPage(game, language)
  const [first, next] = page?.chapters ?? []
  if (!page || !first) return null
  const after = page.html.slice(page.html.indexOf(`id="${first.id}"`))
  const end = next ? after.indexOf(`<h2 id="${next.id}"`) : -1
  return {
    html: after.slice(after.indexOf('</h2>') + '</h2>'.length, end < 0 ? undefined : end),
    language: page.language,
  }
}

/** The page of a clause such as `sp1-7`; null if there is no such clause. */
export function pageOf(clause: string): string | null {
  const game = /^(all|sp1|sp2|pr)-\d+$/i.exec(clause)?.[1]?.toLowerCase()
  return { all: 'common', sp1: 'seven-prophecies-2017', sp2: 'seven-prophecies', pr: 'prophecy' }[game ?? ''] ?? null
}

/** A clause as HTML, in a language of the rules, with links that leave the page; '' if there is none. */
export async function clauseOf(clause: string, language: string): Promise<string> {
  const page = await rulesPage(pageOf(clause) ?? '', language)
  const holder = document.createElement('template')
  holder.innerHTML = page?.html ?? ''
  const text = holder.content.querySelector(`[id="${CSS.escape(clause.toLowerCase())}"] > div`)
  for (const link of text?.querySelectorAll('a') ?? []) link.target = '_blank'
  return text?.innerHTML ?? ''
}
