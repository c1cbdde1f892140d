// When to measure: after layout and before paint, where it is free. Measuring right after a DOM change would force a
// layout in the middle of the script.

type Move = () => void

const waiting: (() => Move | null)[] = []
const focusing: (() => void)[] = []
const laidOut = new ResizeObserver(() => {
  laidOut.disconnect()
  const moves = waiting.splice(0).map((measure) => measure()) // all reads come before any writes
  for (const focus of focusing.splice(0)) focus() // moving focus needs layout, too
  for (const move of moves) move?.()
})

/** Measures after the next layout; the animation it returns begins before paint. */
export function afterLayout(measure: () => Move | null): void {
  waiting.push(measure)
  laidOut.observe(document.documentElement) // a new target always triggers the observer after the next layout
}

/** Moves focus after the next layout: focusing checks whether the element is visible. */
export function focusAfterLayout(focus: () => void): void {
  focusing.push(focus)
  laidOut.observe(document.documentElement)
}
