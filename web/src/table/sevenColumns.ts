// What lies on the board of Seven Prophecies: for each of the ten tricks a column, with a cell for each place.

import { suitName } from '../lib/names'
import type { Scene } from '../lib/scene'
import type { Outlook, SevenView } from '../lib/wire'
import { t } from '../words/index.svelte'

const TRICKS = 10

export interface Cell {
  key: string
  kind: 'card' | 'ghost' | 'wait' | 'empty'
  row: number // the place
  seat: number
  card: string
  kept: boolean // its prophecy came true
  note: string
}

export interface Column {
  index: number // from 1
  cells: Cell[]
  label: string
  what: 'past' | 'now' | 'empty'
}

/** A finished trick stays in the wide column while it is looked at, and at the end of a match. */
function looking({ held, view }: Scene<SevenView>): boolean {
  return held === 'trick' || held === 'round' || view.phase === 'over'
}

/** The trick that is in the wide column, from 1. */
export function currentColumn(scene: Scene<SevenView>): number {
  const { tricks, future } = scene.view
  return looking(scene) ? Math.max(1, tricks.length) : Math.min(tricks.length + 1, future.length || TRICKS)
}

/** All columns; `ghost`: what a card of mine would do. */
export function columnsOf(scene: Scene<SevenView>, ghost: Outlook | null): Column[] {
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
  return Array.from({ length: places }, (_, index) => ({ key: `e${index + 1}`, kind: 'empty', row: index + 1, seat: 0, card: '', kept: false, note: '' }))
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

/** The cards that lie, my own where it would come to lie, and below them the seats that are still to play. */
function runningCells({ view, seat: me, held, pending }: Scene<SevenView>, ghost: Outlook | null, column: number): Cell[] {
  const cells = view.trick.map(({ seat, action }, index): Cell => {
    const at = view.standing[index] ?? index + 1
    const row = ghost?.place !== undefined && at >= ghost.place ? at + 1 : at
    return { key: `s${seat}`, kind: 'card', row, seat, card: action, kept: false, note: noteOf(view, action, index, column) }
  })
  if (ghost?.place !== undefined && me !== null) {
    const note = pending ? t('seven.on-its-way') : t('seven.if', { card: ghost.action.slice(1) })
    cells.push({ key: 'ghost', kind: 'ghost', row: ghost.place, seat: me, card: ghost.action, kept: false, note })
  }
  cells.sort((a, b) => a.row - b.row)
  const leader = view.leader ?? view.starter ?? 0
  const order = Array.from({ length: view.players }, (_, index) => (leader + index) % view.players)
  for (const seat of order.filter((each) => !cells.some((cell) => cell.seat === each))) {
    const note = t(view.actors.includes(seat) && !held ? 'seven.wait.turn' : 'seven.wait')
    cells.push({ key: `w${seat}`, kind: 'wait', row: cells.length + 1, seat, card: '', kept: false, note })
  }
  return cells
}

function noteOf({ game, future }: SevenView, card: string, index: number, column: number): string {
  const suit = future[column - 1]?.charAt(0) ?? ''
  if (!card.startsWith(suit)) return t('seven.no', { suit: suitName(game, suit) })
  return index === 0 ? t('seven.led') : ''
}
