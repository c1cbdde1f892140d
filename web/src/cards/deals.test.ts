import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { MatchRecord, RecordedDeal } from '../wire/rest'
import { checkDeals, draw, drawFirst, seedKey } from './deals'
import { firstOf } from './drawn'
import { bytesToHex, hexToBytes, matchSeed, sha256Hex } from './fair'

interface Vector {
  game: string
  players: number
  seed: number | string
  round: number
  deal: RecordedDeal
}

const text = readFileSync(new URL('../../../docs/deals.md', import.meta.url), 'utf-8')
// JSON.parse loses digits of numbers above 2^53, so they are read as text.
const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(
  (block) => JSON.parse((block[1] ?? '').replace(/("seed": )(\d+)/g, '$1"n$2"')) as (Vector & { key: string })[],
)
const seedOf = (seed: string): bigint | Uint8Array => (seed.startsWith('n') ? BigInt(seed.slice(1)) : hexToBytes(seed))

describe('deals as documented in docs/deals.md', () => {
  it('derives the documented keys from the seeds', () => {
    for (const each of blocks[0] ?? []) expect(bytesToHex(seedKey(seedOf(String(each.seed))))).toBe(each.key)
  })

  for (const each of blocks[1] ?? []) {
    it(`deals ${each.game} for ${each.players}, round ${each.round}`, () => {
      const key = seedKey(seedOf(String(each.seed)))
      let first: number | null = null
      let deal: RecordedDeal = { hands: [], hidden: [] }
      for (let round = 0; round <= each.round; round++) {
        deal = draw(each.game, each.players, key, round, first)
        first = deal.starter ?? deal.dealer ?? null
      }
      expect(deal.hands.map((hand) => [...hand].sort())).toEqual(each.deal.hands.map((hand) => [...hand].sort()))
      for (const name of ['starter', 'dealer', 'future', 'future_hidden', 'open', 'hidden'] as const) {
        if (each.deal[name] !== undefined) expect(deal[name]).toEqual(each.deal[name])
      }
    })
  }
})

function promised(): MatchRecord {
  const secret = new Uint8Array(32).fill(7)
  const share = new Uint8Array(16).fill(9)
  const seed = matchSeed(secret, [share])
  const first = draw('seven-prophecies', 4, seed, 0, null)
  return {
    format: 'foretold-record/1',
    game: 'seven-prophecies',
    players: 4,
    fair: {
      scheme: 'foretold-fair/1',
      commitment: sha256Hex(secret),
      secret: bytesToHex(secret),
      shares: [
        { commitment: sha256Hex(share), bytes: bytesToHex(share) },
        { none: 'bot' },
        { none: 'bot' },
        { none: 'bot' },
      ],
    },
    events: [{ deal: first }],
  }
}

describe('a match with a commitment', () => {
  it('holds', () => expect(checkDeals(promised())).toMatchObject({ ok: true, deals: 1 }))

  it('does not hold with another card', () => {
    const record = promised()
    const [one, other] = record.events[0]?.deal?.hands ?? []
    if (one && other) [one[0], other[0]] = [other[0] as string, one[0] as string]
    expect(checkDeals(record)).toMatchObject({ ok: false, problem: 'deal', where: 1 })
  })

  it('does not hold with another secret or other bytes', () => {
    const record = promised()
    if (record.fair) record.fair = { ...record.fair, secret: '00'.repeat(32) }
    expect(checkDeals(record).problem).toBe('secret')
    const other = promised()
    if (other.fair?.shares[0]) other.fair.shares[0].bytes = '00'.repeat(16)
    expect(checkDeals(other)).toMatchObject({ problem: 'share', where: 0 })
  })
})

it('draws the cards that decide who begins as documented in docs/fairness.md, like tests/rules/test_first.py', () => {
  const draws = drawFirst('prophecy', 4, seedKey(33n))
  expect(draws.map((turn) => turn.map(({ seat, card }) => `${seat} ${card}`))).toEqual([
    ['0 E12', '1 S12', '2 Monkey', '3 Shaman'],
    ['0 S12', '1 Jaguar'],
  ])
  expect(firstOf(draws)).toBe(0)
})
