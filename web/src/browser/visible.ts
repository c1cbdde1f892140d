// Work that a page does only while it is visible.

const AGAIN = 30_000 // ms: what others do is seen within this time, and at once on return to the page

/** Calls `look` now and whenever the page becomes visible again; returns a function that stops it. */
export function whenVisible(look: () => unknown): () => void {
  const again = (): void => void (document.visibilityState === 'hidden' || look())
  again()
  document.addEventListener('visibilitychange', again)
  return () => document.removeEventListener('visibilitychange', again)
}

/** The same, and also every so many milliseconds, by default thirty seconds. */
export function whileVisible(look: () => unknown, every = AGAIN): () => void {
  const end = whenVisible(look)
  const timer = setInterval(() => void (document.visibilityState === 'hidden' || look()), every)
  return () => {
    clearInterval(timer)
    end()
  }
}
