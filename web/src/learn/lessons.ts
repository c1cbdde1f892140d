// The lessons: each is a prepared round, with notes tied to its steps. Step 1 is the deal; every action is a step.

import type { MatchRecord, RecordedEvent } from '../wire/rest'
import type { Preview } from '../state/scene'

export interface Note {
  id: string // its phrases: learn.LESSON.ID.h, .text and, with an action, .why; the last note's heading belongs to the result
  at: number // the step shown
  look?: string // what is highlighted
  act?: true // the learner takes the record's next action
  held?: 'reveal'
  alone?: true // from here the learner plays the rest of the round
  result?: true // the points replace the table
}

export interface Lesson {
  short: 'sp2' | 'sp1' | 'pr'
  notes: Note[]
  record: () => Promise<{ default: unknown }>
  /** By step: what the learner's cards bring. */
  previews: () => Promise<{ default: Record<string, Preview> }>
}

const card = (name: string): string => `.hand [data-card="${name}"]`
const FIRST = '.frow .first .fcard'

export const LESSONS: Record<string, Lesson> = {
  'seven-prophecies': {
    short: 'sp2',
    record: () => import('./seven-prophecies.json'),
    previews: () => import('./seven-prophecies.previews.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'row', at: 1, look: '.frow .row' },
      { id: 'places', at: 1, look: FIRST },
      { id: 'plan', at: 4, look: '.handbox' },
      { id: 'prophecy', at: 4, look: '.slots', act: true },
      { id: 'reveal', at: 5, held: 'reveal', look: '.rank' },
      { id: 'first', at: 8, look: card('S7'), act: true },
      { id: 'true', at: 9, look: '[data-cell="1-0"]' },
      { id: 'second', at: 12, look: card('S2'), act: true },
      { id: 'third', at: 16, look: card('B7'), act: true },
      { id: 'fourth', at: 17, look: card('S11'), act: true },
      { id: 'rest', at: 21, look: '.foot .mine .seat, .total7', alone: true },
      { id: 'end', at: 41, result: true },
    ],
  },
  'seven-prophecies-2017': {
    short: 'sp1',
    record: () => import('./seven-prophecies-2017.json'),
    previews: () => import('./seven-prophecies-2017.previews.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'row', at: 1, look: '.frow .row' },
      { id: 'places', at: 1, look: FIRST },
      { id: 'plan', at: 3, look: '.handbox' },
      { id: 'prophecy', at: 3, look: '.slots', act: true },
      { id: 'reveal', at: 4, held: 'reveal', look: '.rank' },
      { id: 'first', at: 6, look: card('S4'), act: true },
      { id: 'true', at: 7, look: '[data-cell="1-0"]' },
      { id: 'second', at: 9, look: card('S10'), act: true },
      { id: 'third', at: 12, look: card('M4'), act: true },
      { id: 'fourth', at: 13, look: card('S11'), act: true },
      { id: 'rest', at: 16, look: '.foot .mine .seat, .total7', alone: true },
      { id: 'end', at: 28, result: true },
    ],
  },
  prophecy: {
    short: 'pr',
    record: () => import('./prophecy.json'),
    previews: () => import('./prophecy.previews.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'wheel', at: 1, look: '.wheel figure, .wstripbox' },
      { id: 'hand', at: 1, look: '.holding' },
      { id: 'worth', at: 5, look: '.worth, .scale' },
      { id: 'plan', at: 5, look: '.holding' },
      { id: 'bid', at: 5, look: `${card('V1')}, ${card('V6')}`, act: true },
      { id: 'down', at: 6, look: '.pcols .bidrow' },
      { id: 'first', at: 7, look: card('P10'), act: true },
      { id: 'jaguar', at: 11, look: '.pcol:has([data-seat="3"]) .play' },
      { id: 'shaman', at: 13, look: card('Shaman'), act: true },
      { id: 'monkey', at: 16, look: card('Monkey'), act: true },
      { id: 'eagle', at: 21, look: card('E14'), act: true },
      { id: 'rest', at: 26, look: '.mine .pseat', alone: true },
      { id: 'end', at: 56, result: true },
    ],
  },
}

/** The event that led to each step; step 0 is before the deal. */
export function takenSteps(record: MatchRecord): (RecordedEvent | null)[] {
  return [null, ...record.events.filter((event) => 'deal' in event || 'action' in event)]
}
