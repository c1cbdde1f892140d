// Answers to questions about a table: one short sentence, or the long form.

import { bySuit, face, SPECIALISTS, suitsOf } from '../../cards/cards'
import { chanceOf, chanceSay } from '../../games/prophecy/prophecyChance'
import { percent, shown } from '../../games/seven/sevenPreview'
import { leftOf, now } from '../../state/clock'
import { spelled } from '../../state/countdown.svelte'
import { laidOut } from '../../state/raised'
import { isSeven, mayAct, othersOf, selfOf, type Scene } from '../../state/scene'
import { worthOf } from '../../state/turn'
import { cardName, placeName, seatNames, shamanName, suitName, tokenName } from '../../text/names'
import { sentence } from '../../text/refusals.svelte'
import { asSentence, upper } from '../../text/sentences'
import { figure } from '../../text/shares'
import { list, points } from '../../text/tellings'
import type { Outlook, ProphecyTrick, ProphecyView, SevenTrick, SevenView, Took } from '../../wire/messages'
import { t } from '../../i18n/index.svelte'
import { addends, signed, total } from '../results/sums'
import { myTurn, trickEnd } from '../tell'
import { KEYS, type Question, type Spoken } from './keys'

/** The table, the names of its seats, and the focused card. */
interface Asked {
  scene: Scene
  names: string[] // by seat, 'you' for one's own
  focused: string | null
}

/** Answers a question about this table. */
export function answer(question: Question, scene: Scene, long = false, focused: string | null = null): string {
  const self = selfOf(scene)
  const names = seatNames(scene.seats).map((name, seat) => (seat === self ? t('you') : name))
  const said = ANSWERS[question]({ scene, names, focused }, long)
  return joined(said)
}

/** Joins sentences. */
function joined(sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .map((each) => asSentence(upper(each)))
    .join(t('gap'))
}

const ANSWERS: Record<Question, (asked: Asked, long: boolean) => string[]> = {
  hand: handOf,
  trick: trickOf,
  bids: bidsOf,
  scores: scoresOf,
  row: rowOf,
  last: lastOf,
  turn: turnOf,
  chances: chancesOf,
  legal: legalOf,
}

/** 'Broom 2, 5, 9', one entry for each suit. */
function bySuits(game: string, cards: readonly string[]): string[] {
  return bySuit(game, cards).map((group) => {
    const { special, letter } = face(game, group[0] ?? '')
    if (special) return list(group.map((card) => cardName(game, card)))
    const numbers = group.map((card) => Number(card.slice(1))).sort((a, b) => a - b)
    return t('spoken.suit', { suit: suitName(game, letter), numbers: list(numbers.map(String)) })
  })
}

function handOf({ scene }: Asked, long: boolean): string[] {
  const { game, hand } = scene.view
  if (scene.seat === null) return [t('spoken.hand.none')]
  if (hand.length === 0) return [t('spoken.hand.empty')]
  const said = bySuits(game, hand).map((suit) => t('spoken.sentence', { text: suit }))
  if (!long) return said
  const lacking = suitsOf(game).filter(
    (suit) => !hand.some((card) => !SPECIALISTS.includes(card) && card.startsWith(suit)),
  )
  const none = lacking.map((suit) => suitName(game, suit))
  return [
    t('spoken.hand.count', { n: hand.length }),
    ...said,
    none.length ? t('spoken.hand.no', { suits: list(none) }) : '',
  ]
}

/** 'Mika Broom 5', in the order of play. */
function plays({ scene, names }: Asked, taken: readonly Took[], shaman: ProphecyTrick['shaman'] | null): string {
  const { game } = scene.view
  return list(
    taken.map(({ seat, action }) => {
      const surrendered = action === 'surrender'
      const card = surrendered ? t('action.surrender') : cardName(game, action)
      const copies = action === 'Shaman' && shaman ? t('card.copying', { card, as: shamanName(game, shaman) }) : card
      return t('spoken.card-of', { name: names[seat] ?? '', card: copies })
    }),
  )
}

function trickOf(asked: Asked, long: boolean): string[] {
  const { scene, names } = asked
  const { view } = scene
  if (view.phase === 'prophecy' || view.phase === 'bid')
    return [t(isSeven(view) ? 'spoken.prophesying' : 'spoken.bidding')]
  if (view.phase !== 'tricks') return [t('spoken.trick.none')]
  if (scene.held === 'trick' || scene.held === 'round') return lastOf(asked, long)
  const number = t('spoken.trick.number', { n: view.tricks.length + 1 })
  const lead = isSeven(view) ? view.future[view.tricks.length]?.charAt(0) : view.lead
  const led = lead ? t('spoken.trick.lead', { suit: suitName(view.game, lead) }) : ''
  if (view.trick.length === 0) return [number, led, t('spoken.trick.empty')]
  const played = t('spoken.sentence', { text: plays(asked, view.trick, isSeven(view) ? null : view.shaman) })
  const said = [number, led, played]
  if (!isSeven(view)) {
    if (view.standing !== null) said.push(t('spoken.trick.wins', { name: names[view.standing] ?? '' }))
  } else if (long) {
    const places = view.trick.map(({ seat }, index) => ({ seat, at: view.standing[index] ?? 0 }))
    const sorted = places.sort((a, b) => a.at - b.at)
    const told = sorted.map(({ seat, at }) => t('tell.place', { name: names[seat] ?? '', place: placeName(at) }))
    said.push(t('spoken.trick.standing', { places: list(told) }))
  }
  if (long) {
    const played = new Set(view.trick.map((took) => took.seat))
    const order = view.scores.map((_, index) => ((view.leader ?? 0) + index) % view.players)
    const rest = order.filter((seat) => !played.has(seat)).map((seat) => names[seat] ?? '')
    if (rest.length) said.push(t('spoken.trick.rest', { names: list(rest) }))
  }
  return said
}

/** '2 × 1st, 1 × 3rd'. */
function spread(counts: readonly number[]): string {
  return list(counts.flatMap((n, index) => (n ? [t('tell.foretold.place', { n, place: placeName(index + 1) })] : [])))
}

/** The seats from one's own on; only the first, or all. */
function seatsFrom(scene: Scene, all: boolean): number[] {
  const own = scene.seat === null ? [] : [scene.seat]
  return all || own.length === 0 ? [...own, ...othersOf(scene)] : own
}

function bidsOf({ scene, names }: Asked, long: boolean): string[] {
  const { view } = scene
  const of = isSeven(view)
    ? (seat: number): string => draftOfTokens(scene, seat, names) || tokensOf(view, seat, names[seat] ?? '')
    : (seat: number): string => draftOfBid(scene, seat, names) || bidOf(view, seat, names[seat] ?? '')
  return seatsFrom(scene, long).map(of)
}

/** How many of my tokens lie on each place so far. */
function draftCounts({ view }: Scene): number[] {
  return view.scores.map((_, index) => laidOut().filter((place) => place === index + 1).length)
}

/** The tokens I have placed and not confirmed; '' if there are none. */
function draftOfTokens(scene: Scene, seat: number, names: readonly string[]): string {
  if (seat !== scene.seat || scene.view.phase !== 'prophecy' || !mayAct(scene)) return ''
  const counts = draftCounts(scene)
  const n = counts.reduce((sum, count) => sum + count, 0)
  return n ? t('spoken.foretold.draft', { name: names[seat] ?? '', places: spread(counts), n }) : ''
}

/** The cards I have chosen for a bid and not placed; '' if there are none. */
function draftOfBid(scene: Scene, seat: number, names: readonly string[]): string {
  if (seat !== scene.seat || scene.view.phase !== 'bid' || !mayAct(scene)) return ''
  const cards = laidOut().map(String)
  const bid = worthOf(scene.turn?.bid, cards)
  if (cards.length === 0 || bid === null) return ''
  return t('spoken.bid.draft', { name: names[seat] ?? '', cards: bySuits(scene.view.game, cards).join(t('join')), bid })
}

function tokensOf(view: SevenView, seat: number, name: string): string {
  const left = view.left[seat]
  if (left) {
    const open = spread(left)
    const kept = view.tricks.filter((trick) => trick.confirmed[seat]).length
    return open ? t('spoken.tokens', { name, places: open, n: kept }) : t('spoken.tokens.none', { name })
  }
  const own = view.prophecies[seat] ?? (seat === view.seat ? view.prophecy : null)
  if (own) return t('spoken.foretold', { name, places: spread(own.split('-').map(Number)) })
  return t(view.chosen.includes(seat) ? 'spoken.foretold.hidden' : 'spoken.foretold.not', { name })
}

function bidOf(view: ProphecyView, seat: number, name: string): string {
  const [value, won] = [view.bid_values[seat] ?? null, view.won[seat] ?? 0]
  if (value !== null) return t('spoken.bid', { name, bid: value, n: won })
  if (view.phase === 'bid') return t(view.chosen.includes(seat) ? 'spoken.bid.laid' : 'spoken.bid.not', { name })
  return t('spoken.bid.hidden', { name, n: won })
}

function scoresOf({ scene, names }: Asked, long: boolean): string[] {
  const { view } = scene
  const said = seatsFrom(scene, true).map((seat) =>
    t('tell.points', { name: names[seat] ?? '', points: total(view.counts, view.scores[seat] ?? 0) }),
  )
  const sum = t('spoken.sentence', { text: list(said) })
  if (!long) return [sum]
  return [
    sum,
    t('spoken.sentence', { text: roundOf(scene) }),
    view.target === null ? '' : t(`summary.target.${view.counts}`, { n: view.target }),
    ...roundSums(scene, names),
  ]
}

/** What the last round brought each seat, part by part. */
function roundSums(scene: Scene, names: readonly string[]): string[] {
  const round = scene.view.last_round
  if (!round) return []
  const parts = (seat: number): string =>
    list(
      addends(round, seat).map(({ text, points }) =>
        points === null ? text : t('spoken.part', { part: text, points: signed(points) }),
      ),
    )
  return [
    t('spoken.round', { n: round.number }),
    ...seatsFrom(scene, true).map((seat) =>
      t('spoken.sums', { name: names[seat] ?? '', points: signed(round.points[seat] ?? 0), parts: parts(seat) }),
    ),
  ]
}

function roundOf({ view: { round, rounds } }: Scene): string {
  return rounds === null ? t('bar.round.open', { round }) : t('bar.round', { round, rounds })
}

function rowOf({ scene }: Asked, long: boolean): string[] {
  const { view } = scene
  if (!isSeven(view)) {
    const trump = (suit: string | null): string =>
      suit === null ? t('pr.trump.none') : t('pr.trump.is', { suit: suitName(view.game, suit) })
    const present = [roundOf(scene), trump(view.trump)].map((text) => t('spoken.sentence', { text }))
    if (!long) return present
    return [...present, ...view.wheel.map((suit, index) => t('spoken.wheel', { n: index + 1, trump: trump(suit) }))]
  }
  const from = view.phase === 'tricks' && !scene.held ? view.tricks.length : 0
  const name = (card: string): string => (card.length > 1 ? cardName(view.game, card) : suitName(view.game, card))
  const differ = new Set(view.prizes).size > 1 // equal prizes are not shown either
  const row = view.future.map((card, index) => {
    const prize = differ ? view.prizes[index + 1 - FIRST] : undefined
    const said = t('spoken.row.trick', { n: index + 1, card: name(card) })
    return long && prize !== undefined ? t('spoken.row.prize', { trick: said, points: points(prize) }) : said
  })
  const rest = long ? row : row.slice(from)
  const open = view.open.length
    ? t('spoken.row.open', { cards: list(view.open.map((card) => cardName(view.game, card))) })
    : ''
  return [t('spoken.row', { tricks: list(rest) }), long ? open : '']
}
const FIRST = 7 // the first trick in which all seven can come true

function lastOf(asked: Asked, long: boolean): string[] {
  const { scene, names } = asked
  const { view } = scene
  const tricks: readonly (SevenTrick | ProphecyTrick)[] = view.tricks.length
    ? view.tricks
    : (view.last_round?.tricks ?? [])
  const trick = tricks.at(-1)
  if (!trick) return [t('spoken.last.none')]
  const end = trickEnd(trick, { name: (seat) => names[seat] ?? '', me: selfOf(scene) })
  const number = t('spoken.trick.number', { n: tricks.length })
  if (trick.plays.length === 0) return [number, end, t('pr.info.no-look-back')] // its cards lie face down
  const shaman = 'winner' in trick ? trick.shaman : null
  const cards = t('spoken.sentence', { text: plays(asked, trick.plays, shaman) })
  const lead = isSeven(view) ? view.future[tricks.length - 1]?.charAt(0) : 'lead' in trick ? trick.lead : null
  const led = long && lead && view.tricks.length ? t('spoken.trick.lead', { suit: suitName(view.game, lead) }) : ''
  return [number, led, cards, end]
}

function turnOf({ scene, names }: Asked, long: boolean): string[] {
  const { view } = scene
  const said: string[] = []
  const others = view.actors.filter((seat) => seat !== scene.seat || scene.replayed).map((seat) => names[seat] ?? '')
  if (view.over) said.push(t('seven.over'))
  else if (scene.paused) said.push(t('spoken.sentence', { text: t('seven.paused') }))
  else if (scene.held) said.push(t('spoken.held'))
  else if (mayAct(scene)) said.push(myTurn(view))
  else if (others.length) said.push(t(scene.replayed ? 'spoken.next' : 'spoken.waits', { names: list(others) }))
  for (const clock of scene.clocks) {
    const { left, bank } = leftOf(clock, now())
    const name = names[clock.seat] ?? ''
    if (view.actors.includes(clock.seat)) said.push(t('spoken.clock', { name, time: spelled(left + bank) }))
  }
  if (!long) return said
  if (view.over || scene.held === 'round') return [...said, roundOf(scene)]
  const number = scene.held === 'trick' ? view.tricks.length : view.tricks.length + 1
  const trick = view.phase === 'tricks' ? t('spoken.trick.number', { n: number }) : ''
  const leads = view.leader === null ? '' : t('spoken.leads', { name: names[view.leader] ?? '' })
  return [...said, roundOf(scene), trick, leads]
}

/** A card's chances in words; '' if unknown. */
function chanceOfCard(scene: Scene, ways: Outlook[]): string {
  const { view, preview } = scene
  if (!isSeven(view)) {
    const chance = chanceOf(preview, ways)
    return chance ? chanceSay(chance) : ''
  }
  const card = preview?.cards.find((card) => card.action === ways[0]?.action)
  return shown(view.game, card, (scene.seat !== null && view.left[scene.seat]) || [])?.say ?? ''
}

/** What my hand is likely to bring, and how good the prophecy laid so far is; nothing without previews. */
function chancesOfProphecy(scene: Scene): string[] {
  const { places, prophecies } = scene.preview ?? {}
  if (!places) return []
  const likely = places.map((n, index) => t('tell.foretold.place', { n: figure(n, 1), place: placeName(index + 1) }))
  const laid = draftCounts(scene).join('-')
  const rated = prophecies?.find(({ action }) => action === laid)
  const best = Math.max(0, ...(prophecies ?? []).map(({ fulfilled }) => fulfilled))
  return [
    t('spoken.chances.places', { places: list(likely) }),
    rated ? t('spoken.chances.fulfilled', { share: percent(rated.fulfilled), best: percent(best) }) : '',
  ]
}

/** What the suits in my hand count in a bid. */
function worthsOf({ view, turn }: Scene): string[] {
  const worths = new Map(turn?.bid?.cards.map(({ card, worth }) => [card.charAt(0), worth]))
  const said = [...worths].map(([suit, n]) => t('spoken.suit', { suit: suitName(view.game, suit), numbers: n }))
  return said.length ? [t('spoken.chances.bid', { cards: list(said) })] : []
}

function chancesOf({ scene, focused }: Asked, long: boolean): string[] {
  const { view } = scene
  const before = view.phase === 'prophecy' ? chancesOfProphecy(scene) : view.phase === 'bid' ? worthsOf(scene) : []
  if (before.length) return before
  const legal = view.phase === 'tricks' ? (scene.turn?.legal ?? []) : []
  const cards = [...new Set(legal.map((outlook) => outlook.action.split(':')[0] ?? ''))]
  const wanted = !long && focused && cards.includes(focused) ? [focused] : cards
  const said = wanted.flatMap((card) => {
    const chance = chanceOfCard(
      scene,
      legal.filter((outlook) => outlook.action.split(':')[0] === card),
    )
    return chance ? [t('spoken.chance', { card: cardName(view.game, card), chance })] : []
  })
  if (said.length) return said
  return [t(legal.length || view.phase === 'prophecy' ? 'spoken.chances.none' : 'spoken.chances.later')]
}

const EXAMPLES: Record<number, string> = { 3: '3 2 2', 4: '2 1 1 3' } // by number of players

function legalOf(asked: Asked, long: boolean): string[] {
  const { scene, focused } = asked
  const { view, turn } = scene
  if (!turn || !mayAct(scene)) return turnOf(asked, false)
  const names = seatNames(scene.seats)
  if (view.phase === 'prophecy')
    return [
      t('spoken.legal.prophecy', {
        n: view.players,
        tokens: tokenName(view.game),
        example: EXAMPLES[view.players] ?? '',
      }),
    ]
  const bid = turn.bid
  const why = turn.why_not.map(({ cards, reason, values }) => ({
    cards,
    text: sentence(reason, values, view.game, names, t('refused.crash')),
  }))
  const one = focused === null ? undefined : why.find(({ cards }) => cards.includes(focused))
  if (one && !long) return [t('spoken.legal.not', { cards: cardName(view.game, focused ?? ''), why: one.text })]
  const cards = bid
    ? bid.cards.map((card) => card.card)
    : [
        ...new Set(
          turn.legal.filter(({ action }) => action !== 'surrender').map(({ action }) => action.split(':')[0] ?? ''),
        ),
      ]
  const can = bySuits(view.game, cards).join(t('spoken.and-suit'))
  const said = bid
    ? t('spoken.legal.bid', { n: bid.size, cards: can })
    : cards.length
      ? t('spoken.legal', { cards: can })
      : t('spoken.legal.surrender')
  if (!long) return [said]
  return [
    said,
    ...why.map(({ cards, text }) =>
      t('spoken.legal.not', { cards: bySuits(view.game, cards).join(t('spoken.and-suit')), why: text }),
    ),
  ]
}

/** All shortcuts that speak, and what each says. */
export function keysSentence(): string {
  const said = Object.entries(KEYS).map(([asked, key]) =>
    t('spoken.key', { key: key.toUpperCase(), what: t(`spoken.what.${asked as Spoken}`) }),
  )
  return joined([t('spoken.sentence', { text: list(said) }), t('spoken.keys.long')])
}
