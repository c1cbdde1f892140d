// The built-in pages of the rules: each comes with its own small file when it is asked for.

import FILES from 'virtual:rules'
import { GAMES } from '../text/tellings'

export interface RulesPage {
  title: string
  html: string // our own docs/rules, converted when the client is built
  chapters: { id: string; title: string; clauses: string[] }[]
}

export const PAGES = [...GAMES, 'common', 'glossary']

/** A page of the rules and the language it is in: English where the rules are not told in the one asked for. */
export async function rulesPage(page: string, language: string): Promise<(RulesPage & { language: string }) | null> {
  const there = [language, 'en'].find((each) => `${page}.${each}` in FILES)
  const found = FILES[there ? `${page}.${there}` : page]
  return found ? { ...(await found()).default, language: there ?? 'en' } : null
}

/** The first section of the rules of a game, the game in a minute, as HTML and the language it is in. */
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

/** The page on which a clause such as `sp1-7` stands, if it is one. */
export function pageOf(clause: string): string | null {
  const game = /^(all|sp1|sp2|pr)-\d+$/i.exec(clause)?.[1]?.toLowerCase()
  return { all: 'common', sp1: 'seven-prophecies-2017', sp2: 'seven-prophecies', pr: 'prophecy' }[game ?? ''] ?? null
}

/** The text of a clause as HTML, in a language of the rules; its links lead out of the page. '' where there is none. */
export async function clauseOf(clause: string, language: string): Promise<string> {
  const page = await rulesPage(pageOf(clause) ?? '', language)
  const holder = document.createElement('template')
  holder.innerHTML = page?.html ?? ''
  const text = holder.content.querySelector(`[id="${CSS.escape(clause.toLowerCase())}"] > div`)
  for (const link of text?.querySelectorAll('a') ?? []) link.target = '_blank'
  return text?.innerHTML ?? ''
}
