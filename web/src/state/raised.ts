// What a player has started but not committed (a raised card, a half-made bid): undo puts that back first.

const ways = new Set<() => boolean>()

/**
 * Registers a way to put back the latest choice, which returns whether there was one. Returns a function that
 * unregisters it.
 */
export function raisable(putBack: () => boolean): () => void {
  ways.add(putBack)
  return () => void ways.delete(putBack)
}

/** Puts back the latest uncommitted choice; returns whether there was one. */
export function putBack(): boolean {
  return [...ways].some((way) => way())
}
