// Commands typed at a table, in English or the page's language, in any case and order. A command that can't be carried
// out is refused in one sentence.

import { face, SPECIALISTS, suitSign, suitsOf } from '../../cards/cards'
import { mayAct, type Scene } from '../../state/scene'
import { bidOf } from '../../state/turn'
import { actionName, cardName, seatNames, suitName } from '../../text/names'
import { hintSentence } from '../../text/hints'
import { sentence } from '../../text/refusals.svelte'
import { asSentence } from '../../text/sentences'
import { menuEntries } from '../../pieces/menuEntries'
import { list } from '../../text/tellings'
import type { Table } from '../../state/table.svelte'
import type { Turn, Values } from '../../wire/messages'
import { called, t } from '../../i18n/index.svelte'
import { talkAt, type Talk } from '../chat/typed'
import { answer, keysSentence } from './answers'
import { QUESTIONS, type Question } from './keys'

const TOKENS = 7
/** The English words for each command; the first one names it. */
export const ENGLISH: Record<Verb, string> = {
  play: 'play lay card',
  prophesy: 'prophesy prophecy predict foretell',
  bid: 'bid',
  surrender: 'surrender',
  hint: 'hint advice',
  next: 'next continue go on',
  back: 'back previous',
  undo: 'undo take',
  chat: 'chat messages',
  say: 'say tell',
  menu: 'menu',
  moment: 'moment moments',
  hand: 'hand cards mine',
  trick: 'trick table',
  bids: 'bids tokens cubes prophecies',
  scores: 'scores score points',
  row: 'row future wheel trump',
  last: 'last',
  turn: 'turn who clock time',
  chances: 'chances odds chance',
  legal: 'legal may can why',
  keys: 'keys',
  help: 'help commands',
}
const PLAYS = ['play', 'prophesy', 'bid', 'surrender', 'hint', 'next', 'back', 'undo', 'chat', 'keys', 'help'] as const
/** Commands that take free text: matched first. */
const OPEN = ['say', 'menu', 'moment'] as const
type Verb = (typeof PLAYS)[number] | (typeof OPEN)[number] | Question
const VERBS: readonly Verb[] = [...PLAYS, ...OPEN, ...QUESTIONS]
const LONG = 'all long more everyone'

/** Which moment of a review to show: a number, the next, the previous, or a list of all. */
export type MomentWish = number | 'next' | 'back' | 'all'

/** What a page offers beyond its table. */
export interface Ways {
  next?: (() => void) | undefined
  back?: (() => void) | undefined
  /** Takes back the last decision; false if there is nothing to take back. */
  undo?: (() => boolean) | undefined
  /** The table with chat. */
  table?: Table | undefined
  /** Goes to a moment of a review and returns its description; '' if there is none. */
  moment?: ((wish: MomentWish) => string) | undefined
  /** Explains why a choice is better than another. */
  why?: (() => string) | undefined
}

/** The result of a command: a sentence to say and show; `quiet`: the page itself announces what follows. */
export interface Outcome {
  text: string
  quiet?: boolean
}

class Unreadable extends Error {}

/** Runs a typed command at this table. */
export function run(text: string, scene: Scene, ways: Ways = {}): Outcome {
  const words = split(text)
  if (words.length === 0) return { text: '' }
  const open = OPEN.find((verb) => wordsOf(verb).includes(words[0] ?? ''))
  const verbs = words.flatMap((word) => VERBS.filter((verb) => wordsOf(verb).includes(word)))
  const rest = words.filter((word) => !VERBS.some((verb) => wordsOf(verb).includes(word)))
  try {
    if (open) return carryOutOpen(open, text.trim().replace(/^\S+\s*/, ''), ways)
    return carryOut(verbs[0] ?? guessed(scene, rest), rest, scene, ways)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { text: error.message }
  }
}

/** Normalizes text for comparison: lower case, and without accents, which not every keyboard has. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
}

const split = (text: string): string[] =>
  plain(text)
    .split(/[\s,;.!]+/)
    .filter(Boolean)

/** The words for a command, in English and the page's language. */
function wordsOf(verb: Verb): string[] {
  return split(`${ENGLISH[verb]} ${t(`command.${verb}`)}`)
}

/** True if the long answer is asked for. */
function isLong(words: readonly string[]): boolean {
  const known = split(`${LONG} ${t('command.all')}`)
  return words.some((word) => known.includes(word))
}

/** Infers the command from cards or numbers without a verb. */
function guessed({ view }: Scene, rest: readonly string[]): Verb {
  if (rest.length > 0 && rest.every((word) => /^[\d-]+$/.test(word))) return 'prophesy'
  if (cardsOf(view.game, rest) === null) throw new Unreadable(t('command.unknown', { text: rest.join(' ') }))
  return view.phase === 'bid' ? 'bid' : 'play'
}

function carryOut(verb: Verb, rest: readonly string[], scene: Scene, ways: Ways): Outcome {
  const asks = QUESTIONS.find((question) => question === verb)
  if (asks) {
    const [focused] = cardsOf(scene.view.game, rest) ?? []
    if (asks === 'legal' && ways.why) return { text: ways.why() }
    return { text: answer(asks, scene, isLong(rest), focused ?? null) }
  }
  switch (verb) {
    case 'play':
      return play(scene, rest)
    case 'prophesy':
      return prophesy(scene, rest)
    case 'bid':
      return bid(scene, rest)
    case 'surrender':
      return surrender(scene)
    case 'hint':
      return hint(scene)
    case 'next':
      return go(ways.next ?? (scene.held && !scene.replayed ? () => scene.goOn() : undefined))
    case 'back':
      return go(ways.back)
    case 'undo':
      if (!ways.undo?.()) throw new Unreadable(t('command.no-undo'))
      return { text: '', quiet: true }
    case 'chat':
      return { text: talkOf(ways).lines.join(t('spoken.and-suit')) || t('chat.none') }
    case 'keys':
      return { text: keysSentence() }
    default:
      return { text: helpSentence() }
  }
}

/** Runs a command that takes free text: something to say, a menu entry, a moment. */
function carryOutOpen(verb: (typeof OPEN)[number], rest: string, ways: Ways): Outcome {
  if (verb === 'say') return say(rest, talkOf(ways))
  if (verb === 'menu') return chooseEntry(rest)
  if (!ways.moment) throw new Unreadable(t('command.no-moments'))
  const words = split(rest)
  const back = words.some((word) => wordsOf('back').includes(word))
  const number = words.map(Number).find((each) => each > 0)
  const description = ways.moment(isLong(words) ? 'all' : (number ?? (back ? 'back' : 'next')))
  if (!description) throw new Unreadable(t('command.nowhere'))
  return { text: description }
}

function talkOf({ table }: Ways): Talk {
  const talk = table ? talkAt(table) : null
  if (!talk) throw new Unreadable(t('command.no-chat'))
  return talk
}

/**
 * Says a preset phrase or shows a reaction by the beginning of its text; where free text is allowed, says that text; the page announces it as it does for others.
 */
function say(text: string, talk: Talk): Outcome {
  const bare = (words: string): string => split(words).join(' ')
  const wish = bare(text)
  const fits = (phrase: string): boolean => (talk.write ? phrase === wish : phrase.startsWith(wish))
  const phrase = wish && talk.phrases.find((phrase) => fits(bare(phrase.text)))
  if (talk.phrases.length === 0) throw new Unreadable(t('chat.watching'))
  if (phrase) phrase.say()
  else if (text && talk.write) talk.write(text)
  else throw new Unreadable(t('command.say.what', { phrases: talk.phrases.map((phrase) => phrase.text).join(' ') }))
  return { text: '', quiet: true }
}

/** Presses the menu entry whose label contains these words; without words, lists all of them. */
function chooseEntry(words: string): Outcome {
  const entries = menuEntries()
  const entry = words ? entries.find(({ label }) => plain(label).includes(plain(words))) : undefined
  if (!entry) throw new Unreadable(t('command.menu.what', { entries: list(entries.map(({ label }) => label)) }))
  entry.press()
  return { text: entry.choice ? asSentence(entry.label) : t('command.done', { what: entry.label }) }
}

/** All commands by name. */
function helpSentence(): string {
  const plain = VERBS.map((verb) => t(`command.${verb}`).split(' ')[0] ?? verb)
  return t('command.help.text', { words: list(plain) })
}

function refuse(scene: Scene, reason: string, values: Values = {}): never {
  const text = sentence(reason, values, scene.view.game, seatNames(scene.seats), t('refused.crash'))
  throw new Unreadable(asSentence(text))
}

/** The current turn; throws a refusal if it is not mine. */
function due(scene: Scene): Turn {
  const { view, turn } = scene
  if (scene.replayed) throw new Unreadable(t('command.replayed'))
  if (view.over) refuse(scene, 'match-over')
  if (scene.paused) throw new Unreadable(t('seven.paused'))
  if (scene.held) throw new Unreadable(t('spoken.held'))
  if (turn && mayAct(scene)) return turn
  if (view.phase === 'prophecy' && scene.seat !== null && view.chosen.includes(scene.seat))
    refuse(scene, 'prophecy-stands')
  if (view.phase === 'bid' && scene.seat !== null && view.chosen.includes(scene.seat)) refuse(scene, 'bid-stands')
  return refuse(scene, 'not-your-turn', { seats: view.actors })
}

/** Takes this action; the page announces the result. */
function act(scene: Scene, action: string): Outcome {
  scene.act(action)
  return { text: t('command.done', { what: actionName(scene.view.game, action) }), quiet: true }
}

function surrender(scene: Scene): Outcome {
  if (!due(scene).legal.some((outlook) => outlook.action === 'surrender')) refuse(scene, 'no-surrender')
  return act(scene, 'surrender')
}

/**
 * The cards these words name, without duplicates; null if anything else is among them. A suit after a Specialist is the
 * one it names.
 */
function cardsOf(game: string, words: readonly string[]): string[] | null {
  const cards: string[] = []
  let suit = ''
  let number = ''
  const put = (): void => {
    if (suit && number) {
      cards.push(suit + number)
      suit = number = ''
    }
  }
  for (const word of words) {
    const [, before = '', digits = '', after = ''] = /^([^\d:]*)(\d*)([^\d:]*)$/u.exec(word) ?? []
    const special = SPECIALISTS.find((specialist) => specialistWords(specialist).includes(before))
    const [named, by] = word.split(':')
    const naming = SPECIALISTS.find((specialist) => specialistWords(specialist).includes(named ?? ''))
    if (by && naming) cards.push(`${naming}:${suitOf(game, by) ?? '?'}`)
    else if (special && !digits) cards.push(special)
    else {
      const letter = suitOf(game, before || after)
      if ((before || after) && !letter) return null
      const last = cards.at(-1)
      if (letter && !digits && !number && last && SPECIALISTS.includes(last))
        cards[cards.length - 1] = `${last}:${letter}`
      else {
        suit = letter ?? suit
        number = digits ? String(Number(digits)) : number
        if (!letter && !digits) return null
      }
      put()
    }
  }
  return suit || number || cards.length === 0 ? null : [...new Set(cards)]
}

const specialistWords = (card: string): string[] => [card, called(`specialist.${card}`, card)].map(plain)

/** A suit's letter, from its letter, its English name, its name on the page, or the beginning of one of these. */
function suitOf(game: string, word: string): string | undefined {
  if (!word) return undefined
  return suitsOf(game).find((letter) =>
    [letter, suitSign(game, letter), suitName(game, letter)].some((name) => {
      const whole = plain(name)
      return (
        whole === word ||
        `${whole}s` === word ||
        (word.length > 1 && whole.startsWith(word)) ||
        word === letter.toLowerCase()
      )
    }),
  )
}

function play(scene: Scene, rest: readonly string[]): Outcome {
  const { game } = scene.view
  const cards = cardsOf(game, rest)
  if (!cards) {
    const [example = 'S3'] = scene.turn?.legal.map((outlook) => outlook.action) ?? []
    return refuse(scene, 'unreadable', { text: rest.join(' '), example })
  }
  const turn = due(scene)
  if (scene.view.phase === 'prophecy') refuse(scene, 'prophecy-first')
  if (turn.bid) refuse(scene, 'bid-first')
  const [wish = ''] = cards
  if (cards.length > 1) throw new Unreadable(t('command.one-card'))
  const [card = '', suit] = wish.split(':')
  if (!scene.view.hand.includes(card)) refuse(scene, 'not-in-hand', { card: cardName(game, card) })
  const ways = turn.legal.filter((outlook) => outlook.action.split(':')[0] === card)
  const way = ways.find((way) => way.action === wish) ?? (suit ? undefined : ways.length === 1 ? ways[0] : undefined)
  if (way) return act(scene, way.action)
  const why = turn.why_not.find((reason) => reason.cards.includes(card))
  if (why) refuse(scene, why.reason, why.values)
  if (ways.some((way) => way.action.includes(':'))) {
    const named = suit ? t('command.no-such-suit') : ''
    const suits = ways.map((way) => suitName(game, way.action.split(':')[1] ?? ''))
    throw new Unreadable(
      [named, t('command.name-suit', { card: cardName(game, card), suits: list(suits) })]
        .filter(Boolean)
        .join(t('gap')),
    )
  }
  return refuse(scene, 'suit-is-led', { specialist: face(game, card).card })
}

function prophesy(scene: Scene, rest: readonly string[]): Outcome {
  const { players } = scene.view
  if (!('prophecies' in scene.view)) throw new Unreadable(t('command.no-prophecies'))
  const turn = due(scene)
  if (scene.view.phase !== 'prophecy') refuse(scene, 'prophecy-is-over')
  const written = rest.join('-')
  const counts = /^\d+$/.test(written) ? [...written].map(Number) : written.split('-').filter(Boolean).map(Number)
  if (counts.length === 0 || counts.some((n) => !Number.isInteger(n)))
    refuse(scene, 'unreadable', { text: rest.join(' '), example: players === 3 ? '3-2-2' : '2-1-1-3' })
  if (counts.length !== players) refuse(scene, 'wrong-places', { found: counts.length, places: players })
  const laid = counts.reduce((sum, count) => sum + count, 0)
  if (laid !== TOKENS) refuse(scene, 'not-seven', { found: laid, tokens: TOKENS })
  const action = counts.join('-')
  if (!turn.legal.some((outlook) => outlook.action === action))
    refuse(scene, 'unreadable', { text: action, example: '2-1-1-3' })
  return act(scene, action)
}

function bid(scene: Scene, rest: readonly string[]): Outcome {
  const { game } = scene.view
  if ('prophecies' in scene.view) throw new Unreadable(t('command.no-bids'))
  const turn = due(scene)
  if (!turn.bid) return refuse(scene, 'bid-is-over')
  const cards = cardsOf(
    game,
    rest.flatMap((word) => word.split('+').filter(Boolean)),
  )
  if (!cards)
    return refuse(scene, 'unreadable', {
      text: rest.join(' '),
      example: turn.bid.cards
        .slice(0, turn.bid.size)
        .map((card) => card.card)
        .join('+'),
    })
  const special = cards.find((card) => face(game, card).special)
  if (special) refuse(scene, 'no-specialist-in-bid', { specialist: face(game, special).card })
  const missing = cards.find((card) => !scene.view.hand.includes(card))
  if (missing) refuse(scene, 'not-in-hand', { card: cardName(game, missing) })
  const action = bidOf(turn.bid, cards)
  if (action === null) return refuse(scene, 'bid-size', { found: cards.length, size: turn.bid.size })
  return act(scene, action)
}

function hint(scene: Scene): Outcome {
  due(scene)
  if (!scene.hint) throw new Unreadable(t('command.no-hint'))
  if (scene.hint.told) return { text: hintSentence(scene, scene.hint.told) }
  if (!scene.hint.waits) scene.hint.ask()
  return { text: t('hint.waits') }
}

function go(way: (() => void) | undefined): Outcome {
  if (!way) throw new Unreadable(t('command.nowhere'))
  way()
  return { text: '', quiet: true }
}
