// The lessons: a prepared round each, and notes tied to its steps. Step 1 is the deal; every action is a step.

import type { MatchRecord, RecordedEvent } from '../lib/answers'

export interface Note {
  id: string // its words: learn.LESSON.ID.h, .text and, where something is to be done, .why
  at: number // the step that is shown
  look?: string // what is ringed
  act?: true // the learner takes the next action of the record
  held?: 'reveal'
  rest?: true // from here the steps run by quickly
  results?: true
}

export interface Lesson {
  short: 'sp2' | 'sp1' | 'pr'
  notes: Note[]
  record: () => Promise<{ default: unknown }>
}

const card = (name: string): string => `.hand [data-card="${name}"]`
const NOW = '.fcard.now, .strip .fcard.here'

export const LESSONS: Record<string, Lesson> = {
  'seven-prophecies': {
    short: 'sp2',
    record: () => import('./seven-prophecies.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'row', at: 1, look: '.frow' },
      { id: 'hand', at: 1, look: '.hand' },
      { id: 'places', at: 4, look: '.slots' },
      { id: 'prophecy', at: 4, look: '.screen', act: true },
      { id: 'reveal', at: 5, held: 'reveal', look: '.rank' },
      { id: 'follow', at: 8, look: NOW },
      { id: 'first', at: 8, look: card('S7'), act: true },
      { id: 'true', at: 9, look: '[data-cell="1-0"]' },
      { id: 'void', at: 12, look: NOW },
      { id: 'second', at: 12, look: card('S2'), act: true },
      { id: 'last', at: 13, look: '[data-cell="2-0"]' },
      { id: 'off', at: 16, look: '[data-cell="3-2"]' },
      { id: 'third', at: 16, look: card('B7'), act: true },
      { id: 'lead', at: 17, look: '[data-cell="3-0"]' },
      { id: 'fourth', at: 17, look: card('S11'), act: true },
      { id: 'rest', at: 21, look: '.foot .mine .seat, .total7', rest: true },
      { id: 'seven', at: 41 },
      { id: 'points', at: 41, results: true, look: '.results .gain' },
      { id: 'end', at: 41, results: true },
    ],
  },
  'seven-prophecies-2017': {
    short: 'sp1',
    record: () => import('./seven-prophecies-2017.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'row', at: 1, look: '.frow .row' },
      { id: 'aside', at: 1, look: '.aside7' },
      { id: 'hand', at: 1, look: '.hand' },
      { id: 'places', at: 3, look: '.slots' },
      { id: 'prophecy', at: 3, look: '.screen', act: true },
      { id: 'reveal', at: 4, held: 'reveal', look: '.rank' },
      { id: 'follow', at: 6, look: NOW },
      { id: 'first', at: 6, look: card('S4'), act: true },
      { id: 'true', at: 7, look: '[data-cell="1-0"]' },
      { id: 'second', at: 9, look: card('S10'), act: true },
      { id: 'last', at: 10, look: '[data-cell="2-0"]' },
      { id: 'third', at: 12, look: card('M4'), act: true },
      { id: 'lead', at: 13, look: '[data-cell="3-0"]' },
      { id: 'fourth', at: 13, look: card('S11'), act: true },
      { id: 'rest', at: 16, look: '.foot .mine .seat, .total7', rest: true },
      { id: 'seven', at: 28 },
      { id: 'points', at: 28, results: true, look: '.results .gain' },
      { id: 'end', at: 28, results: true },
    ],
  },
  prophecy: {
    short: 'pr',
    record: () => import('./prophecy.json'),
    notes: [
      { id: 'goal', at: 1 },
      { id: 'wheel', at: 1, look: '.wheel figure, .wstripbox' },
      { id: 'hand', at: 1, look: '.holding' },
      { id: 'worth', at: 5, look: '.worth, .scale' },
      { id: 'bid', at: 5, look: `${card('S4')}, ${card('E7')}`, act: true },
      { id: 'down', at: 6, look: '.pcols .bidrow' },
      { id: 'first', at: 7, look: card('P10'), act: true },
      { id: 'jaguar', at: 11, look: '.pcol:has([data-seat="3"]) .play' },
      { id: 'shaman', at: 13, look: card('Shaman'), act: true },
      { id: 'surrender', at: 16, look: '.pcol.self .play' },
      { id: 'monkey', at: 16, look: card('Monkey'), act: true },
      { id: 'lizard', at: 21, look: '.pcol:has([data-seat="1"]) .play' },
      { id: 'eagle', at: 21, look: card('E14'), act: true },
      { id: 'trumped', at: 26, look: '.pcol:has([data-seat="4"]) .play' },
      { id: 'void', at: 27, look: card('S13'), act: true },
      { id: 'rest', at: 31, look: '.mine .pseat', rest: true },
      { id: 'points', at: 56, results: true, look: '.results .gain' },
      { id: 'end', at: 56, results: true },
    ],
  },
}

/** What led to each step: step 0 is before the deal. */
export function takenSteps(record: MatchRecord): (RecordedEvent | null)[] {
  return [null, ...record.events.filter((event) => 'deal' in event || 'action' in event)]
}
