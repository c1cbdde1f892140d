// What somebody has laid out but not sent yet, kept while this tab is open: a reload does not take it away.

const KEY = 'foretold-draft '

/** What lies under this name; nothing where nothing was kept. */
export function drafted(name: string | undefined): unknown[] {
  if (name === undefined) return []
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY + name) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

/** Keeps this under the name, or nothing any more. */
export function draft(name: string | undefined, laid: readonly unknown[]): void {
  if (name === undefined) return
  try {
    if (laid.length) sessionStorage.setItem(KEY + name, JSON.stringify(laid))
    else sessionStorage.removeItem(KEY + name)
  } catch {
    // A browser that keeps nothing: it holds until the page is closed.
  }
}
