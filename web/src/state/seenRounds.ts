// Which round's end somebody has looked at, kept in this tab: a page that is loaded anew shows the one that was not.

import { draft, drafted } from './draft'
import type { TableFacts, View } from '../wire/messages'

export class SeenRounds {
  constructor(private readonly table: string) {}

  /** Whether the last round that ended has not been looked at; who comes anew has missed none. */
  misses(view: View, facts: TableFacts | null): boolean {
    const [seen] = drafted(this.name(facts))
    if (typeof seen !== 'number') this.keep(view, facts)
    return typeof seen === 'number' && numberOf(view) > seen
  }

  /** The last round that ended has been looked at. */
  keep(view: View | null | undefined, facts: TableFacts | null): void {
    draft(this.name(facts), [numberOf(view)])
  }

  private name(facts: TableFacts | null): string {
    return `rounds ${this.table} ${facts?.fair?.commitment ?? ''}` // of this match: a table may have several
  }
}

const numberOf = (view: View | null | undefined): number => view?.last_round?.number ?? 0
