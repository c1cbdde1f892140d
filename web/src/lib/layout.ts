// When to measure: once the page is laid out and before it is painted. There it costs nothing, while measuring right
// after a change makes the browser lay out the page in the middle of the script.

type Move = () => void

const waiting: (() => Move | null)[] = []
const laidOut = new ResizeObserver(() => {
  laidOut.disconnect()
  const moves = waiting.splice(0).map((measure) => measure()) // all measuring comes before any moving
  for (const move of moves) move?.()
})

/** Measures as soon as the page is laid out anew; the move that this gives begins before the page is painted. */
export function afterLayout(measure: () => Move | null): void {
  waiting.push(measure)
  laidOut.observe(document.documentElement) // a new target is always reported, with the next layout
}
