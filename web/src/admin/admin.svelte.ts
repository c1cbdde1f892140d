// The operator's page: polls figures every few seconds, and lists at intervals and after each action.

import { ask, Refusal } from '../net/api'
import { whyNot } from '../text/refusals.svelte'
import type {
  AdminAnnouncement,
  AdminLimit,
  AdminLogLine,
  AdminPeople,
  AdminReport,
  AdminRestriction,
  AdminSession,
  AdminStatus,
  AdminTables,
  AnyOperatorAction,
} from '../wire/admin'

const LOOK = 5_000 // ms

/** An action waiting for its reason. */
export interface Wish {
  title: string
  text: string
  label: string
  lasting: boolean // whether it is temporary
  warn: boolean
  networks: readonly string[] // networks that can be blocked instead of the person
  make: (reason: string, hours: number | null, network: string) => AnyOperatorAction
}

export class Admin {
  status = $state.raw<AdminStatus | null>(null)
  tables = $state.raw<AdminTables>({ tables: [], all: 0 })
  people = $state.raw<AdminPeople>({ people: [], all: 0 })
  reports = $state.raw<AdminReport[]>([])
  restrictions = $state.raw<AdminRestriction[]>([])
  announcements = $state.raw<AdminAnnouncement[]>([])
  limits = $state.raw<AdminLimit[]>([])
  log = $state.raw<AdminLogLine[]>([])
  sessions = $state.raw<AdminSession[]>([])
  findTable = $state('')
  findPerson = $state('')
  wish = $state.raw<Wish | null>(null)
  problem = $state('')
  shutOut = $state('') // why nothing is shown
  private timer = 0

  /** Signs in with a link's token if there is one, then polls; returns a function that stops it. */
  begin(token: string): () => void {
    void this.start(token)
    return () => {
      window.clearTimeout(this.timer)
      this.timer = -1
    }
  }

  private async start(token: string): Promise<void> {
    try {
      if (token) await ask('POST /api/admin/session', { token })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(await this.signedIn())) {
        this.shutOut = whyNot(error)
        return
      }
    }
    await this.look()
  }

  /** True if this browser already has a session: a link may be opened twice. */
  private async signedIn(): Promise<boolean> {
    return ask('GET /api/admin/status', null).then(
      () => true,
      () => false,
    )
  }

  async look(): Promise<void> {
    window.clearTimeout(this.timer)
    try {
      const [status, tables, people, reports, restrictions, announcements, limits, log, sessions] = await Promise.all([
        ask('GET /api/admin/status', null),
        ask('GET /api/admin/tables', null, { find: this.findTable }),
        ask('GET /api/admin/people', null, { find: this.findPerson }),
        ask('GET /api/admin/reports', null),
        ask('GET /api/admin/restrictions', null),
        ask('GET /api/admin/announcements', null),
        ask('GET /api/admin/limits', null),
        ask('GET /api/admin/log', null),
        ask('GET /api/admin/sessions', null),
      ])
      this.status = status
      this.tables = tables
      this.people = people
      this.reports = reports.reports
      this.restrictions = restrictions.restrictions
      this.announcements = announcements.announcements
      this.limits = limits.limits
      this.log = log.lines
      this.sessions = sessions.sessions
      this.problem = ''
    } catch (error) {
      const why = whyNot(error)
      if (error instanceof Refusal && error.problem.reason === 'admin-link') {
        this.status = null
        this.shutOut = why
        return
      }
      this.problem = why
    }
    if (this.timer >= 0) this.timer = window.setTimeout(() => void this.lookAgain(), LOOK)
  }

  private async lookAgain(): Promise<void> {
    if (document.visibilityState === 'hidden') this.timer = window.setTimeout(() => void this.lookAgain(), LOOK)
    else await this.look()
  }

  /** Performs an action; true if the server accepted it, otherwise `problem` says why not. */
  async act(action: AnyOperatorAction): Promise<boolean> {
    try {
      await ask('POST /api/admin/actions', action)
    } catch (error) {
      this.problem = whyNot(error)
      return false
    }
    await this.look()
    return true
  }

  async signOut(): Promise<void> {
    try {
      await ask('DELETE /api/admin/session', null)
    } catch (error) {
      this.problem = whyNot(error)
    }
    await this.look()
  }
}
