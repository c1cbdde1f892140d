// A page that looks at its server again and again, as long as somebody looks at the page.

const LOOK = 15_000 // ms from one look to the next

/** Looks at once and then now and again; what it returns ends that. */
export function keepLooking(look: () => Promise<void>): () => void {
  void look()
  const timer = setInterval(() => document.visibilityState !== 'hidden' && void look(), LOOK)
  return () => clearInterval(timer)
}
