import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MatchRecord } from '../lib/answers'
import words from '../words/en'
import { LESSONS, takenSteps } from './lessons'

describe.each(Object.entries(LESSONS))('the lesson of %s', (game, lesson) => {
  const record = JSON.parse(readFileSync(new URL(`./${game}.json`, import.meta.url), 'utf-8')) as MatchRecord
  const taken = takenSteps(record)

  test('its notes follow the steps to the end, and every action of the learner up to the rest is asked for', () => {
    const steps = lesson.notes.map((note) => note.at)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(taken.length - 1)
    const rest = lesson.notes.find((note) => note.rest)?.at ?? 0
    const mine = taken.map((event, step) => (event && 'action' in event && event.seat === 0 && step <= rest ? step : 0)).filter((step) => step > 0)
    expect(lesson.notes.filter((note) => note.act).map((note) => note.at + 1)).toEqual(mine)
  })

  test('every note has its words, and no words are left over', () => {
    const keys = lesson.notes.flatMap(({ id, act }) => [`${id}.h`, `${id}.text`, ...(act ? [`${id}.why`] : [])])
    const found = Object.keys(words).filter((key) => key.startsWith(`learn.${lesson.short}.`))
    expect(found.sort()).toEqual(keys.map((key) => `learn.${lesson.short}.${key}`).sort())
  })
})
