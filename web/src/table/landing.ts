// Where keyboard focus goes when what had it is gone: the next thing to do at the table.

const PLACES = [
  '.hand button.legal',
  'main [data-go]:not(:disabled)',
  '.slots .put',
  '.hand button',
  'main button:not(:disabled)',
]

/** Focuses the next thing to do; returns whether there was one. */
export function focusTable(): boolean {
  for (const place of PLACES) {
    const seen = [...document.querySelectorAll<HTMLElement>(place)].find((each) => each.checkVisibility())
    seen?.focus({ preventScroll: true })
    if (seen && document.activeElement === seen) return true
  }
  return false
}
