// Splits a language's phrases into chunks: what an entry needs at the start, and what each lazy module adds. Nobody
// keeps a list: the keys a module uses are read from its source.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCES = fileURLToPath(new URL('src/', import.meta.url))
const ENTRIES = ['main', 'embed']
const ALL = 'virtual:phrases'
const ONE = `${ALL}/`
const LANGUAGE = /^i18n\/(?!index\.svelte|languages)([\w-]+)\.ts$/
const PHRASE = /^ {2}(?:'([^']+)'|"([^"]+)"|(\w+)):\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),(?: \/\/.*)?$/gm
const KEY = /^ {2}(?:'[^']+'|"[^"]+"|\w+):/gm
const FORM = /\.(zero|one|two|few|many|you)$/ // a plural form, or a form addressed to 'you'
const IMPORT = /^\s*import\s+(?!type\b)(?:[^'"]*?from\s+)?'(\.[^']+)'/gm
const LATER = /(?<!typeof )\bimport\('(\.[^']+)'\)/g

/**
 * `virtual:phrases` imports each language; 'virtual:phrases/pages/Learn@de' is what that page adds in German. Only the
 * build splits: in development and in tests a language is one chunk.
 */
export function phrases(): Plugin {
  let parts = new Map<string, Set<string>>()
  const later = (): string[] => [...parts.keys()].filter((part) => !ENTRIES.includes(part))
  const waysTo = (names: string[], language: string): string =>
    `{${names.map((part) => `'${part}':()=>import('${ONE}${part}@${language}')`).join(',')}}`
  return {
    name: 'foretold-phrases',
    configResolved({ command }) {
      if (command === 'build') parts = splitPhrases()
    },
    resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`) {
        const languages = sources().flatMap((path) => LANGUAGE.exec(path)?.[1] ?? [])
        return `export default {${languages.map((language) => `'${language}':${waysTo(ENTRIES, language)}`).join(',')}}`
      }
      if (!id.startsWith(`\0${ONE}`)) return undefined
      const [part = '', language = ''] = id.slice(ONE.length + 1).split('@')
      this.addWatchFile(`${SOURCES}i18n/${language}.ts`)
      const keys = parts.get(part)
      const words = readPhrases(language).filter(([key]) => keys?.has(plain(key)) ?? true)
      const code = `export default {${words.map(([key, text]) => `'${key}':${text}`).join(',')}}`
      return ENTRIES.includes(part) ? `${code}\nexport const later = ${waysTo(later(), language)}` : code
    },
  }
}

/** The phrases in a language's file as written: each key, and its quoted text. */
function readPhrases(language: string): [string, string][] {
  const written = readFileSync(`${SOURCES}i18n/${language}.ts`, 'utf-8')
  const matches = [...written.matchAll(PHRASE)]
  if (matches.length !== [...written.matchAll(KEY)].length)
    throw new Error(`web/src/i18n/${language}.ts: a phrase is not written as 'key': 'text',`)
  return matches.map(([, one, two, word, text]) => [one ?? two ?? word ?? '', text ?? ''])
}

interface Module {
  imports: string[] // paths of statically imported modules
  later: string[] // paths of dynamically imported modules
  keys: string[]
}

/** The keys of each chunk: 'main' and 'embed' are the entries, 'pages/Learn' is a lazy module. */
export function splitPhrases(): Map<string, Set<string>> {
  const modules = readModules()
  const loaded = [...new Set(Object.values(modules).flatMap((module) => module.later))]
  const together = (root: string): string[] => reach(modules, root, (module) => module.imports)
  const inside = Object.fromEntries([...ENTRIES, ...loaded].map((root) => [root, together(root)]))
  const keysOf = (paths: string[] = []): Set<string> => new Set(paths.flatMap((path) => modules[path]?.keys ?? []))

  // An embedded frame starts with what its modules share with the start of the whole page: the names of cards, suits
  // and people.
  const framed = keysOf(reach(modules, 'embed', (module) => [...module.imports, ...module.later]))
  const main = keysOf(inside.main)
  const start: Record<string, Set<string>> = {
    main,
    embed: new Set([...keysOf(inside.embed), ...[...main].filter((key) => framed.has(key))]),
  }

  /** What is loaded before a module, whoever imports it; `loading` guards against cycles on the way. */
  function before(root: string, loading: string[]): Set<string> {
    const hosts = Object.keys(inside).filter(
      (host) => !loading.includes(host) && inside[host]?.some((path) => modules[path]?.later.includes(root)),
    )
    const [first = new Set(), ...others] = hosts.map((host) => after(host, [...loading, root]))
    return new Set([...first].filter((key) => others.every((keys) => keys.has(key))))
  }
  function after(root: string, loading: string[]): Set<string> {
    return start[root] ?? new Set([...before(root, loading), ...keysOf(inside[root])])
  }

  const parts = new Map(Object.entries(start))
  for (const root of loaded) {
    const there = before(root, [])
    const keys = [...keysOf(inside[root])].filter((key) => !there.has(key))
    if (keys.length > 0) parts.set(root, new Set(keys))
  }
  return parts
}

/** The modules loaded along with one, including itself. */
function reach(modules: Record<string, Module>, root: string, next: (module: Module) => string[]): string[] {
  const reached = new Set([root])
  for (const path of reached) for (const other of next(modules[path]!)) reached.add(other)
  return [...reached]
}

/** The modules of src by path, 'pages/Learn' or 'text/names', without the language files. */
export function readModules(): Record<string, Module> {
  const names = new Map(
    sources()
      .filter((path) => /(?<!\.test|\.d)\.(ts|svelte)$/.test(path) && !LANGUAGE.test(path))
      .map((path) => [path, path.replace(/\.(ts|svelte)$/, '')]),
  )
  const keys = [...new Set(readPhrases('en').map(([key]) => key))]
  const modules: Record<string, Module> = {}
  for (const [path, name] of names) {
    const text = readFileSync(SOURCES + path, 'utf-8')
    const named = (pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].flatMap(([, to = '']) => {
        const target = posix.join(posix.dirname(path), to)
        return names.get(target) ?? names.get(`${target}.ts`) ?? []
      })
    modules[name] = { imports: named(IMPORT), later: named(LATER), keys: keysIn(text, keys) }
  }
  return modules
}

/** The keys a source names: literally, or as a template such as `suit.${game}.${letter}`. */
function keysIn(text: string, keys: string[]): string[] {
  const whole = new Set([...text.matchAll(/(['"`])([\w.-]+)\1/g)].map(([, , word]) => word))
  const composed = [...text.matchAll(/`((?:[\w.-]|\$\{[^}]*\})+)`/g)]
    .map(([, word = '']) => word.split(/\$\{[^}]*\}/))
    .filter((pieces) => pieces.length > 1 && pieces.some((piece) => /[a-z]/.test(piece)))
    .map((pieces) => new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w-]+')}$`))
  const names = (key: string): boolean => whole.has(key) || composed.some((pattern) => pattern.test(key))
  return [...new Set(keys.filter((key) => names(key) || names(plain(key))).map(plain))]
}

function plain(key: string): string {
  return key.replace(FORM, '')
}

function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' }).map((path) => path.replaceAll('\\', '/'))
}
