// Work that a page does only while it is visible.

/** Calls `look` now and whenever the page becomes visible again; returns a function that stops it. */
export function whenVisible(look: () => unknown): () => void {
  const again = (): void => void (document.visibilityState === 'hidden' || look())
  again()
  document.addEventListener('visibilitychange', again)
  return () => document.removeEventListener('visibilitychange', again)
}

/** The same, and also every so many milliseconds. */
export function whileVisible(look: () => unknown, every: number): () => void {
  const end = whenVisible(look)
  const timer = setInterval(() => void (document.visibilityState === 'hidden' || look()), every)
  return () => {
    clearInterval(timer)
    end()
  }
}
