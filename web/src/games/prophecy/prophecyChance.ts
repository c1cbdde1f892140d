// A card's chance to win the current trick, and how it is shown: a number, or a check mark if it is certain; never more
// than is known.

import type { Preview } from '../../state/scene'
import type { Outlook } from '../../wire/messages'
import { t } from '../../i18n/index.svelte'

export interface Chance {
  sure: boolean
  wins: number // from 0 to 1
  most: boolean // a card that names a suit: this is its best choice
}

/** The chance of a card that may be played in these ways; null if unknown. */
export function chanceOf(preview: Preview | null | undefined, ways: readonly Outlook[]): Chance | null {
  const known = ways.flatMap(
    ({ action }) => preview?.cards.filter((card) => card.action === action && card.wins !== undefined) ?? [],
  )
  if (known.length === 0 || known.length < ways.length) return null
  const wins = Math.max(...known.map((each) => each.wins ?? 0))
  const same = known.every((each) => each.wins === wins)
  return { sure: known.every((each) => each.sure) && same, wins, most: !same }
}

export interface ChanceWords {
  lead: string
  brief: string // the short form, for small spaces
  rest: string
}

/** The two parts of a chance: '✓', 'wins'; '32%', 'wins'. */
export function chanceWords({ sure, wins, most }: Chance): ChanceWords {
  if (sure) return { lead: t('pr.sure'), brief: t('pr.sure'), rest: t(wins > 0.5 ? 'pr.would.wins' : 'pr.would.loses') }
  const n = Math.round(wins * 100)
  const share = n < 1 ? t('pr.percent.least') : n > 99 ? t('pr.percent.most') : t('pr.percent', { n })
  const [lead, brief] = most ? [t('pr.percent.upto', { share }), t('pr.percent.upto.brief', { share })] : [share, share]
  return { lead, brief, rest: t('pr.would.wins') }
}

/** A chance in one line. */
export function chanceText(chance: Chance): string {
  const { lead, rest } = chanceWords(chance)
  return `${lead}${t('gap')}${rest}`
}

/** The same for screen readers. */
export function chanceSay(chance: Chance): string {
  return chance.sure ? t(chance.wins > 0.5 ? 'pr.sure.wins' : 'pr.sure.loses') : chanceText(chance)
}
