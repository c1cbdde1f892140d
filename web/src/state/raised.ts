// What a player has started but not committed (a raised card, a half-made bid): undo puts that back first.

const ways = new Set<() => boolean>()
let laid: readonly (number | string)[] = []

/** Keeps what the player has laid out so far, for whoever asks by ear: places of tokens, or cards of a bid. */
export function layOut(draft: readonly (number | string)[]): void {
  laid = [...draft]
}

/** What the player has laid out so far. */
export const laidOut = (): readonly (number | string)[] => laid

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
