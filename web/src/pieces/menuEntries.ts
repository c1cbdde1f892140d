// The entries of the page's menu by their labels, for who types commands.

export interface Entry {
  label: string
  press(): void
}

/** What can be chosen in the menu of the bar, as it would be seen. */
export function menuEntries(): Entry[] {
  const panel = document.querySelector<HTMLElement>('.bar nav.menu')
  if (!panel) return []
  panel.showPopover() // what is hidden on this screen shows only now
  const seen = [...panel.querySelectorAll<HTMLElement>('a, button')].filter((each) => each.checkVisibility())
  panel.hidePopover()
  return seen.map((each) => ({ label: each.textContent.trim(), press: () => each.click() }))
}
