// The page's menu entries by label, for typed commands.

import { t } from '../i18n/index.svelte'

export interface Entry {
  label: string
  choice?: boolean // one of a group: it is chosen, and nothing else follows
  press(): void
}

/** The visible entries of the bar's menu. */
export function menuEntries(): Entry[] {
  const panel = document.querySelector<HTMLElement>('.bar nav.menu')
  if (!panel) return []
  panel.showPopover() // media queries only hide entries while the menu is open
  const seen = [...panel.querySelectorAll<HTMLElement>('a, button')].filter((each) => each.checkVisibility())
  panel.hidePopover()
  return seen.map((each) => {
    const group = each.closest('[role=group]')?.getAttribute('aria-label')
    const text = each.textContent.trim()
    const label = group ? t('spoken.key', { key: group, what: text }) : text
    return { label, choice: each.hasAttribute('aria-pressed'), press: () => each.click() }
  })
}
