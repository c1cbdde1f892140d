// Sentences out of fragments, for screen readers.

import { t } from '../i18n/index.svelte'

/** A heading or fragment as a sentence: with a full stop, unless it ends in another mark. */
export const asSentence = (text: string): string =>
  !text || /[.!?…:。！？：][”’»」』)）]*\s*$/.test(text) ? text : t('spoken.sentence', { text })

/** The text with its first letter in upper case. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
