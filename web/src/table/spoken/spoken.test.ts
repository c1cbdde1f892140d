// What keys and commands answer, at hand-made tables of both games.

import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Scene } from '../../state/scene'
import { layOut } from '../../state/raised'
import { settings } from '../../state/settings.svelte'
import { suitName } from '../../text/names'
import { t, type Key } from '../../i18n/index.svelte'
import { LANGUAGES, load } from '../../i18n/languages'
import type { Table } from '../../state/table.svelte'
import type { ProphecyView, SeatFacts, SevenView } from '../../wire/messages'
import { answer, keysSentence } from './answers'
import { ENGLISH, run } from './commands'
import { KEYS } from './keys'

// The server's phrases are not loaded here: a refusal is shown by its reason.
const sentence = vi.hoisted(() => vi.fn((reason: string, ..._: unknown[]) => `[${reason}]`))
vi.mock('../../text/refusals.svelte', () => ({ sentence }))

beforeAll(async () => {
  await load('en')
  await load('ja')
})
vi.mock('../../state/me.svelte', () => ({ me: { name: 'Ines', known: true } }))
const entries = vi.hoisted(() => vi.fn())
vi.mock('../../pieces/menuEntries', () => ({ menuEntries: entries }))
const act = vi.fn()
const goOn = vi.fn()
beforeEach(() => {
  settings.kept.language = 'en'
  act.mockClear()
  goOn.mockClear()
})

const seat = (name: string): SeatFacts =>
  ({
    kind: 'person',
    name,
    bot: '',
    ready: true,
    away: false,
    stood_in: false,
    host: false,
    before: '',
    next: '',
  }) as SeatFacts
const around = {
  seat: 0,
  seats: [seat('Ines'), seat('Mika'), seat('Toto')],
  clocks: [],
  paused: false,
  held: null,
  pending: null,
  confirm: false,
  act,
  goOn,
}

function seven(view: Partial<SevenView> = {}, scene: Partial<Scene> = {}): Scene {
  return {
    ...around,
    turn: {
      decision: 5,
      legal: [{ action: 'B2' }, { action: 'B9' }],
      why_not: [{ cards: ['P4'], reason: 'must-follow', clause: 'SP1-5', values: { suit: 'B' } }],
    },
    view: {
      game: 'seven-prophecies',
      players: 3,
      seat: 0,
      actors: [0],
      hand: ['B2', 'B9', 'P4'],
      scores: [3, 5, 0],
      over: false,
      winners: [],
      round: 2,
      rounds: 4,
      counts: 'points',
      target: null,
      chosen: [],
      leader: 1,
      phase: 'tricks',
      trick: [
        { seat: 1, action: 'B5' },
        { seat: 2, action: 'M3' },
      ],
      standing: [1, 2],
      voids: ['', '', 'B'],
      starter: 1,
      future: ['S1', 'B4', 'M2'],
      open: [],
      prophecy: '2-3-2',
      prophecies: ['2-3-2', '7-0-0', '0-0-7'],
      left: [
        [1, 3, 2],
        [7, 0, 0],
        [0, 0, 0],
      ],
      tricks: [
        {
          plays: [
            { seat: 1, action: 'S3' },
            { seat: 2, action: 'S1' },
            { seat: 0, action: 'S9' },
          ],
          places: [1, 2, 3],
          confirmed: [true, false, true],
        },
      ],
      numbers: 9,
      prizes: [5, 3, 2, 1],
      last_round: null,
      ending: null,
      ...view,
    } as SevenView,
    ...scene,
  } as Scene
}

function prophecy(view: Partial<ProphecyView> = {}, scene: Partial<Scene> = {}): Scene {
  return {
    ...around,
    turn: {
      decision: 1,
      legal: [],
      why_not: [{ cards: ['Monkey'], reason: 'no-specialist-in-bid', clause: 'PR-2', values: {} }],
      bid: {
        size: 3,
        cards: [
          { card: 'S2', worth: 0 },
          { card: 'V3', worth: 2 },
          { card: 'V12', worth: 2 },
          { card: 'E7', worth: 3 },
        ],
      },
    },
    view: {
      game: 'prophecy',
      players: 3,
      seat: 0,
      actors: [0, 1, 2],
      hand: ['S2', 'V3', 'V12', 'E7', 'Monkey'],
      scores: [0, 0, 0],
      over: false,
      winners: [],
      round: 1,
      rounds: 2,
      counts: 'points',
      target: null,
      chosen: [1],
      leader: 1,
      phase: 'bid',
      trick: [],
      voids: ['', '', ''],
      dealer: 0,
      trump: 'E',
      wheel: ['E', null],
      open_bidders: [],
      bids: [null, null, null],
      bid_values: [null, null, null],
      bonus: 5,
      won: [0, 0, 0],
      tricks: [],
      lead: null,
      standing: null,
      shaman: null,
      last_round: null,
      ending: null,
      ...view,
    } as ProphecyView,
    ...scene,
  } as Scene
}

const leading = prophecy(
  {
    phase: 'tricks',
    bids: ['S2+V3+E7', null, null],
    bid_values: [5, null, null],
    hand: ['V12', 'Monkey'],
    actors: [0],
  },
  { turn: { decision: 4, legal: ['V12', 'Monkey:S', 'Monkey:P'].map((action) => ({ action })), why_not: [] } },
)

test('every command has its own letter', () => {
  expect(new Set(Object.values(KEYS)).size).toBe(Object.keys(KEYS).length)
  for (const taken of ['l', 'i', 'u', 'c', 'n', '?']) expect(Object.values(KEYS)).not.toContain(taken)
  expect(keysSentence()).toContain('H: your hand by suit')
})

test('a table of Seven Prophecies is summarised', () => {
  expect(answer('hand', seven())).toBe('Broom 2, 9. Potion 4.')
  expect(answer('trick', seven())).toBe('Trick 2. Broom is led. Mika Broom 5, Toto Mushroom 3.')
  expect(answer('bids', seven())).toBe('You: 1 × 1st, 3 × 2nd, 2 × 3rd to fulfil, 1 fulfilled.')
  expect(answer('scores', seven())).toBe('You 3 points, Mika 5 points, Toto 0 points.')
  expect(answer('row', seven())).toBe('Future row: trick 2 Broom 4, trick 3 Mushroom 2.')
  expect(answer('last', seven())).toBe(
    'Trick 1. Mika Spellbook 3, Toto Spellbook 1, you Spellbook 9. You 1st, Mika 2nd, Toto 3rd. Came true for you and Toto.',
  )
  expect(answer('turn', seven())).toBe('Your turn.')
  expect(answer('legal', seven())).toBe('You may play Broom 2, 9.')
  expect(answer('chances', seven())).toBe('No chances are shown here.')
})

test('without earlier tricks, only the winner of the last trick is named', () => {
  const covered = { plays: [], shaman: null, winner: 1 }
  const said = answer('last', prophecy({ phase: 'tricks', tricks: [covered] as unknown as ProphecyView['tricks'] }))
  expect(said).toBe('Trick 1. Mika wins the trick. This table doesn’t allow looking back at earlier tricks.')
})

test('details are given on request', () => {
  expect(answer('hand', seven(), true)).toBe('3 cards. Broom 2, 9. Potion 4. No Mushroom, Spellbook.')
  expect(answer('trick', seven(), true)).toMatch(/For now: Mika 1st, Toto 2nd\. Still to play: you\.$/)
  expect(answer('bids', seven(), true)).toMatch(/Mika: 7 × 1st to fulfil, 0 fulfilled\. Toto: everything fulfilled\.$/)
  expect(answer('legal', seven(), true)).toBe('You may play Broom 2, 9. Not Potion 4: [must-follow].')
  expect(answer('turn', seven(), true)).toBe('Your turn. Round 2 of 4. Trick 2. The lead: Mika.')
  const ended = seven({ trick: [], actors: [] }, { held: 'round', turn: null })
  expect(answer('turn', ended, true)).toBe('Press Enter to go on, or type next. Round 2 of 4.')
})

test('a question about a focused card covers that card alone', () => {
  const preview = { deals: 60, cards: [{ action: 'B2', sure: false, places: [0.5, 0.5, 0], token: 0.4 }] }
  expect(answer('legal', seven(), false, 'P4')).toBe('Not Potion 4: [must-follow].')
  expect(answer('chances', seven({}, { preview } as Partial<Scene>), false, 'B2')).toMatch(/^Broom 2: .*40%/)
})

test('a table of Prophecy is summarised', () => {
  expect(answer('hand', prophecy())).toBe('Sun 2. Viper 3, 12. Eagle 7. Monkey.')
  expect(answer('bids', prophecy(), true)).toBe('You: no bid yet. Mika: bid placed, still hidden. Toto: no bid yet.')
  expect(answer('row', prophecy())).toBe('Round 1 of 2. Eagle is trump.')
  expect(answer('row', prophecy(), true)).toMatch(/Round 2: Only the Jaguar is trump\.$/)
  expect(answer('legal', prophecy())).toBe('Bid 3 of these cards: Sun 2; Viper 3, 12; Eagle 7.')
  expect(answer('bids', leading)).toBe('You: bid 5, 0 tricks won.')
})

test('what is laid out but not sent is told, to its player alone', () => {
  const choosing = seven({ phase: 'prophecy', prophecy: null, prophecies: [], left: [], trick: [], tricks: [] })
  layOut([1, 3, 1])
  expect(answer('bids', choosing)).toBe('You: 2 × 1st, 1 × 3rd so far, 3 of 7 placed, not confirmed yet.')
  expect(answer('bids', choosing, true)).toMatch(/Mika: no prophecy yet\. Toto: no prophecy yet\.$/)
  layOut(['V3', 'E7'])
  expect(answer('bids', prophecy())).toBe('You: Viper 3, Eagle 7 so far, 5 in all, not placed yet.')
  layOut([])
  expect(answer('bids', choosing)).toBe('You: no prophecy yet.')
  expect(answer('bids', prophecy())).toBe('You: no bid yet.')
})

test('before the tricks, chances are those of the hand', () => {
  const view = { phase: 'prophecy', prophecy: null, prophecies: [], left: [], trick: [], tricks: [] } as const
  expect(answer('chances', seven(view as unknown as Partial<SevenView>))).toBe('No chances are shown here.')
  const prophecies = [
    { action: '3-2-2', fulfilled: 0.31, weakest: 1, chance: 0.5 },
    { action: '2-2-3', fulfilled: 0.12, weakest: 2, chance: 0.4 },
  ]
  const preview = { deals: 60, cards: [], places: [3.2, 1.75, 2.1], prophecies }
  const scene = seven(view as unknown as Partial<SevenView>, { preview } as unknown as Partial<Scene>)
  layOut([1, 1])
  expect(answer('chances', scene)).toBe('On average, your hand brings 3.2 × 1st, 1.8 × 2nd, 2.1 × 3rd.')
  layOut([1, 1, 2, 2, 3, 3, 3])
  expect(answer('chances', scene)).toMatch(/ 12%: chance that all seven come true, 31% with the best found\.$/)
  layOut([])
  expect(answer('chances', prophecy())).toBe('In a bid each card counts by its suit: Sun 0, Viper 2, Eagle 3.')
})

test('nobody hears another’s hand', () => {
  const watching = seven({ seat: null, hand: [], prophecy: null }, { seat: null, turn: null })
  expect(answer('hand', watching)).toBe('You have no hand here.')
})

test.each(['play b2', 'PLAY B 2', 'b2', 'B2 play', 'play broom 2', 'lay 2 broom', 'broom2'])(
  '%s plays the Broom 2',
  (text) => {
    expect(run(text, seven())).toEqual({ text: 'Broom 2 …', quiet: true })
    expect(act).toHaveBeenCalledWith('B2')
  },
)

test.each(['prophesy 2 3 2', 'Prophesy 2-3-2', '232', '2 3 2', 'prophesy 232'])('%s is read as a prophecy', (text) => {
  const turn = { decision: 0, legal: [{ action: '2-3-2' }], why_not: [] }
  run(text, seven({ phase: 'prophecy', prophecy: null, prophecies: [], left: [] }, { turn }))
  expect(act).toHaveBeenCalledWith('2-3-2')
})

test.each(['bid s2 v3 e7', 'BID e7 S2 v3', 'e7 v3 s2', 'bid s2+v3+e7', 'bid sun 2 viper 3 eagle 7'])(
  '%s is a bid',
  (text) => {
    run(text, prophecy())
    expect(act).toHaveBeenCalledWith('S2+V3+E7')
  },
)

test.each(['play monkey spear', 'monkey:p', 'play monkey p'])('%s is read as a suit', (text) => {
  run(text, leading)
  expect(act).toHaveBeenCalledWith('Monkey:P')
})

test.each([
  ['play p4', seven(), '[must-follow].'],
  ['play s7', seven(), '[not-in-hand].'],
  ['play', seven(), '[unreadable].'],
  ['play b2 b9', seven(), 'That’s more than one card: name one.'],
  ['dance', seven(), 'I don’t know ‘dance’: type help to hear all commands.'],
  ['play b2', seven({ actors: [1] }, { turn: null }), '[not-your-turn].'],
  ['play b2', seven({}, { replayed: true }), 'You can’t play here: this match has already been played.'],
  ['prophesy 1 2 4', seven(), '[prophecy-is-over].'],
  ['bid s2', seven(), 'There are no bids in this game: type prophesy and a number for each place.'],
  ['bid s2 v3', prophecy(), '[bid-size].'],
  ['bid s2 v3 monkey', prophecy(), '[no-specialist-in-bid].'],
  ['play v3', prophecy(), '[bid-first].'],
  ['play monkey', leading, 'Name a suit with the Monkey: Sun, Spear.'],
  ['surrender', leading, '[no-surrender].'],
  ['hint', seven(), 'There are no hints at this table.'],
  ['next', seven(), 'You can’t go any further from here.'],
])('%s is refused in a sentence', (text, scene, refusal) => {
  expect(run(text, scene)).toEqual({ text: refusal })
  expect(act).not.toHaveBeenCalled()
})

test('questions can be typed, also for details', () => {
  expect(run('hand', seven()).text).toBe('Broom 2, 9. Potion 4.')
  expect(run('Tokens all', seven()).text).toContain('Mika')
  expect(run('why p4', seven()).text).toBe('Not Potion 4: [must-follow].')
  expect(run('help', seven()).text).toContain('prophesy')
})

test('next continues after a finished trick, or where the page leads', () => {
  run('next', seven({}, { held: 'trick' }))
  expect(goOn).toHaveBeenCalledOnce()
  const next = vi.fn()
  run('continue', seven(), { next })
  expect(next).toHaveBeenCalledOnce()
})

test('the last decision is taken back if the page can', () => {
  const undo = vi.fn(() => true)
  for (const text of ['undo', 'take back', 'Take it back!'])
    expect(run(text, seven(), { undo })).toEqual({ text: '', quiet: true })
  expect(undo).toHaveBeenCalledTimes(3)
  const refusal = { text: 'There’s nothing to take back here.' }
  expect(run('undo', seven(), { undo: () => false })).toEqual(refusal)
  expect(run('undo', seven())).toEqual(refusal)
})

test.each([
  ['moment', 'next'],
  ['moment back', 'back'],
  ['moment 3', 3],
  ['moments all', 'all'],
])('%s is a wish for a moment of a review', (text, wish) => {
  const moment = vi.fn(() => 'Moment 3 of 5.')
  expect(run(text, seven({}, { replayed: true }), { moment })).toEqual({ text: 'Moment 3 of 5.' })
  expect(moment).toHaveBeenCalledWith(wish)
  expect(run(text, seven())).toEqual({ text: 'There’s no review here.' })
})

test('why is answered by a page that has reasons', () => {
  expect(run('why', seven(), { why: () => 'Potion 4 is best.' })).toEqual({ text: 'Potion 4 is best.' })
})

const chatting = (
  table: object,
): { table: Table; send: ReturnType<typeof vi.fn>; saysPhrase: ReturnType<typeof vi.fn> } => {
  const [send, saysPhrase] = [vi.fn(), vi.fn()]
  const facts = { chat: 'phrases', phase: 'playing', watchers: 'phrases' }
  const lines = [{ seat: 1, name: 'Mika', phrase: 'good-luck' }]
  return {
    table: { facts, seats: [0], alone: false, lines, names: [], send, saysPhrase, ...table } as unknown as Table,
    send,
    saysPhrase,
  }
}

test('chat is read aloud, and phrases and reactions can be sent by their beginning', () => {
  const { table, send, saysPhrase } = chatting({})
  expect(run('chat', seven(), { table }).text).toBe('Mika: Good luck!')
  expect(run('say well', seven(), { table })).toEqual({ text: '', quiet: true })
  expect(saysPhrase).toHaveBeenCalledWith('well-played', expect.anything())
  run('say wow', seven(), { table })
  expect(send).toHaveBeenCalledWith({ type: 'say', reaction: 'wow' })
  expect(run('say play b2', seven(), { table }).text).toMatch(/^Say one of these: Hello! /)
  expect(act).not.toHaveBeenCalled()
})

test('free text is sent as typed if the table allows it', () => {
  const { table, send } = chatting({ facts: { chat: 'free', phase: 'playing' } })
  run('say Good', seven(), { table })
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Good' })
  run('say Play P4, Mika!', seven(), { table })
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Play P4, Mika!' })
})

test('a silent table says that nobody may talk', () => {
  expect(run('say hello', seven()).text).toBe('There’s no chat here.')
  expect(run('chat', seven(), { table: chatting({ facts: { chat: 'off' } }).table }).text).toBe('There’s no chat here.')
  const { table } = chatting({ seats: [], facts: { chat: 'phrases', phase: 'playing', watchers: 'nobody' } })
  expect(run('say hello', seven(), { table }).text).toBe('At this table only players can chat.')
})

test('menu entries are listed, and chosen by name', () => {
  const press = vi.fn()
  entries.mockReturnValue([
    { label: 'Pause', press },
    { label: 'Help and rules', press: vi.fn() },
  ])
  expect(run('menu', seven()).text).toBe('Type menu and one of these: Pause, Help and rules.')
  expect(run('menu dance', seven()).text).toMatch(/^Type menu/)
  expect(press).not.toHaveBeenCalled()
  expect(run('menu pause', seven()).text).toBe('Pause …')
  expect(press).toHaveBeenCalledOnce()
  entries.mockReturnValue([{ label: 'Bot speed: instant', choice: true, press }])
  expect(run('menu instant', seven()).text).toBe('Bot speed: instant.')
})

/** The page language's words for a command. */
const own = (verb: string): string[] =>
  t(`command.${verb}` as Key)
    .toLowerCase()
    .split(' ')

test.each(LANGUAGES)('in %s each word stands for one command', async (language) => {
  await load(language)
  settings.kept.language = language
  for (const verb of Object.keys(ENGLISH)) {
    const others = Object.keys(ENGLISH).filter((each) => each !== verb)
    const taken = others.flatMap((each) => [...own(each), ...ENGLISH[each as keyof typeof ENGLISH].split(' ')])
    expect(
      own(verb).filter((word) => taken.includes(word)),
      verb,
    ).toEqual([])
  }
})

test.each(LANGUAGES)('in %s details are given on request, and accents are optional', async (language) => {
  await load(language)
  settings.kept.language = language
  const bare = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
  const [hand = ''] = own('hand')
  for (const word of own('all'))
    expect(run(`${bare(hand)} ${bare(word)}`, seven()).text).toBe(answer('hand', seven(), true))
  const suit = suitName('seven-prophecies', 'P')
  expect(run(`${bare(own('legal')[0] ?? '')} ${bare(suit)} 4`, seven()).text).toContain('[must-follow]')
})

test('in Japanese, Japanese and English words are understood', () => {
  settings.kept.language = 'ja'
  for (const text of ['出す B2', 'play b2', `出す ${suitName('seven-prophecies', 'B')}2`]) {
    act.mockClear()
    run(text, seven())
    expect(act).toHaveBeenCalledWith('B2')
  }
})

test('a refusal says something even where the server’s phrases are missing', () => {
  sentence.mockImplementationOnce((...given) => String(given[4] ?? ''))
  expect(run('surrender', seven()).text).toBe('Something went wrong. Please try again.')
})
