// Which of the page's dialogs are open: the bar holds them, every page may open them.

class Chrome {
  settings = $state(false)
  help = $state(false)
  chat = $state(false)
  table = $state.raw<{ id: string; state: 'open' | 'begun' | 'turn' } | null>(null) // the table this device sits at while another page covers it
}

export const chrome = new Chrome()

/** True while somebody types commands: they keep the focus. */
export function commanding(): boolean {
  return document.activeElement?.closest('.commandline') != null
}

/** True if a key press is meant for the page: not while typing, choosing, or in a dialog. */
export function forPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if (event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]'))
    return false
  return document.querySelector('dialog:modal') === null
}
