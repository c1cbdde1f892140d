// docs/rules as HTML, built into the client: one module for each page and language. Only our own HTML is allowed.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Marked, type Parser, type RendererObject, type Token, type Tokens } from 'marked'
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

/** `virtual:rules` imports every page of docs/rules: 'prophecy.en' has its title, HTML and chapters. */
export function rules(): Plugin {
  return {
    name: 'foretold-rules',
    resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`)
        return `export default {${pages()
          .map((name) => `'${name}': () => import('${ONE}${name}')`)
          .join(', ')}}`
      if (!id.startsWith(`\0${ONE}`)) return undefined
      const name = id.slice(ONE.length + 1)
      const path = fileURLToPath(new URL(`${name}.md`, DOCS))
      this.addWatchFile(path)
      return `export default ${JSON.stringify(convert(readFileSync(path, 'utf-8'), name.split('.')[0] ?? ''))}`
    },
  }
}

/** The pages of the rules, each with its language; the glossary is one page for all. */
function pages(): string[] {
  return readdirSync(DOCS)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -'.md'.length))
}

/** The page of each clause. */
const PAGES: Record<string, string> = {
  ALL: 'common',
  SP1: 'seven-prophecies-2017',
  SP2: 'seven-prophecies',
  PR: 'prophecy',
}

/** Converts a Markdown file of the rules: its title, its HTML and its chapters with their clauses. */
export function convert(markdown: string, page: string): RulesPage {
  const chapters: Chapter[] = []
  let title = ''

  const renderer: RendererObject = {
    heading({ depth, text, tokens }) {
      if (depth === 1) {
        title = text
        return ''
      }
      const id = `part-${chapters.length + 1}`
      if (depth === 2) chapters.push({ id, title: text, clauses: [] })
      return `<h${depth}${depth === 2 ? ` id="${id}" tabindex="-1"` : ''}>${this.parser.parseInline(tokens)}</h${depth}>`
    },
    paragraph({ tokens }) {
      const ways = tokens.every((token) => token.type === 'link' || token.raw.trim() === '·') // the file's links to other languages
      return ways ? '' : `<p>${this.parser.parseInline(tokens)}</p>`
    },
    list({ ordered, items }) {
      const tag = ordered ? 'ol' : 'ul'
      const clauses = items.some((item) => CLAUSE.test(item.text))
      return `<${tag}${clauses ? ' class="clauses"' : ''}>${items.map((item) => this.listitem(item)).join('')}</${tag}>`
    },
    listitem(item) {
      const [, id, number = ''] = CLAUSE.exec(item.text) ?? []
      if (id === undefined) return `<li>${inside(this.parser, item.tokens)}</li>`
      chapters.at(-1)?.clauses.push(number)
      const [first, ...rest] = item.tokens as [Tokens.Text, ...Token[]]
      const text = { ...first, tokens: first.tokens?.slice(3) } // skips both anchor tags and the number
      const body = inside(this.parser, [text, ...rest]).replace(/^(<p>)? /, '$1')
      return `<li id="${id}" class="clause" tabindex="-1"><a class="no" href="rules/${page}#${id}">${number}</a><div>${body}</div></li>`
    },
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell, tag: 'th' | 'td'): string => {
        const html = this.parser.parseInline(tokens)
        return tag === 'th' && html ? `<th scope="col">${html}</th>` : `<td>${html}</td>`
      }
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
        `<tr>${cells.map((each) => cell(each, tag)).join('')}</tr>`
      return (
        `<div class="tablebox" role="group" tabindex="0"><table>` +
        `<thead>${row(header, 'th')}</thead><tbody>${rows.map((each) => row(each, 'td')).join('')}</tbody></table></div>`
      )
    },
    html: ({ text }) => escaped(text), // only our own HTML is allowed
    codespan: ({ text }) => `<code>${escaped(text)}</code>`,
    text: (token) => named(escaped(joined(token.text))),
    /** A link to another page of the rules; anything else stays text. */
    link({ href, tokens }) {
      const [file = '', fragment = ''] = href.split('#')
      linked = true
      const shown = this.parser.parseInline(tokens)
      linked = false
      if (file !== '' && !/^[\w-]+(\.[\w-]+)?\.md$/.test(file)) return shown
      const there = file === '' ? page : file.replace(/(\.[\w-]+)?\.md$/, '').replace('README', '')
      return `<a href="rules/${there}${fragment ? `#${escaped(fragment)}` : ''}">${shown}</a>`
    },
  }
  let linked = false // links can't be nested

  /** Links a clause number to its clause. */
  function named(html: string): string {
    if (linked) return html
    return html.replace(
      /\b(ALL|SP1|SP2|PR)-\d+\b/g,
      (number, game: string) => `<a href="rules/${PAGES[game]}#${number.toLowerCase()}">${number}</a>`,
    )
  }

  const html = new Marked({ renderer }).parse(markdown, { async: false })
  return { title, html, chapters }
}

/** A list item's content: its own text is not a paragraph, unless something follows it. */
function inside(parser: Parser, tokens: Token[]): string {
  const blocks = tokens.filter((token) => token.type !== 'space')
  const text = (each: Token): boolean => each.type === 'text' || each.type === 'paragraph'
  const [first] = blocks
  if (blocks.length === 1 && first && text(first)) return parser.parseInline((first as Tokens.Paragraph).tokens)
  return parser.parse(blocks.map((block) => (text(block) ? ({ ...block, type: 'paragraph' } as Token) : block)))
}

const CLAUSE = /^<a id="([a-z0-9-]+)"><\/a>\*\*([A-Z0-9]+-\d+)\*\* /
const WIDE = '[\\u3000-\\u30ff\\u4e00-\\u9fff\\uff00-\\uffef]'
const BETWEEN_WIDE = new RegExp(`(?<=${WIDE})\\s*\\n\\s*(?=${WIDE})`, 'g')

/** Joins the lines of a paragraph; no space between two Japanese characters. */
function joined(text: string): string {
  return text.replace(BETWEEN_WIDE, '').replace(/\s*\n\s*/g, ' ')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}
