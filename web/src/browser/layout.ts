// When to measure: once the page is laid out and before it is painted. There it costs nothing, while measuring right
// after a change makes the browser lay out the page in the middle of the script.

type Move = () => void

const waiting: (() => Move | null)[] = []
const focusing: (() => void)[] = []
const laidOut = new ResizeObserver(() => {
  laidOut.disconnect()
  const moves = waiting.splice(0).map((measure) => measure()) // all measuring comes before any moving
  for (const focus of focusing.splice(0)) focus() // and so does what needs to know what is in sight
  for (const move of moves) move?.()
})

/** Measures as soon as the page is laid out anew; the move that this gives begins before the page is painted. */
export function afterLayout(measure: () => Move | null): void {
  waiting.push(measure)
  laidOut.observe(document.documentElement) // a new target is always reported, with the next layout
}

/** Moves the focus as soon as the page is laid out anew: the browser looks whether the element is in sight. */
export function focusAfterLayout(focus: () => void): void {
  focusing.push(focus)
  laidOut.observe(document.documentElement)
}
