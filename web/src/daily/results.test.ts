import { expect, test, vi } from 'vitest'
import type { OwnTry } from '../wire/daily'
import { beaten, columns, later, shareText, signed } from './results'

vi.stubGlobal('navigator', { languages: ['en'] })
const own: OwnTry = {
  state: 'over',
  table: '',
  match: '',
  points: 6,
  won: true,
  counted: true,
  better: 5,
  rounds: [
    { points: 1, met: 6, of: 7 },
    { points: 5, met: 7, of: 7 },
    { points: 0, met: 0, of: 1 },
  ],
}

test('a shared result has shapes and points, and no card', () => {
  const text = shareText('2026-11-16', 'seven-prophecies', own, 7)
  expect(text.split('\n').slice(1, 4)).toEqual(['●●●●●●○ +1', '●●●●●●● +5', '○ 0'])
  expect(text).toContain('83')
  expect(text).not.toMatch(/[BMPS]\d/)
})

test('a player alone has beaten nobody', () => {
  expect(beaten({ ...own, better: 0 }, 1)).toBeNull()
  expect(beaten({ ...own, counted: false, better: 1 }, 2)).toBe(50)
})

test('columns leave no gap, and neighbours are merged when there are many', () => {
  expect(columns([{ points: 2, people: 3 }], [4], 12)).toEqual([
    { from: 2, to: 2, people: 3 },
    { from: 3, to: 3, people: 0 },
    { from: 4, to: 4, people: 0 },
  ])
  expect(
    columns(
      [
        { points: -3, people: 1 },
        { points: 60, people: 2 },
      ],
      [],
      12,
    ).length,
  ).toBeLessThanOrEqual(12)
  expect(columns([], [], 12)).toEqual([])
})

test('days have their signs', () => {
  expect([signed(3), signed(0), signed(-2)]).toEqual(['+3', '0', '−2'])
  expect(later('2026-03-01', -1)).toBe('2026-02-28')
})
