// Sentences of one moment are announced together, in a fixed order, each once.

import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { load } from '../i18n/languages'
import { settings } from '../state/settings.svelte'
import { speech } from './speech.svelte'

beforeAll(() => load('en'))
const soon = (): Promise<void> => new Promise((done) => queueMicrotask(done))
beforeEach(() => {
  settings.kept.language = 'en'
  speech.forget()
})

test('news comes first, then the turn, then an answer', async () => {
  speech.say('Your hand is empty.', 'answer')
  speech.say('Your turn.', 'turn')
  speech.say('Mika plays Potion 4.')
  await soon()
  expect(speech.text).toBe('Mika plays Potion 4. Your turn. Your hand is empty.')
})

test('a sentence repeated within one moment is said once', async () => {
  speech.say('Your turn.')
  speech.say('Your turn.', 'turn')
  await soon()
  expect(speech.text).toBe('Your turn.')
})

test('a sentence can be repeated later', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  speech.say('Your turn.')
  await soon()
  now.mockReturnValue(1000)
  speech.say('Your turn.')
  await soon()
  expect(speech.text).toBe('Your turn.\u00a0')
  now.mockRestore()
})

test('moments that follow at once are announced together, and take the place of nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const announced = (): string[] => speech.lines.map((line) => line.text)
  speech.say('You play Eye 6.')
  await soon()
  vi.advanceTimersByTime(20)
  speech.say('Kiki plays Eye 3.')
  await soon()
  vi.advanceTimersByTime(20)
  speech.say('Your turn.', 'turn')
  speech.say('Soren plays Eye 4.')
  await soon()
  expect(announced()).toEqual(['You play Eye 6.'])
  vi.advanceTimersByTime(1000)
  expect(announced()).toEqual(['You play Eye 6.', 'Kiki plays Eye 3. Soren plays Eye 4. Your turn.'])
  vi.advanceTimersByTime(9000)
  speech.say('Your turn.')
  await soon()
  expect(announced()).toEqual(['Your turn.'])
  vi.useRealTimers()
})

test('a fragment ends with a full stop', async () => {
  for (const text of ['Shuffling', 'Say one of these:', 'Thinking …']) speech.say(text)
  await soon()
  expect(speech.text).toBe('Shuffling. Say one of these: Thinking …')
})

test('a dialog does not repeat what was said before it opened', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  speech.say('Your turn.')
  await soon()
  now.mockReturnValue(2000)
  expect(speech.open()).toBe(1)
  expect([speech.text, speech.last]).toEqual(['', 'Your turn.'])
  speech.say('Copied.')
  await soon()
  speech.close()
  expect([speech.text, speech.dialogs]).toEqual(['Copied.', 0]) // said with its last breath
  now.mockRestore()
})

test('an empty text is not spoken', async () => {
  speech.say('')
  await soon()
  expect(speech.text).toBe('')
})
