// The deals of a seed (docs/deals.md), to check in the page that a match was dealt as promised.

import { shake256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { DrawnCard } from '../wire/messages'
import type { MatchRecord, RecordedDeal } from '../wire/rest'
import { drawnNumber, firstOf } from './drawn'
import { bytesToHex, hexToBytes, matchSeed, sha256Hex } from './fair'

interface Pack {
  suits: string
  top: (players: number) => number
  special: string[]
  hand: (players: number) => number
}

const PACKS: Record<string, Pack> = {
  'seven-prophecies': { suits: 'BMPS', top: (players) => (players === 3 ? 9 : 11), special: [], hand: () => 10 },
  'seven-prophecies-2017': { suits: 'SMER', top: (players) => (players === 3 ? 11 : 13), special: [], hand: () => 10 },
  prophecy: {
    suits: 'SPVE',
    top: () => 14,
    special: ['Jaguar', 'Monkey', 'Shaman', 'Lizard'],
    hand: (players) => ({ 2: 17, 3: 17, 4: 15, 5: 12, 6: 10 })[players] ?? 0,
  },
}

const WORDS = 200 // 64-bit words read from the stream: more than any round draws
const DRAWING = 4000 // words for the cards drawn for who begins: enough for dozens of ties

/** The stream of numbers for one round. */
class Draws {
  private readonly stream: DataView
  private at = 0

  constructor(key: Uint8Array, round: number, purpose = 'foretold-deal/1:', words = WORDS) {
    const text = new TextEncoder().encode(purpose)
    const input = new Uint8Array(text.length + key.length + 4)
    input.set(text)
    input.set(key, text.length)
    new DataView(input.buffer).setUint32(text.length + key.length, round)
    const bytes = shake256(input, { dkLen: words * 8 })
    this.stream = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  below(n: number): number {
    const size = BigInt(n)
    const limit = (2n ** 64n / size) * size
    for (;;) {
      const word = this.stream.getBigUint64(8 * this.at++)
      if (word < limit) return Number(word % size)
    }
  }

  shuffle(items: string[]): string[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = items[i] as string
      items[i] = items[j] as string
      items[j] = kept
    }
    return items
  }
}

/** The key of a seed: 32 bytes as they are, or the hash of a number. */
export function seedKey(seed: bigint | Uint8Array): Uint8Array {
  return typeof seed === 'bigint' ? sha256(new TextEncoder().encode(`foretold-seed/1:${seed}`)) : seed
}

function deckOf(pack: Pack, players: number): string[] {
  const suited = [...pack.suits].flatMap((suit) =>
    Array.from({ length: pack.top(players) }, (_, i) => `${suit}${i + 1}`),
  )
  return [...suited, ...pack.special]
}

/** The cards drawn for who begins: seats that tie for the highest number draw again from the whole deck. */
export function drawFirst(game: string, players: number, key: Uint8Array): DrawnCard[][] {
  const pack = PACKS[game]
  if (!pack) throw new Error(game)
  const draws = new Draws(key, 0, 'foretold-first/1:', DRAWING)
  const turns: DrawnCard[][] = []
  let left = Array.from({ length: players }, (_, seat) => seat)
  while (left.length > 1) {
    const deck = draws.shuffle(deckOf(pack, players))
    const turn = left.map((seat, at) => ({ seat, card: deck[at] ?? '' }))
    const highest = Math.max(...turn.map(drawnNumber))
    left = turn.filter((each) => drawnNumber(each) === highest).map(({ seat }) => seat)
    turns.push(turn)
  }
  return turns
}

/**
 * Who starts or deals first according to the record, unless by lot; undefined if it differs from what the seed draws.
 */
function opening({ game, players, first }: MatchRecord, seed: Uint8Array): number | null | undefined {
  if (!first) return null
  if (first.by === 'chosen') return first.seat >= 0 && first.seat < players ? first.seat : undefined
  const draws = drawFirst(game, players, seed)
  const plain = (turns: readonly DrawnCard[][]): string =>
    JSON.stringify(turns.map((turn) => turn.map(({ seat, card }) => [seat, card])))
  return firstOf(draws) === first.seat && plain(first.draws ?? []) === plain(draws) ? first.seat : undefined
}

/**
 * The deal of a round (from 0), without the trump, which the wheel gives; `first` is the previous starter or dealer.
 */
export function draw(
  game: string,
  players: number,
  key: Uint8Array,
  round: number,
  first: number | null,
): RecordedDeal {
  const pack = PACKS[game]
  if (!pack) throw new Error(game)
  const draws = new Draws(key, round)
  const next = first === null ? draws.below(players) : (first + 1) % players
  const shuffled = draws.shuffle(deckOf(pack, players))
  const take = (count: number): string[] => shuffled.splice(0, count)
  const hands = Array.from({ length: players }, () => take(pack.hand(players)))
  if (game === 'prophecy') return { dealer: next, hands, hidden: shuffled }
  if (game === 'seven-prophecies-2017') {
    const future = take(10)
    return { starter: next, hands, future, open: take(players === 3 ? 2 : 0), hidden: shuffled }
  }
  const colours = draws.shuffle([...pack.suits].flatMap((suit) => [suit, suit, suit]))
  return { starter: next, hands, future: colours.slice(0, 10), future_hidden: colours.slice(10), hidden: shuffled }
}

export interface Checked {
  ok: boolean
  problem: 'absent' | 'secret' | 'share' | 'first' | 'deal' | null
  where: number | null // the seat or the round (from 1) that does not match
  seed: string
  deals: number
}

/** Checks that a record's deals follow from its secret and everybody's bytes. */
export function checkDeals(record: MatchRecord): Checked {
  const fair = record.fair
  const bad = (problem: Checked['problem'], where: number | null = null): Checked => ({
    ok: false,
    problem,
    where,
    seed: '',
    deals: 0,
  })
  if (!fair?.secret) return bad('absent')
  const secret = hexToBytes(fair.secret)
  if (sha256Hex(secret) !== fair.commitment) return bad('secret')
  const shares: Uint8Array[] = []
  for (const [seat, share] of fair.shares.entries()) {
    if (share.bytes === undefined) continue
    const bytes = hexToBytes(share.bytes)
    if (sha256Hex(bytes) !== share.commitment) return bad('share', seat)
    shares.push(bytes)
  }
  const seed = matchSeed(secret, shares)
  const deals = record.events.flatMap((event) => ('deal' in event ? [event.deal] : []))
  const begins = opening(record, seed)
  if (begins === undefined) return bad('first')
  let first: number | null = null
  for (const [round, deal] of deals.entries()) {
    const right = draw(record.game, record.players, seed, round, first)
    if (round === 0 && begins !== null) right['dealer' in right ? 'dealer' : 'starter'] = begins
    if (!sameDeal(deal, right)) return bad('deal', round + 1)
    first = deal.starter ?? deal.dealer ?? null
  }
  return { ok: true, problem: null, where: null, seed: bytesToHex(seed), deals: deals.length }
}

function sameDeal(drawn: RecordedDeal, right: RecordedDeal): boolean {
  const plain = (deal: RecordedDeal): string =>
    JSON.stringify([
      deal.starter ?? deal.dealer,
      deal.hands.map((hand) => [...hand].sort()),
      deal.future ?? [],
      deal.future_hidden ?? [],
      deal.open ?? [],
      deal.hidden,
    ])
  return plain(drawn) === plain(right)
}
