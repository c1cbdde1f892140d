// Components import their own sheets in any order, so a class name must not mean two things.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = new URL('../', import.meta.url)
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' })
const read = (name: string): string => readFileSync(new URL(name, SOURCES), 'utf-8')
const sheets = files.filter((name) => name.endsWith('.css'))
const own = sheets.filter((name) => !name.startsWith('styles/'))

/** Sheets that place a part of another component. */
const HOSTS = [
  ...['bar', 'menu', 'dlg', 'toast', 'home', 'again', 'continue', 'hand', 'mark', 'void', 'chances'],
  ...['table', 'prophesying', 'tray', 'line7', 'voids7', 'holding', 'ptable', 'pline', 'many', 'bidding', 'bidders'],
  ...['pcol', 'pcols', 'opened', 'turnpage', 'wheel', 'lesson', 'puzzle', 'replay', 'tabbed', 'decision'],
  ...['summary', 'matchend', 'story', 'screen'],
]
/** Generic names: they must be nested under their component's root, which `:where(.root)` names without specificity. */
const VAGUE = [
  ...['at', 'by', 'left', 'right', 'row', 'name', 'head', 'box', 'best', 'first', 'last', 'wait', 'mine', 'places'],
  ...['nothing', 'facts', 'caption', 'note', 'gone', 'clock', 'ready', 'slots', 'now', 'open', 'top', 'end', 'text'],
  ...['watching', 'title', 'list', 'who', 'none', 'won', 'lead', 'turn', 'bot', 'you', 'me'],
]

/** Each selector in a sheet. */
function selectors(name: string): string[] {
  const text = read(name).replace(/\/\*.*?\*\//gs, '')
  const all = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim())
  return all.filter((each) => !each.startsWith('@')).flatMap((each) => each.split(/,(?![^(]*\))/))
}

/** The first class of each selector in a sheet. */
function leading(name: string): Set<string> {
  return new Set(
    selectors(name).flatMap((each) => /\.([a-z][\w-]*)/i.exec(each.replace(/:(?:has|not)\([^)]*\)/g, ''))?.[1] ?? []),
  )
}

test('every sheet is imported by a component, the shared ones by the entries', () => {
  const imported = files
    .filter((name) => name.endsWith('.svelte'))
    .flatMap((name) =>
      [...read(name).matchAll(/import '(\.[^']+\.css)'/g)].map(([, to = '']) => normalize(join(dirname(name), to))),
    )
  expect(own.filter((name) => !imported.includes(name))).toEqual([])
  for (const entry of ['main.ts', 'embed.ts'])
    expect([...read(entry).matchAll(/import '(\.[^']+\.css)'/g)].map(([, to]) => to)).toEqual([
      './styles/base.css',
      './styles/reach.css',
      './styles/forced.css',
    ])
})

test('a class is styled by one component, hosts apart', () => {
  const by = new Map<string, string[]>()
  for (const name of own) for (const className of leading(name)) by.set(className, [...(by.get(className) ?? []), name])
  expect(by.size).toBeGreaterThan(150)
  const shared = [...by].filter(([className, names]) => names.length > 1 && !HOSTS.includes(className))
  expect(shared).toEqual([])
  expect(HOSTS.filter((host) => (by.get(host)?.length ?? 0) < 2)).toEqual([])
})

test('no selector begins with a name that could mean anything', () => {
  const vague = sheets
    .filter((name) => name !== 'styles/forced.css')
    .flatMap((name) =>
      [...leading(name)].filter((className) => VAGUE.includes(className)).map((className) => `${name}: .${className}`),
    )
  expect(vague).toEqual([])
})

/** The classes that a sheet styles wherever they stand. */
function bare(name: string): Set<string> {
  return new Set(
    selectors(name).flatMap((each) => /^\.([\w-]+)(?:::?(?!has)[\w-]+(?:\([^)]*\))?)*$/.exec(each.trim())?.[1] ?? []),
  )
}

/** The classes that a component's markup names. */
function named(name: string): Set<string> {
  const markup = read(name).replace(/<(script|style)\b.*?<\/\1>/gs, '')
  const attributes = [...markup.matchAll(/\bclass=("[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].map(([, value = '']) => value)
  const written = attributes.flatMap((value) => [
    value.startsWith('"') ? value.slice(1, -1).replace(/\{[^}]*\}/g, ' ') : '',
    ...[...value.matchAll(/'([^']*)'/g)].map(([, text = '']) => text),
  ])
  const directives = [...markup.matchAll(/\bclass:([\w-]+)/g)].map(([, className = '']) => className)
  return new Set([...written.flatMap((text) => text.split(/\s+/)), ...directives].filter(Boolean))
}

/** The sheets and components that each component imports statically. */
function importsOf(components: string[]): Map<string, string[]> {
  return new Map(
    components.map((name) => [
      name,
      [...read(name).matchAll(/^\s*import (?:[^'(]* from )?'(\.[^']+\.(?:css|svelte))'/gm)].map(([, to = '']) =>
        normalize(join(dirname(name), to)),
      ),
    ]),
  )
}

/** What a component loads with itself, itself included. */
function closure(root: string, imports: Map<string, string[]>): Set<string> {
  const reached = new Set([root])
  for (const name of reached) for (const other of imports.get(name) ?? []) reached.add(other)
  return reached
}

test('no sheet styles a class in a component that is sometimes shown without it', () => {
  const components = files.filter((name) => name.endsWith('.svelte'))
  const imports = importsOf(components)
  const loaded = new Map(components.map((name) => [name, closure(name, imports)]))
  const loading = (name: string): string[] => components.filter((other) => loaded.get(other)?.has(name))
  const starts = components.filter((name) => loading(name).length === 1) // what the router or a page loads by itself
  const together = (name: string, sheet: string): boolean =>
    starts.filter((start) => loaded.get(start)?.has(name)).every((start) => loaded.get(start)?.has(sheet))
  const strays = own.flatMap((sheet) => {
    const styled = bare(sheet)
    return components
      .filter((name) => !together(name, sheet))
      .flatMap((name) =>
        [...named(name)].filter((each) => styled.has(each)).map((each) => `${name}: .${each} of ${sheet}`),
      )
  })
  expect(strays).toEqual([])
})
