import { expect, test } from 'vitest'
import { bytesOf, newBytes, sentenceOf, tokenOf } from './sentence'

const all = (language: string) =>
  sentenceOf(
    Uint8Array.from({ length: 256 }, (_, number) => number),
    language,
  )

test('each language has 256 words of its own, none of them twice', () => {
  const words = [...all('en'), ...all('ja')]
  expect(new Set(words).size).toBe(512)
  for (const word of words) expect(word).toBe(word.normalize('NFKC').toLowerCase())
})

test('a code is read in any language, however it is typed', () => {
  const bytes = newBytes()
  expect(bytes.length).toBe(6)
  for (const language of ['en', 'ja', 'xx']) expect(bytesOf(sentenceOf(bytes, language).join(' '))).toEqual(bytes)
  expect(bytesOf(`  ${sentenceOf(bytes, 'en').join(', ').toUpperCase()}.`)).toEqual(bytes)
  expect(bytesOf(sentenceOf(bytes, 'ja').join('、'))).toEqual(bytes)
  expect(bytesOf(tokenOf(bytes))).toEqual(bytes)
})

test('other text is not a code', () => {
  for (const text of ['', 'acorn', 'acorn acorn acorn acorn acorn acorns', Array(7).fill('acorn').join(' ')])
    expect(bytesOf(text)).toBeNull()
})
