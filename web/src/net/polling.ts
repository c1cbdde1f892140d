// Polling that pauses while the page is hidden.

const LOOK = 15_000 // ms between requests

/** Calls it now and at intervals; returns a function that stops it. */
export function keepLooking(look: () => Promise<void>): () => void {
  void look()
  const timer = setInterval(() => document.visibilityState !== 'hidden' && void look(), LOOK)
  return () => clearInterval(timer)
}
