// Which puzzle comes next: own mistakes first, then one that matches the solver's rating.

import type { OwnPuzzle, PuzzleLine } from '../wire/puzzles'
import type { DeviceRating } from './progress.svelte'

export interface Wish {
  game: string
  tag: string // 'all', or a topic
  now: string // path of the current puzzle, not to be repeated at once
  rating: DeviceRating
  done: (set: string, id: string) => boolean | undefined
}

const EASIER = 60 // rating points: makes a puzzle somewhat more likely to be solved than not

/** The path of the next puzzle, such as 'prophecy/12'. */
export function nextPuzzle(puzzles: readonly PuzzleLine[], own: readonly OwnPuzzle[], wish: Wish): string {
  const { game, tag, now, rating, done } = wish
  const mistakes = own.filter((each) => each.game === game && (tag === 'all' || each.kind === tag))
  const mistake = mistakes.find((mistake) => done('own', mistake.name) === undefined && `own/${mistake.name}` !== now)
  if (mistake) return `own/${mistake.name}`
  const path = (each: PuzzleLine): string => `${game}/${each.number}`
  const wanted = puzzles.filter(
    (puzzle) => path(puzzle) !== now && (tag === 'all' || (puzzle.tags as readonly string[]).includes(tag)),
  )
  const target = rating.rating - Math.max(EASIER, rating.deviation / 2) // easier still while the rating is uncertain
  const nearest = (some: PuzzleLine[]): PuzzleLine | undefined =>
    some.toSorted((a, b) => Math.abs(a.rating - target) - Math.abs(b.rating - target) || a.number - b.number)[0]
  const chosen =
    nearest(wanted.filter((each) => done(game, each.id) === undefined)) ??
    nearest(wanted.filter((each) => done(game, each.id) === false)) ??
    wanted.toSorted((a, b) => a.number - b.number).find((each) => path(each) > now) ??
    wanted[0] ??
    puzzles[0]
  return chosen ? path(chosen) : now
}
