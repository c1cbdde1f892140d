import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MatchRecord } from '../wire/rest'
import type { Preview } from '../state/scene'
import words from '../i18n/en'
import japanese from '../i18n/ja'
import { LESSONS, takenSteps } from './lessons'

const LONGEST = { en: 200, ja: 100 } // characters per note: more would not fit a phone in landscape
const MINUTES = 5 // minutes for a lesson
const READING = 200 // words per minute
const DECIDING = 5 // seconds per action
const ALONE = 100 // seconds for the rest of the round

describe.each(Object.entries(LESSONS))('the lesson of %s', (game, lesson) => {
  const record = JSON.parse(readFileSync(new URL(`./${game}.json`, import.meta.url), 'utf-8')) as MatchRecord
  const taken = takenSteps(record)

  test('its notes follow the steps to the end, and ask for every action until the learner plays alone', () => {
    const steps = lesson.notes.map((note) => note.at)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(taken.length - 1)
    const rest = lesson.notes.find((note) => note.alone)?.at ?? 0
    const mine = taken
      .map((event, step) => (event && 'action' in event && event.seat === 0 && step <= rest ? step : 0))
      .filter((step) => step > 0)
    expect(lesson.notes.filter((note) => note.act).map((note) => note.at + 1)).toEqual(mine)
  })

  test('every note has its phrase, and no phrase is left over', () => {
    const keys = lesson.notes.flatMap(({ id, act, result }) => [
      ...(result ? [] : [`${id}.h`]),
      `${id}.text`,
      ...(act ? [`${id}.why`] : []),
    ])
    const known = Object.keys(words).filter((key) => key.startsWith(`learn.${lesson.short}.`))
    expect(known.sort()).toEqual(keys.map((key) => `learn.${lesson.short}.${key}`).sort())
  })

  test('the learner plays alone before the last note, which is the only one with a result', () => {
    expect(lesson.notes.map((note) => (note.alone ? 'alone' : note.result ? 'result' : '')).filter(Boolean)).toEqual([
      'alone',
      'result',
    ])
    expect(lesson.notes.at(-2)?.alone).toBe(true)
    expect(lesson.notes.at(-1)?.result).toBe(true)
  })

  test('at every turn each card has its preview, and the suggested card is among them', () => {
    const previews = JSON.parse(readFileSync(new URL(`./${game}.previews.json`, import.meta.url), 'utf-8')) as Record<
      string,
      Preview
    >
    const cards = lesson.notes.filter((note) => note.act).slice(1)
    expect(Object.keys(previews).map(Number)).toEqual(cards.map((note) => note.at))
    for (const { at } of cards) {
      const event = taken[at + 1]
      expect(previews[at]?.cards.map((card) => card.action)).toContain(event && 'action' in event ? event.action : '')
    }
  })

  test.each([
    ['en', words],
    ['ja', japanese],
  ] as const)('its notes are short enough to be shown whole (%s)', (language, said) => {
    const notes = Object.entries(said).filter(
      ([key]) => key.startsWith(`learn.${lesson.short}.`) && key.endsWith('.text'),
    )
    const long = notes
      .filter(([, text]) => text.length > LONGEST[language])
      .map(([key, text]) => `${key}: ${text.length}`)
    expect(long).toEqual([])
  })

  test('it takes no more than five minutes', () => {
    const read = Object.entries(words).filter(
      ([key]) => key.startsWith(`learn.${lesson.short}.`) && !key.endsWith('.why'),
    )
    const count = read.reduce((sum, [, text]) => sum + text.split(/\s+/).length, 0)
    const seconds = (count / READING) * 60 + lesson.notes.filter((note) => note.act).length * DECIDING + ALONE
    expect(seconds).toBeLessThanOrEqual(MINUTES * 60)
  })
})
