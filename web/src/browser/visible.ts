// What a page does only while somebody looks at it.

/** Calls `look` now and whenever the page comes into view again; what it gives ends that. */
export function whenVisible(look: () => unknown): () => void {
  const again = (): void => void (document.visibilityState === 'hidden' || look())
  again()
  document.addEventListener('visibilitychange', again)
  return () => document.removeEventListener('visibilitychange', again)
}

/** Calls `look` in the same way, and every so many milliseconds. */
export function whileVisible(look: () => unknown, every: number): () => void {
  const end = whenVisible(look)
  const timer = setInterval(() => void (document.visibilityState === 'hidden' || look()), every)
  return () => {
    clearInterval(timer)
    end()
  }
}
