// Which round ends this tab has shown, so that a reload shows one that was missed.

import { draft, drafted } from './draft'
import type { TableFacts, View } from '../wire/messages'

export class SeenRounds {
  constructor(private readonly table: string) {}

  /** True if the last round's end was not shown yet; a first visit has missed none. */
  misses(view: View, facts: TableFacts | null): boolean {
    const [seen] = drafted(this.name(facts))
    if (typeof seen !== 'number') this.keep(view, facts)
    return typeof seen === 'number' && numberOf(view) > seen
  }

  /** Marks the last round's end as shown. */
  keep(view: View | null | undefined, facts: TableFacts | null): void {
    draft(this.name(facts), [numberOf(view)])
  }

  private name(facts: TableFacts | null): string {
    return `rounds ${this.table} ${facts?.fair?.commitment ?? ''}` // per match: a table may have several
  }
}

const numberOf = (view: View | null | undefined): number => view?.last_round?.number ?? 0
