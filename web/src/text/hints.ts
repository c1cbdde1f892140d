// A hint in sentences.

import { actionName, seatNames } from './names'
import { reasonsText } from './reasons'
import type { Hint, HintChoice } from '../wire/messages'
import type { Scene } from '../state/scene'
import { t } from '../i18n/index.svelte'

/** Why a choice is good or worse: what happens, or its chances if nothing explains it. */
export function choiceReason(scene: Scene, choice: HintChoice): string {
  return reasonsText(choice.why, { game: scene.view.game, names: seatNames(scene.seats) }) || choice.reason
}

/** The best choice and why, for the announcement. */
export function hintSentence(scene: Scene, hint: Hint | null): string {
  const first = hint?.best[0]
  if (!first) return ''
  return t('hint.said', { best: actionName(scene.view.game, first.action), why: choiceReason(scene, first) })
}
