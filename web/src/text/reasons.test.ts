import { beforeAll, describe, expect, it } from 'vitest'
import en from '../i18n/en'
import { speak } from '../i18n/index.svelte'
import ja from '../i18n/ja'
import type { MeasuredReason } from '../wire/views'
import { reasonText, reasonsText } from './reasons'

const measured = { often: 0.04, instead: 0.49, error: 0.02, explains: 0.7, match: 0.1, points: 0.4, sure: false }
const ends: MeasuredReason = { kind: 'ends-now', best: 'B1', other: 'B7', seat: 1, ...measured }
const at = { game: 'seven-prophecies', names: ['Ines', 'Kaito', 'Rosa', 'Alder'] }

describe('reasons in words', () => {
  beforeAll(() => speak('en'))

  it('says who ends the round, and how often after each choice', () => {
    expect(reasonText(ends, at)).toBe(
      'After Broom 7, Kaito completes all seven in this very trick in 49% of the deals, which ends the round; after Broom 1, in 4%.',
    )
  })

  it('states a fact only if it is proved', () => {
    const proved = { ...ends, sure: true, often: 0, instead: 1, card: 'B2', place: 4 }
    expect(reasonText(proved, at)).toBe(
      'After Broom 7, Broom 2 from Kaito finishes 4th and completes all seven: the round ends.',
    )
    expect(reasonText({ ...proved, sure: false }, at)).toContain('>99%')
    const wins = { ...ends, kind: 'win-now', sure: true, often: 1, instead: 0, bid: 5, count: 2, tricks: 6 }
    expect(reasonText(wins, at)).toBe(
      'The bid of 5 needs 2 more of 6 tricks: Broom 1 wins this one for sure, Broom 7 can’t.',
    )
    expect(reasonText({ ...wins, instead: 0.44 }, at)).toContain('in 100% of the deals, Broom 7 in 44%')
  })

  it('says what the best prophecy predicts instead, except in reviews that do not know it', () => {
    const many = { ...ends, kind: 'too-many', best: '1-1-0-5', other: '2-0-3-2', place: 3, count: 3, fewer: 0 }
    expect(reasonText({ ...many, gain: 4, more: 5, gained: 0.77 }, at)).toMatch(/5 × 4th instead, .* in 77%\.$/)
    expect(reasonText(many, at)).toMatch(/does without\.$/)
  })

  it('counts the tricks that are gained, not those that are won', () => {
    expect(reasonText({ ...ends, kind: 'tricks', often: 2.24, instead: 1.61 }, at)).toContain('0.6 more tricks')
  })

  it('names bids by their numbers, and by their cards if these are equal', () => {
    const bid: MeasuredReason = { kind: 'denies', best: 'S2+S8+S14', other: 'S2+S3+V2', seat: 2, ...measured }
    expect(reasonText(bid, { ...at, game: 'prophecy' })).toContain('After the bid of 2, Rosa')
    expect(reasonText({ ...bid, other: 'S2+S3+S8' }, { ...at, game: 'prophecy' })).toContain(
      'After Sun 2, Sun 3, Sun 8',
    )
  })

  it('says nothing without reasons', () => {
    expect(reasonsText(undefined, at)).toBe('')
    expect(reasonsText([ends, ends], at)).toContain('. After')
  })

  it('fills in every value of every phrase, in both languages', async () => {
    const full = { seat: 1, place: 2, suit: 'B', card: 'B3', trick: 8, count: 2, fewer: 1 }
    Object.assign(full, { bid: 3, tricks: 4, gain: 1, more: 2, gained: 0.8 })
    for (const [language, words] of [
      ['en', en],
      ['ja', ja],
    ] as const) {
      await speak(language)
      for (const key of Object.keys(words).filter((each) => each.startsWith('reason.') && each !== 'reason.bid')) {
        const text = reasonText({ ...ends, ...full, kind: key.replace('reason.', '') }, at)
        expect(text).not.toMatch(/[{}]|undefined|^reason/)
      }
    }
    await speak('en')
  })
})
