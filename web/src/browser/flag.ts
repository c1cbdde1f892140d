// Something that this browser remembers of its person, such as that they have declined an offer.

export interface Flag {
  /** Whether it was set; `otherwise` where a browser keeps nothing. */
  get(otherwise?: boolean): boolean
  set(value?: boolean): void
}

export const flag = (key: string): Flag => ({
  get(otherwise = false) {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return otherwise
    }
  },
  set(value = true) {
    try {
      if (value) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // A browser that keeps nothing begins each visit without it.
    }
  },
})
