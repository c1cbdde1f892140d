import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convert } from '../../rules'

const DOCS = new URL('../../../docs/rules/', import.meta.url)
const files = readdirSync(DOCS).filter((name) => name.endsWith('.md') && name !== 'README.md')
const page = (name: string) => {
  return convert(readFileSync(new URL(name, DOCS), 'utf-8'), name.split('.')[0] ?? '')
}

describe('the Markdown of our rules', () => {
  test('paragraphs, emphasis, code and links', () => {
    const { html, title } = convert('# A\n\nOne **two**\n*three* `a*b*` <b> [x](common.en.md#all-1).\n', 'prophecy')
    expect(title).toBe('A')
    expect(html).toBe(
      '<p>One <strong>two</strong> <em>three</em> <code>a*b*</code> &lt;b&gt; <a href="rules/common#all-1">x</a>.</p>',
    )
  })

  test('a clause is an item with an anchor, and includes the indented lines after it', () => {
    const text =
      '## Part\n\n- <a id="pr-1"></a>**PR-1** One\n  two ([PR-2](#pr-2)):\n\n  | A | |\n  |---|---|\n  | 1 | 2 |\n\n  - inner\n- <a id="pr-2"></a>**PR-2** Next\n'
    const { html, chapters } = convert(text, 'prophecy')
    expect(chapters).toEqual([{ id: 'part-1', title: 'Part', clauses: ['PR-1', 'PR-2'] }])
    expect(html).toContain(
      '<li id="pr-1" class="clause" tabindex="-1"><a class="no" href="rules/prophecy#pr-1">PR-1</a><div><p>One two (<a href="rules/prophecy#pr-2">PR-2</a>):</p><div class="tablebox"',
    )
    expect(html).toContain('<th scope="col">A</th><td></td>')
    expect(html).toContain('<ul><li>inner</li></ul></div></li><li id="pr-2"')
  })

  test('a mentioned clause links to its definition, and other links are left out', () => {
    const { html } = convert('See (SP1-7), [there](https://example.org/).\n', 'prophecy')
    expect(html).toBe('<p>See (<a href="rules/seven-prophecies-2017#sp1-7">SP1-7</a>), there.</p>')
  })

  test('no HTML from the source gets through', () => {
    const { html } = convert(
      '<script>alert(1)</script>\n\nA <img src=x onerror=y> & [b](javascript:z) "q".\n',
      'prophecy',
    )
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('<p>A &lt;img src=x onerror=y&gt; &amp; b &quot;q&quot;.</p>')
    expect(html).not.toMatch(/<(?!\/?p>)/)
  })

  test.each(files)('%s is parsed completely', (name) => {
    const { html, title, chapters } = page(name)
    const text = html.replace(/<code>.*?<\/code>/g, '').replace(/<[^>]*>/g, '')
    expect(title).not.toBe('')
    expect(text).not.toMatch(/\*|`|\]\(|\||^#|&lt;/m)
    const source = readFileSync(new URL(name, DOCS), 'utf-8')
    const clauses = [...source.matchAll(/<a id="([^"]+)"><\/a>/g)].map((match) => match[1])
    expect(chapters.flatMap((chapter) => chapter.clauses.map((clause) => clause.toLowerCase()))).toEqual(clauses)
    for (const id of clauses) expect(html).toContain(`id="${id}"`)
  })

  test('every link in the rules has a target', () => {
    const all = new Map(files.map((name) => [name, page(name)]))
    for (const [name, { html }] of all) {
      const language = name.split('.').at(-2) ?? ''
      for (const [, there = '', fragment] of html.matchAll(/href="rules\/([\w-]*)(?:#([^"]+))?"/g)) {
        const target = all.get(
          there === 'glossary' ? 'glossary.md' : `${there}.${language === 'glossary' ? 'en' : language}.md`,
        )
        expect(target ?? there, `${name}: ${there}`).not.toBe(undefined)
        if (fragment) expect(target?.html, `${name}: ${there}#${fragment}`).toContain(`id="${fragment}"`)
      }
    }
  })
})
