// Sentences of one moment are announced together, in a fixed order, each once.

import { beforeEach, expect, test } from 'vitest'
import { speech } from './speech.svelte'

const soon = (): Promise<void> => new Promise((done) => queueMicrotask(done))
beforeEach(() => (speech.text = ''))

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
  speech.say('Your turn.')
  await soon()
  speech.say('Your turn.')
  await soon()
  expect(speech.text).toBe('Your turn.\u00a0')
})

test('an empty text is not spoken', async () => {
  speech.say('')
  await soon()
  expect(speech.text).toBe('')
})
