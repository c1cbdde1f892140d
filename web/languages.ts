// How complete the languages of src/i18n are, read from their files: missing phrases, and pages of the rules.

import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export interface Completeness {
  phrases: number // the English phrases, by plain keys without plural forms
  missing: string[]
  rules: string[]
}

const WORDS = new URL('src/i18n/', import.meta.url)
const RULES = new URL('../docs/rules/', import.meta.url)
const NOT_LANGUAGES = /^(index\.svelte|languages)\.ts$|\.(test|d)\.ts$/
const KEY = /^ {2}(?:'([^']+)'|"([^"]+)"|(\w+)):/gm
const FORM = /\.(zero|one|two|few|many)$/
const ID = 'virtual:languages'

/** `virtual:languages` lists incomplete languages; the build writes languages.json for `foretold languages`. */
export function languages(): Plugin {
  return {
    name: 'foretold-languages',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}`
        ? `export const INCOMPLETE = ${JSON.stringify(
            Object.entries(completeness())
              .filter(([, { missing }]) => missing.length > 0)
              .map(([tag]) => tag),
          )}`
        : undefined,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'languages.json', source: `${JSON.stringify(completeness())}\n` })
    },
  }
}

/** How complete each language is, by its tag. */
export function completeness(): Record<string, Completeness> {
  const tags = readdirSync(WORDS)
    .filter((file) => file.endsWith('.ts') && !NOT_LANGUAGES.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
  const pages = readdirSync(RULES)
  const english = [...keys('en')].filter((key) => !FORM.test(key))
  return Object.fromEntries(
    tags.map((tag) => {
      const own = keys(tag)
      const missing = english.filter((key) => !own.has(key))
      const rules = pages.filter((page) => page.endsWith(`.${tag}.md`)).map((page) => page.split('.')[0] ?? '')
      return [tag, { phrases: english.length - missing.length, missing, rules }]
    }),
  )
}

function keys(tag: string): Set<string> {
  const text = readFileSync(new URL(`${tag}.ts`, WORDS), 'utf-8')
  return new Set([...text.matchAll(KEY)].map(([, one, two, plain]) => one ?? two ?? plain ?? ''))
}
