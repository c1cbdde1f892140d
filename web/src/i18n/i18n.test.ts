import { expect, test } from 'vitest'
import { settings } from '../state/settings.svelte'
import english from './en'
import { fill, called, place, t } from './index.svelte'
import { completeness } from '../../languages'
import { forms, known, LANGUAGES, loaded, ownName, speaker, text } from './languages'

test('a language exists because its file does', () => {
  expect(LANGUAGES).toEqual(expect.arrayContaining(['en', 'ja']))
  expect(LANGUAGES.map((each) => Intl.getCanonicalLocales(each)[0])).toEqual(LANGUAGES)
  expect(['en', 'ja'].map(ownName)).toEqual(['English', '日本語'])
})

test('a requested language is matched exactly, by a related one, or not at all', () => {
  expect(['en', 'en-GB', 'EN-us', 'ja-JP', 'ja'].map(known)).toEqual(['en', 'en', 'en', 'ja', 'ja'])
  expect(known('tlh')).toBe(undefined)
  expect(known('')).toBe(undefined)
})

// What depends on a number in English does so in every language that has more than one form.
const counted = Object.keys(english).filter((key) => key.endsWith('.one') && !key.startsWith('place.'))

test.each(LANGUAGES)('%s has every plural form that its numbers need', (language) => {
  for (const key of counted.map((each) => each.slice(0, -'.one'.length)))
    for (const form of forms(language).filter((each) => each !== 'other'))
      expect(
        text(language, `${key}.${form}`, 'other'),
        `add '${key}.${form}' to web/src/i18n/${language}.ts`,
      ).toBeDefined()
})

test.each(LANGUAGES)('%s fills in the same values as English', (language) => {
  const values = (key: string, of: string): string[] =>
    [...new Set((text(of, key, 'other') ?? '').match(/\{\w+/g) ?? [])].sort()
  const shared = (key: string): boolean => !key.endsWith('.one') && !key.startsWith('place.ordinal.') // own categories
  for (const key of Object.keys(english).filter(shared))
    expect(values(key, language), `web/src/i18n/${language}.ts: ${key}`).toEqual(values(key, 'en'))
})

test('numbers select their plural forms', () => {
  settings.kept.language = 'en'
  expect([1, 2, 0].map((n) => t('points', { n }))).toEqual(['1 point', '2 points', '0 points'])
  expect(fill('{n} {n:card is|cards are} left', { n: 1 })).toBe('1 card is left')
  expect(fill('{n} {n:card is|cards are} left', { n: '4' })).toBe('4 cards are left')
  expect([1, 2, 3, 4].map((n) => place(n).join(''))).toEqual(['1st', '2nd', '3rd', '4th'])
  settings.kept.language = 'ja'
  expect([1, 2].map((n) => t('points', { n }))).toEqual(['1点', '2点'])
  expect([1, 4].map((n) => place(n).join(''))).toEqual(['1位', '4位'])
  settings.kept.language = 'zh-Hant'
  expect([1, 4].map((n) => place(n).join(''))).toEqual(['第1名', '第4名'])
})

test.each(['de', 'en', 'es', 'fr', 'ja', 'zh-Hant'])('%s is complete', (language) => {
  expect(completeness()[language]?.missing).toEqual([])
  expect(completeness()[language]?.rules).toEqual(expect.arrayContaining(['common', 'prophecy', 'seven-prophecies']))
})

test('English stands in for a phrase that is missing, with its own plural forms', () => {
  settings.kept.language = 'ja'
  const words = loaded.ja as Record<string, string>
  const own = words['points']!
  delete words['points']
  try {
    expect(speaker('ja', 'points')).toBe('en')
    expect([1, 2].map((n) => t('points', { n }))).toEqual(['1 point', '2 points'])
  } finally {
    words['points'] = own
  }
  expect(t('points', { n: 1 })).toBe('1点')
})

test('a name without a phrase is shown as it is', () => {
  settings.kept.language = 'en'
  expect(called('option.variant.prophecy.first-to-three', 'first-to-three')).toBe('first-to-three')
})
