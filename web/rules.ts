// The rules of docs/rules as HTML, built into the client: one module for each page and language. No HTML but ours gets in.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

export interface Chapter {
  id: string
  title: string
  clauses: string[] // 'SP2-1'
}

export interface RulesPage {
  title: string
  html: string
  chapters: Chapter[]
}

const DOCS = new URL('../docs/rules/', import.meta.url)
const ALL = 'virtual:rules'
const ONE = `${ALL}/`

/** `virtual:rules` has a way to every page that stands in docs/rules: 'prophecy.en' gives its title, HTML and chapters. */
export function rules(): Plugin {
  return {
    name: 'foretold-rules',
    resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`) return `export default {${pages().map((name) => `'${name}': () => import('${ONE}${name}')`).join(', ')}}`
      if (!id.startsWith(`\0${ONE}`)) return undefined
      const name = id.slice(ONE.length + 1)
      const path = fileURLToPath(new URL(`${name}.md`, DOCS))
      this.addWatchFile(path)
      return `export default ${JSON.stringify(convert(readFileSync(path, 'utf-8'), name.split('.')[0] ?? ''))}`
    },
  }
}

/** The pages of the rules, each with its language; the glossary has all of them in one. */
function pages(): string[] {
  return readdirSync(DOCS).filter((file) => file.endsWith('.md') && file !== 'README.md').map((file) => file.slice(0, -'.md'.length))
}

/** The page that a clause stands on. */
const PAGES: Record<string, string> = { ALL: 'common', SP1: 'seven-prophecies-2017', SP2: 'seven-prophecies', PR: 'prophecy' }

/** What our documents use of Markdown: headings, paragraphs, nested lists, tables, bold, italics, code, links. */
export function convert(markdown: string, page: string): RulesPage {
  const chapters: Chapter[] = []
  let title = ''

  function blocks(lines: string[]): string {
    let html = ''
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] ?? ''
      const heading = /^(#+) (.*)$/.exec(line)
      const end = (inside: (each: string) => boolean): number => {
        let to = at
        while (to < lines.length && inside(lines[to] ?? '')) to++
        return to
      }
      if (line.trim() === '') at++
      else if (heading) {
        html += headed(heading[1]?.length ?? 1, heading[2] ?? '')
        at++
      } else if (line.startsWith('|')) {
        const to = end((each) => each.startsWith('|'))
        html += table(lines.slice(at, to))
        at = to
      } else if (MARKER.test(line)) {
        const numbered = /^\d/.test(line)
        const to = end((each) => each === '' || each.startsWith('  ') || (MARKER.test(each) && /^\d/.test(each) === numbered))
        html += list(lines.slice(at, to), numbered)
        at = to
      } else {
        const to = end((each) => each.trim() !== '' && !/^(#|\|)/.test(each) && !MARKER.test(each))
        const text = joined(lines.slice(at, to))
        if (!/^(\[[^\]]*\]\([^)]*\)( · )?)+$/.test(text)) html += `<p>${inline(text)}</p>` // else: the file's own ways to other files
        at = to
      }
    }
    return html
  }

  function headed(level: number, text: string): string {
    if (level === 1) {
      title = text
      return ''
    }
    const id = `part-${chapters.length + 1}`
    if (level === 2) chapters.push({ id, title: text, clauses: [] })
    return level === 2 ? `<h2 id="${id}" tabindex="-1">${inline(text)}</h2>` : `<h${level}>${inline(text)}</h${level}>`
  }

  function list(lines: string[], numbered: boolean): string {
    const items: string[][] = []
    for (const line of lines) {
      const marker = MARKER.exec(line)?.[0]
      if (marker) items.push([line.slice(marker.length)])
      else items.at(-1)?.push(line.replace(numbered ? /^ {2,3}/ : /^ {2}/, ''))
    }
    const tag = numbered ? 'ol' : 'ul'
    const clauses = items.some((item) => CLAUSE.test(item[0] ?? ''))
    return `<${tag}${clauses ? ' class="clauses"' : ''}>${items.map(item).join('')}</${tag}>`
  }

  function item(lines: string[]): string {
    const clause = CLAUSE.exec(lines[0] ?? '')
    if (!clause) return `<li>${loose(lines)}</li>`
    const [whole, id = '', number = ''] = clause
    chapters.at(-1)?.clauses.push(number)
    const body = loose([(lines[0] ?? '').slice(whole.length), ...lines.slice(1)])
    return `<li id="${id}" class="clause" tabindex="-1"><a class="no" href="rules/${page}#${id}">${number}</a><div>${body}</div></li>`
  }

  /** An item's own text is no paragraph, unless something follows it. */
  function loose(lines: string[]): string {
    const html = blocks(lines)
    return /^<p>(?:(?!<p>).)*<\/p>$/s.test(html) ? html.slice(3, -4) : html
  }

  function table(lines: string[]): string {
    const rows = lines.map((line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim())))
    const [head = [], , ...body] = rows
    const cells = (row: string[], tag: string): string =>
      row.map((cell) => (tag === 'th' && cell ? `<th scope="col">${cell}</th>` : `<td>${cell}</td>`)).join('')
    return (
      `<div class="tablebox" role="group" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead>` +
      `<tbody>${body.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`
    )
  }

  function inline(text: string): string {
    return text
      .split(/(`[^`]*`|\[(?:`[^`]*`|[^\]])*\]\([^)]*\))/)
      .map((part) => {
        if (part.startsWith('`')) return `<code>${escaped(part.slice(1, -1))}</code>`
        const link = /^\[(.*)\]\(([^)]*)\)$/s.exec(part)
        if (link) return linked(link[1] ?? '', link[2] ?? '')
        return styled(escaped(part))
      })
      .join('')
  }

  function styled(html: string): string {
    return html
      .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replace(/\*(.+?)\*/g, '<em>$1</em>')
      .replace(/\b(ALL|SP1|SP2|PR)-\d+\b/g, (number, game: string) => `<a href="rules/${PAGES[game]}#${number.toLowerCase()}">${number}</a>`)
  }

  /** A link to another page of the rules; anything else stays text. */
  function linked(text: string, to: string): string {
    const [file = '', fragment = ''] = to.split('#')
    const shown = text.startsWith('`') ? `<code>${escaped(text.slice(1, -1))}</code>` : escaped(text).replace(/\*\*?(.+?)\*\*?/g, '<em>$1</em>')
    if (file !== '' && !/^[\w-]+(\.[\w-]+)?\.md$/.test(file)) return shown
    const there = file === '' ? page : file.replace(/(\.[\w-]+)?\.md$/, '').replace('README', '')
    return `<a href="rules/${there}${fragment ? `#${escaped(fragment)}` : ''}">${shown}</a>`
  }

  /** Lines of one paragraph; between two Japanese signs there is no space. */
  function joined(lines: string[]): string {
    return lines.map((line) => line.trim()).reduce((text, line) => text + (WIDE.test(text.slice(-1)) && WIDE.test(line.slice(0, 1)) ? '' : ' ') + line)
  }

  const html = blocks(markdown.split('\n'))
  return { title, html, chapters }
}

const MARKER = /^(?:- |\d+\. )/
const CLAUSE = /^<a id="([a-z0-9-]+)"><\/a>\*\*([A-Z0-9]+-\d+)\*\* /
const WIDE = /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}
