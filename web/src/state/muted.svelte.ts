// People muted at a table. Stored in this browser by name, since there are no accounts.

const KEY = 'foretold-muted'
const MOST = 200 // names to remember

export class Muted {
  private names = $state.raw<ReadonlySet<string>>(new Set())

  constructor(private readonly table: string) {
    this.names = new Set(kept().flatMap(([where, name]) => (where === table ? [name] : [])))
  }

  has(name: string): boolean {
    return this.names.has(name)
  }

  /** Mutes or unmutes the person with this name. */
  set(name: string, muted: boolean): void {
    const names = new Set(this.names)
    if (muted) names.add(name)
    else names.delete(name)
    this.names = names
    keep([
      ...kept().filter(([where]) => where !== this.table),
      ...[...names].map((name): [string, string] => [this.table, name]),
    ])
  }
}

function kept(): [string, string][] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(entries) ? (entries as [string, string][]) : []
  } catch {
    return []
  }
}

function keep(names: readonly [string, string][]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names.slice(-MOST)))
  } catch {
    // No storage: it lasts until the page is closed.
  }
}
