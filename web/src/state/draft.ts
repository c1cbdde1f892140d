// Drafts: what somebody has laid out but not sent yet. Kept in session storage, so a reload does not lose it.

const KEY = 'foretold-draft '

/** The draft stored under this name; empty if there is none. */
export function drafted(name: string | undefined): unknown[] {
  if (name === undefined) return []
  try {
    const laid: unknown = JSON.parse(sessionStorage.getItem(KEY + name) ?? '[]')
    return Array.isArray(laid) ? laid : []
  } catch {
    return []
  }
}

/** Stores a draft under this name; an empty one is removed. */
export function draft(name: string | undefined, laid: readonly unknown[]): void {
  if (name === undefined) return
  try {
    if (laid.length) sessionStorage.setItem(KEY + name, JSON.stringify(laid))
    else sessionStorage.removeItem(KEY + name)
  } catch {
    // No storage: the draft lasts until the page is closed.
  }
}
