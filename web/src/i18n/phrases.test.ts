// A language comes in parts, and a page never waits for a phrase that it shows.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { readModules, splitPhrases } from '../../phrases'
import { settings } from '../state/settings.svelte'
import english from './en'
import { speak } from './index.svelte'
import { load, loaded, phrased } from './languages'

const SOURCES = new URL('../', import.meta.url)
const parts = splitPhrases()
const modules = readModules()

/** The keys of a module and of all that it imports. */
function keysWith(path: string, seen = new Set<string>()): string[] {
  const module = modules[path]
  if (!module || seen.has(path)) return []
  seen.add(path)
  return [...module.keys, ...module.imports.flatMap((other) => keysWith(other, seen))]
}

function later(path: string, seen = new Set<string>()): string[] {
  const module = modules[path]
  if (!module || seen.has(path)) return []
  seen.add(path)
  return [...module.later, ...module.imports.flatMap((other) => later(other, seen))]
}

test.each(['main', 'embed'])('on every import path from %s, a module has the phrases that it uses', (entry) => {
  const ways: string[] = []
  function walk(way: string[]): void {
    const last = way.at(-1) ?? ''
    const there = new Set(way.flatMap((path) => [...(parts.get(path) ?? [])]))
    expect(
      keysWith(last).filter((key) => !there.has(key)),
      way.join(' → '),
    ).toEqual([])
    ways.push(last)
    for (const next of new Set(later(last))) if (!way.includes(next)) walk([...way, next])
  }
  walk([entry])
  expect(ways).toContain('games/prophecy/ProphecyTable')
})

test('every phrase belongs to a part, and a page loads its own', () => {
  const all = new Set([...parts.values()].flatMap((keys) => [...keys]))
  const form = /\.(zero|one|two|few|many|you)$/
  expect(Object.keys(english).filter((key) => !all.has(key.replace(form, '')))).toEqual([])
  expect(parts.get('main')).toContain('app.name')
  expect([...parts].filter(([, keys]) => keys.has('admin.title')).map(([part]) => part)).toContain('pages/Admin')
  expect(parts.get('main')?.size).toBeLessThan(0.25 * all.size)
  expect(parts.get('pages/TablePage')?.size).toBeLessThan(0.25 * all.size)
})

test('a module loaded later waits for its phrases', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' }).filter((name) =>
    /(?<!\.test|\.d)\.(ts|svelte)$/.test(name),
  )
  const ways = files.flatMap((name) =>
    [...readFileSync(new URL(name, SOURCES), 'utf-8').matchAll(/(.{0,60})(?<!typeof )\bimport\('(\.[^']+)'\)/gs)].map(
      ([, before = '', to = '']) => ({
        name,
        part: normalize(join(dirname(name), to)).replace(/\.svelte$/, ''),
        before,
      }),
    ),
  )
  const naked = ways.filter(({ part, before }) => {
    const waits = new RegExp(`phrased\\(\\s*'${part}',\\s*$`)
    return parts.has(part) && !waits.test(before)
  })
  expect(naked.map(({ name, part }) => `${name}: phrased('${part}', import(…))`)).toEqual([])
  expect(ways.length).toBeGreaterThan(20)
})

test('every import of a module is written as the build reads it', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' }).filter((name) =>
    /(?<!\.test|\.d)\.(ts|svelte)$/.test(name),
  )
  const unread = /^\s*export\s+(?!type\b)(?:\*|\{)[^'"]*\bfrom\s+['"]|\bimport\(\s*(?:\n|["`])/m
  expect(sources.filter((name) => unread.test(readFileSync(new URL(name, SOURCES), 'utf-8')))).toEqual([])
})

test('a page waits only for the languages it needs', async () => {
  for (const language of ['en', 'de']) await load(language)
  await speak('ja')
  await phrased('pages/Learn', Promise.resolve())
  expect(Object.keys(loaded).sort()).toEqual(['en', 'ja'])
  await load('de')
  expect(loaded.de?.['app.name']).toBeDefined()
})

test('the language asked for last is spoken, whichever comes first', async () => {
  delete loaded.fr
  await load('de')
  await Promise.all([speak('fr'), speak('de')])
  expect(settings.language).toBe('de')
})
