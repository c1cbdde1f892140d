// What happened at a table, one sentence per event, from a view's history. A sentence has a key, so that it is
// announced only once. The server names places and winners of a trick; before the last round they are unknown.

import { actionName, cardName, shamanName, suitName } from '../text/names'
import { face } from '../cards/cards'
import { isSeven } from '../state/scene'
import type { Sentence } from '../state/table.svelte'
import { upper } from '../text/sentences'
import { list } from '../text/tellings'
import type { ProphecyTrick, SeenEvent, SevenTrick, ShamanIs, View } from '../wire/messages'
import { signed, total } from './results/sums'
import { place, t, type Key } from '../i18n/index.svelte'

export interface Around {
  name: (seat: number) => string
  me: number | null // the seat called 'you'
}

/** All sentences of the history, in order. */
export function tell(view: View, history: readonly SeenEvent[], around: Around): Sentence[] {
  const said: Sentence[] = []
  const scored = history.filter((event) => 'round' in event).length
  let round = 0
  let trick = 0
  let played = 0
  let future: string[] = []
  const add = (key: string, text: () => string): void => {
    const whole = `${round}-${key}`
    if (!said.some((each) => each.key === whole)) said.push({ key: whole, round, text })
  }
  const who = about(around)

  for (const event of history) {
    const tricks: readonly (SevenTrick | ProphecyTrick)[] =
      round > scored ? view.tricks : round === scored ? (view.last_round?.tricks ?? []) : []
    if ('deal' in event) {
      round += 1
      trick = played = 0
      const { deal } = event
      const number = round
      future = 'future' in deal ? deal.future : []
      add('deal', () => {
        if ('future' in deal) return t('tell.round', { round: number })
        if (!deal.trump) return t('tell.round.no-trump', { round: number })
        return t('tell.round.trump', { round: number, suit: suitName(view.game, deal.trump) })
      })
    } else if ('chosen' in event) {
      for (const seat of event.chosen)
        add(`chosen-${seat}`, () => who(isSeven(view) ? 'tell.chosen.prophecy' : 'tell.chosen.bid', seat))
    } else if ('action' in event) {
      const { seat, action } = event
      if (action.includes('+')) {
        const open = !isSeven(view) && round > scored && view.open_bidders.includes(seat)
        const bid = bidSum(view, seat, round > scored)
        if (open) add(`bid-${seat}`, () => who('tell.open-bid', seat, { bid, cards: actionName(view.game, action) }))
        else if (seat === around.me && bid !== '') add(`chosen-${seat}`, () => t('tell.chosen.bid.sum', { bid }))
        else add(`chosen-${seat}`, () => who('tell.chosen.bid', seat))
      } else if (/^\d(-\d)+$/.test(action)) {
        const revealed = round <= scored || view.phase !== 'prophecy'
        if (!revealed) add(`chosen-${seat}`, () => who('tell.chosen.prophecy', seat))
        else add(`foretold-${seat}`, () => who('tell.foretold', seat, { places: foretold(action) }))
      } else {
        // Covered tricks only name their winner.
        while (played === 0 && covered(tricks[trick])) trick += 1
        const lead = isSeven(view) ? future[trick]?.charAt(0) : led(view, tricks, trick, round > scored)
        const ended = tricks[trick]
        const copies = action === 'Shaman' ? shamanOf(view, ended) : null
        add(`${trick}-${seat}`, () =>
          plays(view.game, seat, action, lead, copies && shamanName(view.game, copies), who),
        )
        played += 1
        if (played === view.players) {
          if (ended) add(`${trick}-end`, () => trickEnd(ended, around))
          trick += 1
          played = 0
        }
      }
    } else if ('round' in event) {
      const ended = event.round
      const number = round
      add('end', () =>
        t('tell.end', {
          round: number,
          points: ended.points
            .map((n, seat) => brought(view, around.name(seat), n, ended.scores[seat] ?? 0))
            .join(t('spoken.and-suit')),
        }),
      )
    } else if ('match' in event) {
      const { winners, scores } = event.match
      add('match', () => matchEnd(view.counts, winners, scores, around))
    }
  }
  return said
}

/** True if the sentence is new; after its round nobody knows any more that a bid was laid face up, and it was told. */
export function isNew({ key }: Sentence, known: ReadonlySet<string>): boolean {
  return !known.has(key) && !known.has(key.replace('-chosen-', '-bid-'))
}

/** True if a trick lies face down: its cards stay unnamed. */
function covered(trick: SevenTrick | ProphecyTrick | undefined): boolean {
  return trick !== undefined && 'winner' in trick && trick.plays.length === 0
}

/** What a seat bid in the round on the table, or in the one before; '' if that is not known. */
function bidSum(view: View, seat: number, running: boolean): number | '' {
  if (isSeven(view)) return ''
  const round = running ? view : view.last_round
  return round?.bid_values[seat] ?? ''
}

/** What a Shaman stands for: in this ended trick, or in the current one. */
function shamanOf(view: View, ended: SevenTrick | ProphecyTrick | undefined): ShamanIs | null {
  if (ended) return ('shaman' in ended && ended.shaman) || null
  return isSeven(view) ? null : view.shaman
}

/** 'you +3, now 7'; in a match of one round 'you 3 points'. */
function brought(view: View, name: string, points: number, score: number): string {
  return view.rounds === 1
    ? t('tell.points', { name, points: total(view.counts, points) })
    : t('tell.brought', { name, points: signed(points), total: score })
}

function led(
  view: View,
  tricks: readonly (SevenTrick | ProphecyTrick)[],
  trick: number,
  running: boolean,
): string | undefined {
  const known = tricks[trick]
  if (known) return 'lead' in known ? (known.lead ?? undefined) : undefined
  return running && !isSeven(view) ? (view.lead ?? undefined) : undefined
}

type Who = (key: Key, seat: number, values?: Record<string, unknown>) => string

/** Builds sentences about a seat, by name or as 'you'. */
function about(around: Around): Who {
  return (key, seat, values = {}) =>
    seat === around.me ? t(`${key}.you` as Key, values) : t(key, { name: around.name(seat), ...values })
}

function plays(
  game: string,
  seat: number,
  action: string,
  lead: string | undefined,
  copies: string | null, // what a Shaman stands for
  who: Who,
): string {
  if (action === 'surrender') return who('tell.surrender', seat)
  const drawn = face(game, action)
  const card = copies ? t('card.copying', { card: cardName(game, action), as: copies }) : cardName(game, action)
  if (!lead || drawn.special || drawn.letter === lead) return who('tell.play', seat, { card })
  return who('tell.off', seat, { suit: suitName(game, lead), card })
}

function foretold(action: string): string {
  const parts = action.split('-').flatMap((count, at) => {
    const n = Number(count)
    return n ? [t('tell.foretold.place', { n, place: place(at + 1).join('') })] : []
  })
  return list(parts)
}

/** How a trick ended: who took which place and whose prophecies came true, or who won it. */
export function trickEnd(trick: SevenTrick | ProphecyTrick, around: Around): string {
  if ('winner' in trick) return about(around)('tell.wins', trick.winner)
  const order = trick.places.map((at, seat) => ({ at, seat })).sort((a, b) => a.at - b.at)
  const places = order.map(({ at, seat }) => t('tell.place', { name: around.name(seat), place: place(at).join('') }))
  const kept = order.filter(({ seat }) => trick.confirmed[seat]).map(({ seat }) => around.name(seat))
  const first = upper(t('tell.places', { places: list(places) }))
  if (kept.length === 0) return first
  const all = kept.length === order.length
  return [first, all ? t('tell.true.all') : t('tell.true', { names: list(kept, t('and')) })].join(t('gap'))
}

/** What I am to do now, and what I lead if I open a trick; `named`: whose turn it is, if several share the device. */
export function myTurn(view: View, named = ''): string {
  if (view.phase === 'prophecy') return named || t('tell.turn.prophecy')
  if (view.phase === 'bid') return named || t('tell.turn.bid')
  const turn = named || t('tell.turn')
  if (!view.trick.every(({ action }) => action === 'surrender')) return turn
  const n = view.tricks.length + 1
  const suit = isSeven(view) ? view.future[n - 1]?.charAt(0) : undefined
  const lead = suit ? t('tell.lead.suit', { n, suit: suitName(view.game, suit) }) : t('tell.lead', { n })
  return [turn, lead].join(t('gap'))
}

function matchEnd(counts: View['counts'], winners: number[], scores: number[], around: Around): string {
  const [first = 0] = winners
  const score = total(counts, scores[first] ?? 0)
  if (winners.length > 1)
    return upper(t('tell.match.shared', { names: list(winners.map(around.name), t('and')), points: score }))
  if (first === around.me) return t('tell.match.you', { points: score })
  return t('tell.match', { names: around.name(first), points: score })
}
