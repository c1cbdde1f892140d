import { expect, test } from 'vitest'
import { settings } from '../state/settings.svelte'
import { figure, percentOf, signed, wholePercents } from './shares'

test('a share is written in percent', () => {
  settings.kept.language = 'en'
  expect(percentOf(0.744)).toBe('74%')
  expect(percentOf(1)).toBe('100%')
  expect(percentOf(0.0215, 1)).toBe('2.2%')
})

test('a negative figure has a real minus sign, and zero has none', () => {
  expect([figure(-3.2, 1), figure(-0.04, 1), signed(-0.04, 1), signed(2), signed(-2)]).toEqual([
    '−3.2',
    '0.0',
    '0.0',
    '+2',
    '−2',
  ])
})

test('whole percents sum to 100', () => {
  expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33])
  expect(wholePercents([0.297, 0.1, 0.15, 0.09])).toEqual([47, 16, 23, 14])
  expect(wholePercents([1, 0, 0])).toEqual([100, 0, 0])
  for (let seed = 1; seed < 200; seed++) {
    const shares = [3, 5, 7, 11].map((each) => ((seed * each) % 17) / 17 + 0.01)
    expect(wholePercents(shares).reduce((sum, each) => sum + each, 0)).toBe(100)
  }
})
