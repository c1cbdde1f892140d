// Lines of the chat as people read them.

import type { ChatLine } from '../lib/wire'
import { t, type Key } from '../words/index.svelte'

export const PHRASES = ['hello', 'good-luck', 'well-played', 'thanks', 'sorry', 'one-moment', 'ready', 'again', 'goodbye'] as const

export function content(line: ChatLine): string {
  return [line.phrase ? t(`phrase.${line.phrase}` as Key) : '', line.text ?? ''].filter(Boolean).join(' ')
}

export function said(line: ChatLine): string {
  return t('chat.says', { name: line.name, text: content(line) })
}
