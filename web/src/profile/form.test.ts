import { beforeEach, describe, expect, it } from 'vitest'
import { speak } from '../i18n/index.svelte'
import type { GameForm } from '../wire/people'
import { between, scaleOf } from './form'

const own = (rating: number, spread = 100): GameForm => ({
  game: 'prophecy',
  rating,
  spread,
  matches: 1,
  history: [{ match: 'a', at: 0, rating, spread }],
  bots: [
    { bot: 'random', rating: 1079, spread: 125 },
    { bot: 'novice', rating: 1397, spread: 94 },
    { bot: 'greedy', rating: 1438, spread: 95 },
    { bot: 'adept', rating: 1663, spread: 96 },
    { bot: 'seer', rating: 1921, spread: 110 },
  ],
})

beforeEach(() => speak('en'))

describe('form on the scale of the bots', () => {
  it('names the levels it lies between', () => {
    expect(between(own(1200))).toContain('Novice')
    expect(between(own(1500))).toMatch(/Novice.*Adept/)
    expect(between(own(2100))).toContain('Seer')
  })

  it('keeps the interval and all levels on the scale, in their order', () => {
    for (const rating of [900, 1500, 2300]) {
      const { at, marks } = scaleOf(own(rating, 330))
      const places = [rating - 330, rating, rating + 330, 1397, 1663, 1921].map(at)
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...places)).toBeLessThanOrEqual(100)
      expect(at(1397)).toBeLessThan(at(1663))
      expect(marks[0]).toBeLessThanOrEqual(rating - 330)
      expect(marks[2]).toBeGreaterThanOrEqual(rating + 330)
    }
  })
})
