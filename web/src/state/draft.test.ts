// A draft survives a reload of its tab, and nothing else.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draft, drafted } from './draft'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is kept under its name until it is sent', () => {
  draft('table 0 1', [1, 1, 3])
  expect(drafted('table 0 1')).toEqual([1, 1, 3])
  expect(drafted('table 1 1')).toEqual([])
  draft('table 0 1', [])
  expect(drafted('table 0 1')).toEqual([])
  expect(kept.size).toBe(0)
})

it('is empty without a name, from invalid text, or in a browser without storage', () => {
  draft(undefined, [1])
  expect(kept.size).toBe(0)
  expect(drafted(undefined)).toEqual([])
  draft('x', [1])
  for (const text of ['{', '7', '"a"', 'null']) {
    kept.set([...kept.keys()][0] ?? '', text)
    expect(drafted('x')).toEqual([])
  }
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => draft('x', [1])).not.toThrow()
  expect(drafted('x')).toEqual([])
})
