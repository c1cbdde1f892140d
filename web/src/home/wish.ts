// Options for a new table.

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

/** The name of a preset pace; '' for a custom one. */
export function paceName(pace: Pace): PaceName | '' {
  const names = Object.keys(PACES) as PaceName[]
  return (
    names.find(
      (name) => PACES[name].kind === pace.kind && (pace.kind !== 'seconds' || PACES[name].seconds === pace.seconds),
    ) ?? ''
  )
}

export type First = NonNullable<Settings['first']>

/** The chosen game options and table settings; defaults are not sent. */
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

/** The choice that corresponds to these options and table settings. */
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
  const options: Options = {}
  if (has('variant') && chosen.variant !== 'standard') options.variant = chosen.variant
  if (has('tenth_trick_scores') && !chosen.tenth) options.tenth_trick_scores = false
  if (has('negative_scores') && chosen.negative) options.negative_scores = true
  const wheel = chosen.wheel.toUpperCase().replace(/[^A-Z]/g, '')
  if (has('wheel') && wheel) options.wheel = wheel
  if (has('early_bids') && chosen.early) options.early_bids = true
  return options
}

/** True if won tricks lie face down, so that a table can forbid looking at them. */
export const coversTricks = (game: string | undefined): boolean => game === 'prophecy'

/** The table settings: who begins, and whether earlier tricks may be looked at. */
export function ways(chosen: Chosen, game: string, players: number): { first: First; look_back: boolean } {
  const { first, lookBack } = chosen
  return {
    first: typeof first === 'number' && first >= players ? 'lot' : first,
    look_back: lookBack || !coversTricks(game),
  }
}

/** Suggested names for new visitors, all different. */
export function someNames(): string[] {
  const names = t('new.name.some').split('|')
  const from = Math.floor(Math.random() * names.length)
  return [...names.slice(from), ...names.slice(0, from)]
}

interface Wish {
  name: string // for a visitor without a name
  seats: string[]
  settings: Settings & { game: string }
}

/** Creates the table and goes there; returns the reason if the server refuses. */
export async function sitDown(
  { name, ...wish }: Wish,
  before: (table: string) => void = () => undefined,
): Promise<string> {
  try {
    const made = await makeTable({ ...wish, name: me.known ? '' : name })
    if (!me.known) void me.load() // the server may have trimmed the name
    before(made.table)
    router.go(`tables/${made.table}`)
    return ''
  } catch (error) {
    return whyNot(error, wish.settings.game)
  }
}

/** The default number of players: four, if the game allows it. */
export function usualPlayers(title: Title | undefined): number {
  return title?.players.includes(4) === false ? (title.players[0] ?? 4) : 4
}

/** People at this device who still have to be seated at a new table. */
export const waiting: { table: string; names: string[]; begin: boolean } = { table: '', names: [], begin: false }
