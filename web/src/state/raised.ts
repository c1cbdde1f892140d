// What somebody has begun but not done: it is put back before anything that was done is taken back.

const ways = new Set<() => boolean>()

/** A way to put back the last that was begun, which says whether there was something; it holds until the answer is called. */
export function raisable(putBack: () => boolean): () => void {
  ways.add(putBack)
  return () => void ways.delete(putBack)
}

/** Puts back the last that was begun and not done; whether there was something. */
export function putBack(): boolean {
  return [...ways].some((way) => way())
}
