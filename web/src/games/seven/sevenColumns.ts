// What lies on the board of Seven Prophecies: a column for each of the ten tricks, with a cell for each place.

import { suitName } from '../../text/names'
import type { Scene } from '../../state/scene'
import type { SevenView } from '../../wire/messages'
import { t } from '../../i18n/index.svelte'
import { likeliest, type Spread } from './sevenPreview'

const TRICKS = 10

export interface Cell {
  key: string
  kind: 'card' | 'ghost' | 'chance' | 'wait' | 'empty'
  row: number // the place
  seat: number
  card: string
  kept: boolean // its prophecy came true
  note: string
  chance?: number // that the card under consideration ends up here
}

/** A card dealt to me and played: in which trick, and what it brought there once that is over. */
export interface Gone {
  trick: number
  place: number | null
  kept: boolean
}

export interface Column {
  index: number // from 1
  cells: Cell[]
  label: string
  what: 'past' | 'now' | 'empty'
}

/** True if a finished trick stays in the wide column: while held on screen, and at the end of a match. */
function looking({ held, view }: Scene<SevenView>): boolean {
  return held === 'trick' || held === 'round' || view.phase === 'over'
}

/** The number of the trick in the wide column, from 1. */
export function currentColumn(scene: Scene<SevenView>): number {
  const { tricks, future } = scene.view
  return looking(scene) ? Math.max(1, tricks.length) : Math.min(tricks.length + 1, future.length || TRICKS)
}

/** The cards a seat has played in this round. */
export function goneOf({ tricks, trick }: SevenView, me: number): Map<string, Gone> {
  const gone = new Map<string, Gone>()
  tricks.forEach((done, index) => {
    const card = done.plays.find(({ seat }) => seat === me)?.action
    if (card) gone.set(card, { trick: index + 1, place: done.places[me] ?? null, kept: done.confirmed[me] ?? false })
  })
  const running = trick.find(({ seat }) => seat === me)?.action
  if (running) gone.set(running, { trick: tricks.length + 1, place: null, kept: false })
  return gone
}

/** All columns; `ghost`: what one of my cards may do. */
export function columnsOf(scene: Scene<SevenView>, ghost: Spread | null): Column[] {
  const current = currentColumn(scene)
  return Array.from({ length: TRICKS }, (_, position): Column => {
    const index = position + 1
    if (index > current) return { index, cells: emptyCells(scene.view.players), label: '', what: 'empty' }
    const what = index === current ? 'now' : 'past'
    if (what === 'now' && !looking(scene)) {
      return { index, cells: runningCells(scene, ghost, index), label: t('seven.trick.now', { n: index }), what }
    }
    return { index, cells: finishedCells(scene.view, index), label: t('seven.trick', { n: index }), what }
  })
}

function emptyCells(places: number): Cell[] {
  return Array.from({ length: places }, (_, index) => ({
    key: `e${index + 1}`,
    kind: 'empty',
    row: index + 1,
    seat: 0,
    card: '',
    kept: false,
    note: '',
  }))
}

function finishedCells(view: SevenView, column: number): Cell[] {
  const trick = view.tricks[column - 1]
  if (!trick) return []
  const cells = trick.plays.map(({ seat, action }, index): Cell => {
    const kept = trick.confirmed[seat] ?? false
    const note = kept ? t('seven.true') : noteOf(view, action, index, column)
    return { key: `s${seat}`, kind: 'card', row: trick.places[seat] ?? 0, seat, card: action, kept, note }
  })
  return cells.sort((a, b) => a.row - b.row)
}

/** The cards played so far; below them the seats still to play, or the chances of my card. */
function runningCells(scene: Scene<SevenView>, ghost: Spread | null, column: number): Cell[] {
  const { view, held } = scene
  const own = ghost ? likeliest(ghost.chances) : 0
  const cells = view.trick.map(({ seat, action }, index): Cell => {
    const at = view.standing[index] ?? index + 1
    const row = ghost && at >= ghost.among ? own + 1 + at - ghost.among : at // my card goes in between
    return {
      key: `s${seat}`,
      kind: 'card',
      row,
      seat,
      card: action,
      kept: false,
      note: noteOf(view, action, index, column),
      chance: ghost?.chances[row - 1],
    }
  })
  if (ghost) return [...cells, ...chanceCells(scene, ghost, own, cells)].sort((a, b) => a.row - b.row)
  cells.sort((a, b) => a.row - b.row)
  const leader = view.leader ?? view.starter ?? 0
  const order = Array.from({ length: view.players }, (_, index) => (leader + index) % view.players)
  for (const seat of order.filter((each) => !cells.some((cell) => cell.seat === each))) {
    const note = t(view.actors.includes(seat) && !held ? 'seven.wait.turn' : 'seven.wait')
    cells.push({ key: `w${seat}`, kind: 'wait', row: cells.length + 1, seat, card: '', kept: false, note })
  }
  return cells
}

/** My card in its likeliest row, and in the other free rows how likely it ends there. */
function chanceCells({ view, seat: me, pending }: Scene<SevenView>, ghost: Spread, own: number, lying: Cell[]): Cell[] {
  return ghost.chances.flatMap((chance, index): Cell[] => {
    const row = index + 1
    if (lying.some((cell) => cell.row === row)) return []
    const kept = (view.left[me ?? 0]?.[index] ?? 0) > 0
    const cell = { row, seat: me ?? 0, card: ghost.card, kept, chance }
    if (row !== own) return [{ ...cell, key: `c${row}`, kind: 'chance', note: '' }]
    return [
      {
        ...cell,
        key: 'ghost',
        kind: 'ghost',
        note: pending ? t('seven.on-its-way') : t('seven.if', { card: ghost.card.slice(1) }),
      },
    ]
  })
}

function noteOf({ game, future }: SevenView, card: string, index: number, column: number): string {
  const suit = future[column - 1]?.charAt(0) ?? ''
  if (!card.startsWith(suit)) return t('seven.no', { suit: suitName(game, suit) })
  return index === 0 ? t('seven.led') : ''
}
