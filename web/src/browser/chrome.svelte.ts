// Which of the page's own dialogs are open: the bar holds them, every page may open them.

class Chrome {
  settings = $state(false)
  help = $state(false)
  chat = $state(false)
  table = $state.raw<{ id: string; state: 'open' | 'begun' | 'turn' } | null>(null) // at which this device sits, while another page lies over it
}

export const chrome = new Chrome()

/** Whether somebody types commands: the focus stays with them. */
export function commanding(): boolean {
  return document.activeElement?.closest('.commandline') != null
}

/** Whether a key press is meant for the page: not while somebody writes, chooses, or reads a dialog. */
export function forPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if (event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]'))
    return false
  return document.querySelector('dialog:modal') === null
}
