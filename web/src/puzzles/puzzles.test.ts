import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnPuzzle, PuzzleLine, Puzzles } from '../wire/puzzles'
import { nextPuzzle, type Wish } from './next'
import { Progress } from './progress.svelte'

const line = (number: number, rating: number, tags: PuzzleLine['tags'] = ['lead']): PuzzleLine => ({
  kind: 'card',
  difficulty: 0.5,
  number,
  id: `id${number}`,
  tags,
  rating,
})
const lines = [line(1, 1200), line(2, 1440, ['save', 'follow']), line(3, 1800)]
const mistake: OwnPuzzle = { name: 'm-7', game: 'prophecy', kind: 'card', mark: 'blunder' }
const wish = (answered: Record<string, boolean> = {}, more: Partial<Wish> = {}): Wish => ({
  game: 'prophecy',
  tag: 'all',
  now: '',
  rating: { rating: 1500, deviation: 100 },
  done: (set, id) => answered[`${set}/${id}`],
  ...more,
})
const told = (more: Partial<Puzzles> = {}): Puzzles => ({
  sets: [{ game: 'prophecy', puzzles: lines }],
  own: [],
  ratings: [],
  answered: [],
  ...more,
})
const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    },
  })
})

describe('the next puzzle', () => {
  it('is one of your own mistakes not answered yet', () => {
    expect(nextPuzzle(lines, [mistake], wish())).toBe('own/m-7')
    expect(nextPuzzle(lines, [mistake], wish({ 'own/m-7': false }))).toBe('prophecy/2')
    expect(nextPuzzle(lines, [{ ...mistake, game: 'seven-prophecies' }], wish())).toBe('prophecy/2')
  })

  it('fits the player’s rating, and is easier while little is known', () => {
    expect(nextPuzzle(lines, [], wish({}, { rating: { rating: 1900, deviation: 50 } }))).toBe('prophecy/3')
    expect(nextPuzzle(lines, [], wish({}, { rating: { rating: 1400, deviation: 350 } }))).toBe('prophecy/1')
  })

  it('is never the current one, and has the chosen theme', () => {
    expect(nextPuzzle(lines, [], wish({}, { now: 'prophecy/2' }))).toBe('prophecy/1')
    expect(nextPuzzle(lines, [], wish({}, { tag: 'save', rating: { rating: 1900, deviation: 50 } }))).toBe('prophecy/2')
  })

  it('is one answered wrongly, once all were answered', () => {
    const answered = { 'prophecy/id1': true, 'prophecy/id2': true, 'prophecy/id3': false }
    expect(nextPuzzle(lines, [], wish(answered))).toBe('prophecy/3')
  })
})

describe('progress', () => {
  it('stored by number moves to the hash of the puzzle', () => {
    store.set(
      'foretold-puzzles',
      JSON.stringify({ streak: 2, best: 3, done: { 'prophecy/2': true, 'prophecy/9': false, 'own/m-7': true } }),
    )
    const progress = new Progress()
    progress.learn(told())
    expect(progress.kept.done).toEqual({ 'prophecy/id2': true, 'own/m-7': true })
    expect(progress.kept.streak).toBe(2)
    expect(new Progress().done('prophecy', 'id2')).toBe(true)
  })

  it('takes over what the server knows', () => {
    const progress = new Progress()
    progress.learn(
      told({
        ratings: [{ game: 'prophecy', rating: 1620, spread: 200, answers: 4 }],
        answered: [{ id: 'id3', solved: false }],
      }),
    )
    expect(progress.done('prophecy', 'id3')).toBe(false)
    expect(progress.rating('prophecy')).toEqual({ rating: 1620, deviation: 100 })
  })

  it('counts the first answer, and keeps the rating that it moved', () => {
    const progress = new Progress()
    progress.answered('prophecy', 'id1', true, { before: 1500, rating: 1600, deviation: 290 })
    progress.answered('prophecy', 'id1', false, null)
    expect(progress.done('prophecy', 'id1')).toBe(true)
    expect(new Progress().rating('prophecy')).toEqual({ rating: 1600, deviation: 290 })
  })
})
