// Sentences about a reviewed decision: where it was, what it cost, and why.

import type { ReviewedAction, ReviewedDecision, Share } from '../wire/rest'
import { actionName, placeName } from '../text/names'
import { reasonsText } from '../text/reasons'
import { upper } from '../text/sentences'
import { figure, percentOf } from '../text/shares'
import { t, type Key } from '../i18n/index.svelte'
import { gradeOf, playedOf } from './moments'

interface Around {
  game: string
  names: readonly string[] // of the seats
}

/** The name of a choice in a review; a prophecy by its figures. */
export const choiceName = (game: string, action: string): string =>
  /^\d(-\d)+$/.test(action) ? action.replaceAll('-', '‑') : actionName(game, action) // with non-breaking hyphens

export const often = (share: Share): string =>
  share <= 0.005
    ? t('pr.percent.least')
    : share >= 0.995
      ? t('pr.percent.most')
      : t('pr.percent', { n: Math.round(100 * share) })

/** 'Round 1, trick 3'. */
export const whereOf = ({ round, trick }: ReviewedDecision): string =>
  trick ? t('review.where', { round, trick }) : t('review.where.told', { round })

/** What the decision cost; '' if negligible. */
export const costs = (decision: ReviewedDecision): string =>
  decision.mark || gradeOf(decision) === 'small' ? t('review.lost', { share: percentOf(decision.loss.match, 1) }) : ''

/** Where the decision was, what was chosen, and how good it was. */
export function headline(decision: ReviewedDecision, { game, names }: Around): string {
  const chosen = [whereOf(decision), names[decision.seat], actionName(game, decision.action)]
  const worth = [t(`review.grade.${gradeOf(decision)}` as Key), costs(decision)]
  return [chosen, worth]
    .map((parts) => t('spoken.sentence', { text: upper(parts.filter(Boolean).join(t('join'))) }))
    .join(t('gap'))
}

/** How the best choice differs from the one taken, or what each brings if no event explains it. */
export function whyOf(decision: ReviewedDecision, around: Around): string {
  const best = decision.actions[0]
  const played = playedOf(decision)
  const reasons = reasonsText(decision.reasons, around)
  const each = best ? [best, ...(played && played !== best ? [played] : [])] : []
  const why = reasons ? [reasons] : each.map((choice) => brings(choice, decision, around.game))
  return [...why, instead(decision, around.game)].filter(Boolean).join(t('gap'))
}

/** What a choice brings. Places and tricks won are counted over the sampled deals; the rest is corrected. */
function brings({ action, chances }: ReviewedAction, { exact }: ReviewedDecision, game: string): string {
  const what = choiceName(game, action)
  /** A chance corrected by self-play gets an 'about'; one counted over every deal doesn't. */
  const about = (share: Share): string =>
    exact || share <= 0.005 || share >= 0.995 ? often(share) : t('about', { share: often(share) })
  if (chances.places) {
    const most = chances.places.indexOf(Math.max(...chances.places))
    return t('review.why.place', {
      what,
      place: placeName(most + 1),
      often: often(chances.places[most] ?? 0),
      all: about(chances.fulfilled ?? 0),
    })
  }
  if (chances.wins !== undefined)
    return t('review.why.wins', { what, often: often(chances.wins), met: about(chances.met ?? 0) })
  return chances.met === undefined
    ? t('review.why.prophecy', { what, all: about(chances.fulfilled ?? 0) })
    : t('review.why.bid', { what, met: about(chances.met) })
}

/** What the best choice gains instead, where it is worse for what was foretold. */
function instead(decision: ReviewedDecision, game: string): string {
  const own = ({ chances }: ReviewedAction): Share => chances.met ?? chances.fulfilled ?? 0
  const best = decision.actions[0]
  const played = playedOf(decision)
  if (!best || !played || played === best || own(best) >= own(played) - 0.005) return ''
  const what = choiceName(game, best.action)
  const kind = game === 'prophecy' ? 'bid' : 'seven'
  if (best.points > played.points + 0.05)
    return t(`review.instead.points.${kind}`, {
      what,
      points: figure(best.points, 1),
      less: figure(played.points, 1),
    })
  const digits = percentOf(best.match) === percentOf(played.match) ? 1 : 0
  return t(`review.instead.match.${kind}`, {
    what,
    share: percentOf(best.match, digits),
    less: percentOf(played.match, digits),
  })
}
