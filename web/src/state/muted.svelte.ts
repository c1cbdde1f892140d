// Whom somebody does not want to hear at a table, kept in this browser: people have no accounts, so it is by name.

const KEY = 'foretold-muted'
const MOST = 200 // names that are kept

export class Muted {
  private names = $state.raw<ReadonlySet<string>>(new Set())

  constructor(private readonly table: string) {
    this.names = new Set(kept().flatMap(([where, name]) => (where === table ? [name] : [])))
  }

  has(name: string): boolean {
    return this.names.has(name)
  }

  /** The person of this name is not heard any more, or is again. */
  set(name: string, muted: boolean): void {
    const names = new Set(this.names)
    if (muted) names.add(name)
    else names.delete(name)
    this.names = names
    keep([
      ...kept().filter(([where]) => where !== this.table),
      ...[...names].map((each): [string, string] => [this.table, each]),
    ])
  }
}

function kept(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? (found as [string, string][]) : []
  } catch {
    return []
  }
}

function keep(names: readonly [string, string][]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names.slice(-MOST)))
  } catch {
    // A browser that keeps nothing: it holds until the page is closed.
  }
}
