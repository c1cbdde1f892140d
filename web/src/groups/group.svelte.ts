// A group on this page: polls as often as the server says while the page is visible.

import { whenVisible } from '../browser/visible'
import { ask, Refusal } from '../net/api'
import { me } from '../state/me.svelte'
import { whyNot } from '../text/refusals.svelte'
import type { GroupFacts, GroupMember, GroupResults } from '../wire/groups'
import type { Requests } from '../wire/rest'

export type GroupCommand = Requests['POST /api/groups/{group}/commands']['takes']
export type Span = GroupResults['span']

/** This device's time zone. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export class Group {
  facts = $state.raw<GroupFacts | null>(null)
  span = $state<Span>('recent')
  problem = $state('')
  missing = $state(false)
  private timer = 0

  constructor(readonly id: string) {
    $effect(() => {
      const end = whenVisible(() => this.look())
      return () => {
        end()
        window.clearTimeout(this.timer)
        this.timer = -1
      }
    })
  }

  readonly mine = $derived.by(() => this.facts?.members.find((member) => member.id === this.facts?.me))
  readonly owner = $derived.by(() => this.facts !== null && this.facts.me === this.facts.owner)

  /** A member's index, which decides their shape. */
  number(id: string): number {
    return Math.max(0, this.facts?.members.findIndex((member) => member.id === id) ?? 0)
  }

  member(id: string): GroupMember | undefined {
    return this.facts?.members.find((member) => member.id === id)
  }

  /** Sends a command; true if the server accepted it, otherwise `problem` says why not. */
  async send(command: GroupCommand): Promise<boolean> {
    this.problem = ''
    return this.take(ask('POST /api/groups/{group}/commands', command, { group: this.id, span: this.span }))
  }

  async show(span: Span): Promise<void> {
    this.span = span
    await this.look()
  }

  /** Removes a member, or leaves the group; returns whether it worked. */
  async remove(member: string): Promise<boolean> {
    return this.tried(ask('DELETE /api/groups/{group}/members/{member}', null, { group: this.id, member }))
  }

  async end(): Promise<boolean> {
    return this.tried(ask('DELETE /api/groups/{group}', null, { group: this.id }))
  }

  look(): Promise<boolean> {
    return this.take(ask('GET /api/groups/{group}', null, { group: this.id, span: this.span }))
  }

  private async tried(done: Promise<unknown>): Promise<boolean> {
    this.problem = ''
    try {
      await done
      return true
    } catch (error) {
      this.problem = whyNot(error)
      return false
    }
  }

  private async take(answer: Promise<GroupFacts>): Promise<boolean> {
    window.clearTimeout(this.timer)
    let wait = 10_000
    let good = true
    try {
      const facts = await answer
      this.facts = facts
      wait = facts.again * 1000
      if (!me.known) void me.load()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      good = false
      this.missing = error.problem.reason === 'no-such-group'
      if (error.problem.reason !== 'line-lost') this.problem = whyNot(error)
    }
    if (this.timer !== -1) this.timer = window.setTimeout(() => void this.look(), wait)
    return good
  }
}
