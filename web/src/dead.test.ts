// Finds dead code: unused phrases, classes in style sheets, and exports.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = new URL('./', import.meta.url)
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' })
const read = (name: string): string => readFileSync(new URL(name, SOURCES), 'utf-8')
const scripts = files.filter((name) => /(?<!\.test|\.d)\.(ts|svelte)$/.test(name))
const isWords = (name: string): boolean => name.startsWith('i18n/') && !/index|languages/.test(name)
const code = scripts
  .filter((name) => !isWords(name))
  .map(read)
  .join('\n')

/** Keys in the code, literal and as templates such as `suit.${game}.${letter}` or `${to}.title`. */
const literal = new Set([...code.matchAll(/(['"`])([\w.-]+)\1/g)].map((match) => match[2]))
const composed = [...code.matchAll(/`((?:[\w.-]|\$\{[^}]*\})+)`/g)].flatMap(([, text = '']) => {
  const parts = text.split(/\$\{[^}]*\}/)
  return parts.some((part) => /[a-z]/.test(part))
    ? [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`)]
    : []
})
const said = (text: string): boolean => literal.has(text) || composed.some((each) => each.test(text))

test('every phrase is used', () => {
  const keys = scripts
    .filter(isWords)
    .flatMap((name) => [...read(name).matchAll(/^ +'?([\w.-]+)'?: ['"`]/gm)].map((match) => match[1] ?? ''))
  expect(keys.length).toBeGreaterThan(500)
  const plain = (key: string): string => key.replace(/\.(zero|one|two|few|many|you)$/, '') // a plural form, or a form addressed to 'you'
  expect([...new Set(keys)].filter((key) => !said(key) && !said(plain(key)))).toEqual([])
})

test('every class of the style sheets is used', () => {
  const sheets = files
    .filter((name) => name.endsWith('.css'))
    .map(read)
    .join('\n')
    .replace(/\/\*.*?\*\//gs, '')
  const classes = new Set(
    [...sheets.matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map((match) => match[1] ?? ''),
    ),
  )
  expect(classes.size).toBeGreaterThan(200)
  const markup = code + read('../rules.ts')
  const words = new Set(markup.match(/[a-z][\w-]*/gi))
  const starts = new Set([...markup.matchAll(/([a-z][\w-]*)\$?\{/gi)].map((match) => match[1] ?? '')) // `seat-${seat}`, `c${column}`
  const worn = (each: string): boolean =>
    words.has(each) ||
    [...starts].some(
      (start) => each.startsWith(start) && (start.endsWith('-') || /^\d+$/.test(each.slice(start.length))),
    )
  expect([...classes].filter((each) => !worn(each))).toEqual([])
})

test('every export is imported by another module', () => {
  const offered = scripts.flatMap((name) =>
    [...read(name).matchAll(/^export (?:const|(?:async )?function|class) (\w+)/gm)].map((match) => ({
      name,
      what: match[1] ?? '',
    })),
  )
  expect(offered.length).toBeGreaterThan(80)
  const taken = files.filter((name) => /\.(ts|svelte)$/.test(name)).map((name) => ({ name, text: read(name) }))
  const idle = offered.filter(({ name, what }) => {
    const word = new RegExp(
      `import [^'"]*\\{[^}'"]*\\b${what}\\b[^}'"]*\\} from|\\{[^}'"]*\\b${what}\\b[^}'"]*\\} = await (?:phrased\\('[^']+', )?import`,
    )
    return !taken.some((each) => each.name !== name && word.test(each.text))
  })
  expect(idle).toEqual([])
})
