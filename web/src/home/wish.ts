// What people wish of a new table.

import type { Title } from '../wire/rest'
import { makeTable } from '../net/api'
import { me } from '../state/me.svelte'
import { whyNot } from '../text/refusals.svelte'
import { router } from '../browser/router.svelte'
import type { Options, Pace, Settings } from '../wire/messages'
import { t } from '../i18n/index.svelte'

export type PaceName = 'none' | 'quick' | 'calm' | 'days'

const PACES: Record<PaceName, Partial<Pace>> = {
  none: { kind: 'none' },
  quick: { kind: 'seconds', seconds: 30, bank: 120 },
  calm: { kind: 'seconds', seconds: 60, bank: 300 },
  days: { kind: 'days', days: 2 },
}
export const pace = (name: PaceName): Partial<Pace> => PACES[name]

/** The name of a pace; '' for one that has none. */
export function paceName(found: Pace): PaceName | '' {
  const names = Object.keys(PACES) as PaceName[]
  return (
    names.find(
      (name) => PACES[name].kind === found.kind && (found.kind !== 'seconds' || PACES[name].seconds === found.seconds),
    ) ?? ''
  )
}

export type First = NonNullable<Settings['first']>

/** What is chosen of a game's own options and of how its table plays; what stands at its default is not sent. */
export interface Chosen {
  variant: string
  tenth: boolean
  negative: boolean
  wheel: string
  early: boolean
  first: First // who starts or deals in round 1
  lookBack: boolean // whether earlier tricks may be looked at
}

export const standard = (): Chosen => chosenOf({})

/** What is chosen where these options were given, at a table that plays like this. */
export function chosenOf(given: Options, ways: Pick<Settings, 'first' | 'look_back'> = {}): Chosen {
  return {
    first: ways.first ?? 'lot',
    lookBack: ways.look_back !== false,
    early: given.early_bids === true,
    variant: String(given.variant ?? 'standard'),
    tenth: given.tenth_trick_scores !== false,
    negative: given.negative_scores === true,
    wheel: String(given.wheel ?? ''),
  }
}

export function options(title: Title | undefined, chosen: Chosen): Options {
  const has = (name: string): boolean => title?.options.includes(name) ?? false
  const found: Options = {}
  if (has('variant') && chosen.variant !== 'standard') found.variant = chosen.variant
  if (has('tenth_trick_scores') && !chosen.tenth) found.tenth_trick_scores = false
  if (has('negative_scores') && chosen.negative) found.negative_scores = true
  const wheel = chosen.wheel.toUpperCase().replace(/[^A-Z]/g, '')
  if (has('wheel') && wheel) found.wheel = wheel
  if (has('early_bids') && chosen.early) found.early_bids = true
  return found
}

/** Whether tricks lie face down once they are won, so that a table can forbid to look at them. */
export const coversTricks = (game: string | undefined): boolean => game === 'prophecy'

/** How the table plays: who begins, and whether earlier tricks may be looked at. */
export function ways(chosen: Chosen, game: string, players: number): { first: First; look_back: boolean } {
  const { first, lookBack } = chosen
  return {
    first: typeof first === 'number' && first >= players ? 'lot' : first,
    look_back: lookBack || !coversTricks(game),
  }
}

/** Friendly names for people who have none yet, all different. */
export function someNames(): string[] {
  const names = t('new.name.some').split('|')
  const from = Math.floor(Math.random() * names.length)
  return [...names.slice(from), ...names.slice(0, from)]
}

interface Wish {
  name: string // for who has none yet
  seats: string[]
  settings: Settings & { game: string }
}

/** Makes the table and goes there; where that is refused, the sentence that says why. */
export async function sitDown(
  { name, ...wish }: Wish,
  before: (table: string) => void = () => undefined,
): Promise<string> {
  try {
    const made = await makeTable({ ...wish, name: me.known ? '' : name })
    if (!me.known) void me.load() // the server may have tidied the name
    before(made.table)
    router.go(`tables/${made.table}`)
    return ''
  } catch (error) {
    return whyNot(error, wish.settings.game)
  }
}

/** How many play where nothing was said: four, where the game allows it. */
export function usualPlayers(title: Title | undefined): number {
  return title?.players.includes(4) === false ? (title.players[0] ?? 4) : 4
}

/** People at this device who still have to be seated at a table that was just made. */
export const waiting: { table: string; names: string[]; begin: boolean } = { table: '', names: [], begin: false }
