// How cards and suits are drawn: which sign, which number. No rules.

const SIGNS: Record<string, Record<string, string>> = {
  'seven-prophecies': { B: 'broom', M: 'mushroom', P: 'potion', S: 'spellbook' },
  'seven-prophecies-2017': { S: 'star', M: 'moon', E: 'eye', R: 'rod' },
  prophecy: { S: 'sun', P: 'spear', V: 'viper', E: 'eagle' },
}

export const SPECIALISTS = ['Jaguar', 'Monkey', 'Shaman', 'Lizard']

export interface Face {
  card: string
  special: boolean
  letter: string // of the suit, '' for a Specialist
  number: string
  sign: string // symbol id in the sheet
  suit: string // class that sets its colours
}

/** How a card, or the card in an action such as `Monkey:V`, is drawn. */
export function face(game: string, action: string): Face {
  const card = action.split(':')[0] ?? action
  if (SPECIALISTS.includes(card)) {
    return { card, special: true, letter: '', number: '', sign: card.toLowerCase(), suit: 'special' }
  }
  const sign = suitSign(game, card.charAt(0))
  return { card, special: false, letter: card.charAt(0), number: card.slice(1), sign, suit: sign }
}

/** The symbol and class of a suit. */
export function suitSign(game: string, letter: string): string {
  return SIGNS[game]?.[letter] ?? 'potion'
}

export function suitsOf(game: string): string[] {
  return Object.keys(SIGNS[game] ?? {})
}

/** A hand grouped by suit in the game's order, Specialists last; the server sends it in deck order already. */
export function bySuit(game: string, hand: readonly string[]): string[][] {
  const groups = suitsOf(game).map((suit) =>
    hand.filter((card) => !SPECIALISTS.includes(card) && card.startsWith(suit)),
  )
  const special = hand.filter((card) => SPECIALISTS.includes(card))
  return [...groups, special].filter((group) => group.length > 0)
}

const SHAPES = ['circle', 'triangle', 'square', 'diamond', 'hexagon', 'cross'] as const

/** The symbol of a seat's shape. */
export function shape(seat: number): string {
  return `t-${SHAPES[seat % SHAPES.length]}`
}
