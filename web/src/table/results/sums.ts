// What rounds and matches brought, in words. The server computes the numbers and reasons.

import { actionName, placeName, tokenName } from '../../text/names'
import { list } from '../../text/tellings'
import type {
  PointsPart,
  ProphecyRound,
  ProphecyRoundLine,
  SevenRound,
  SevenRoundLine,
  Tie,
  View,
} from '../../wire/messages'
import { called, t, type Key } from '../../i18n/index.svelte'

export type RoundLine = SevenRoundLine | ProphecyRoundLine
type Counts = View['counts']

/** A part of a sum: its reason, its points, and whether it is good or bad news. */
export interface Addend {
  text: string
  points: number | null
  kind: 'yes' | 'no' | ''
}

/** The names in a sentence, and the seat called 'you'. */
export interface People {
  names: readonly string[]
  me: number | null
}

/** '+3', '0', '−2'. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}

/** '3 points', '2 rounds fulfilled', '5 prophecies fulfilled'. */
export const total = (counts: Counts, n: number): string => t(`total.${counts}`, { n })

/** A seat's points in a round, part by part. */
export function addends(round: RoundLine, seat: number): Addend[] {
  const parts = round.parts[seat] ?? []
  const fewest = parts.some((part) => part.reason === 'fewest-left')
  const said = parts.filter((part) => !(fewest && part.reason === 'left' && part.points === 0)) // 'fewest-left' already names the number
  const sums: Addend[] = said.map((part) => ({
    text: called(`part.${part.reason}`, part.reason, { n: part.number }),
    points: part.points,
    kind: kindOf(part),
  }))
  const [before = 0, points = 0, after = 0] = [round.before[seat], round.points[seat], round.scores[seat]]
  if (before + points !== after) sums.push({ text: t('part.floor', { n: after }), points: null, kind: '' })
  return sums
}

function kindOf({ reason, points }: PointsPart): Addend['kind'] {
  if (points < 0 || reason === 'bid-missed' || reason === 'gave-up' || reason === 'too-late') return 'no'
  return points > 0 && reason !== 'tricks' && reason !== 'tokens' ? 'yes' : ''
}

/** The heading for the end of a round: who did well. */
export function roundTitle(round: SevenRound | ProphecyRound, { names, me }: People): string {
  const done = round.fulfilled.flatMap((fulfilled, seat) => (fulfilled ? [seat] : []))
  if ('bids' in round) {
    if (me === null)
      return t(done.length ? 'sums.bids' : 'sums.bids.none', {
        names: list(
          done.map((seat) => names[seat] ?? ''),
          t('and'),
        ),
      })
    if (round.parts[me]?.[0]?.reason === 'gave-up') return t('sums.bid.gave-up')
    return t(done.includes(me) ? 'sums.bid.met' : 'sums.bid.missed')
  }
  const n = round.tricks.length
  if (done.length === 0) return t('sums.seven.none')
  if (me !== null && done.includes(me)) return t('sums.seven.you', { n })
  return t('sums.seven', {
    n,
    names: list(
      done.map((seat) => names[seat] ?? ''),
      t('and'),
    ),
  })
}

/** The heading for the end of a match: who foretold it. */
export function matchTitle({ winners }: View, { names, me }: People): string {
  if (me !== null && winners.includes(me)) return t(winners.length > 1 ? 'match.you-share' : 'match.you-won')
  return t(winners.length > 1 ? 'match.shared' : 'match.won', {
    name: list(
      winners.map((seat) => names[seat] ?? ''),
      t('and'),
    ),
  })
}

/** The label of the button that goes on after a round. */
export const nextTitle = (view: View): string =>
  view.over ? t('summary.result') : t('summary.next', { n: view.round })

/** Why no further round was dealt. */
export function whyOver(view: View, people: People): string {
  const { ending, counts } = view
  if (!ending) return ''
  if (ending.reason !== 'target')
    return t(ending.reason === 'single' ? 'over.single' : 'over.last-round', { n: ending.number })
  const reached = view.scores.flatMap((score, seat) => (score >= ending.number ? [seat] : []))
  return t(view.round === view.rounds ? 'over.both' : `over.target.${counts}`, {
    names: namesOf(reached, people),
    round: view.round,
    n: ending.number,
  })
}

/** Why these seats won: the totals, or the tie-break as a sum. */
export function whyWon(view: View, people: People): string {
  const { ending, winners, scores } = view
  if (!ending) return ''
  const best = Math.max(...scores)
  if (!ending.tie) {
    const next = Math.max(...scores.filter((_, seat) => !winners.includes(seat)))
    return t('won.total', {
      best: total(view.counts, best),
      next,
      name: namesOf(
        scores.flatMap((score, seat) => (score === next && !winners.includes(seat) ? [seat] : [])),
        people,
      ),
    })
  }
  return tieWords(ending.tie, view, people)
}

function tieWords(tie: Tie, view: View, people: People): string {
  const counted = tie.seats
    .map((seat, index) => ({ seat, count: tie.counts[index] ?? [] }))
    .filter((each) => each.count.length > 0)
  if (counted.length === 0) return t('tie.shared', { names: namesOf(tie.seats, people) })
  const won = (seat: number): number => (view.winners.includes(seat) ? 0 : 1)
  counted.sort((a, b) => won(a.seat) - won(b.seat)) // winners first
  const spell = (count: number[]): string =>
    tie.rule === 'nearest_to_last' ? placeName(count[0] ?? 0) : count.join(' + ')
  const sums = list(
    counted.map(({ seat, count }) => t('tie.count', { name: namesOf([seat], people), count: spell(count) })),
  )
  const against = counted.map(({ count }) => spell([count.reduce((sum, each) => sum + each, 0)])).join(t('tie.against'))
  const values = {
    sums,
    against,
    round: view.round,
    first: placeName(1),
    last: placeName(view.players),
    tokens: tokenName(view.game),
  }
  const said = called(`tie.${tie.rule}`, '', values)
  return view.winners.length === tie.seats.length ? `${said} ${t('tie.still')}` : said
}

/** Names in a sentence, with 'you' first. */
function namesOf(seats: readonly number[], { names, me }: People): string {
  const first = [...seats].sort((a, b) => Number(b === me) - Number(a === me))
  return list(
    first.map((seat) => (seat === me ? t('you') : (names[seat] ?? ''))),
    t('and'),
  )
}

/** A seat's best round: the first with the most points in which it foretold right; undefined if none brought points. */
export function bestRound(rounds: readonly RoundLine[], seat: number): RoundLine | null {
  const worth = (round: RoundLine): number => (round.points[seat] ?? 0) + (round.fulfilled[seat] ? 0.5 : 0)
  const [best] = [...rounds].sort((a, b) => worth(b) - worth(a))
  return best && (best.points[seat] ?? 0) > 0 ? best : null
}

/** 'Round 3: all seven in trick 8, +3.' */
export function bestMoment(round: RoundLine, seat: number): string {
  const said = addends(round, seat).filter((each) => each.points !== 0)
  return t('moment', {
    round: round.number,
    parts: list(said.map((each) => each.text)),
    points: signed(round.points[seat] ?? 0),
  })
}

/** What a seat foretold in a round: a prophecy or a bid. */
export const foretold = (round: RoundLine, seat: number): string =>
  ('prophecies' in round ? round.prophecies[seat] : round.bids[seat]) ?? ''

/** The same inside a sentence. */
export const foretoldName = (game: string, round: RoundLine, seat: number): string =>
  actionName(game, foretold(round, seat))

/** How much came true: prophecies, or tricks won. */
export function came(round: RoundLine, seat: number): number {
  if (!('left' in round)) return round.won[seat] ?? 0
  const sum = (counts: readonly (string | number)[]): number =>
    counts.reduce<number>((all, count) => all + Number(count), 0)
  return sum(foretold(round, seat).split('-')) - sum(round.left[seat] ?? [])
}

/** The heading of a points column. */
export const pointsHead = (counts: Counts): string => t(`sums.head.${counts}` as Key)
