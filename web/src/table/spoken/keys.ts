// The keys that speak of a table, and the question each asks.

export const QUESTIONS = ['hand', 'trick', 'bids', 'scores', 'row', 'last', 'turn', 'chances', 'legal'] as const
export type Question = (typeof QUESTIONS)[number]

/** In the order they are listed. */
export const KEYS = {
  hand: 'h',
  trick: 't',
  bids: 'b',
  scores: 's',
  row: 'f',
  last: 'p',
  turn: 'w',
  chances: 'o',
  legal: 'm',
  again: 'r',
  command: '/',
  keys: 'k',
} as const satisfies Record<Question | 'again' | 'command' | 'keys', string>
export type Spoken = keyof typeof KEYS
