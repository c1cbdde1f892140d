// A flag stored in this browser, such as that an offer was declined.

export interface Flag {
  /** True if it was set; `otherwise` if there is no storage. */
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
      // No storage: each visit begins without it.
    }
  },
})
