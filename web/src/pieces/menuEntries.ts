// The page's menu entries by label, for typed commands.

export interface Entry {
  label: string
  press(): void
}

/** The visible entries of the bar's menu. */
export function menuEntries(): Entry[] {
  const panel = document.querySelector<HTMLElement>('.bar nav.menu')
  if (!panel) return []
  panel.showPopover() // media queries only hide entries while the menu is open
  const seen = [...panel.querySelectorAll<HTMLElement>('a, button')].filter((each) => each.checkVisibility())
  panel.hidePopover()
  return seen.map((each) => ({ label: each.textContent.trim(), press: () => each.click() }))
}
