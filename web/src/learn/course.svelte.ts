// The course of a lesson: its round's steps from the server, the current note, and the table at which the learner plays
// the rest of the round alone.

import { ask, leaveMatch } from '../net/api'
import type { MatchRecord, RecordedEvent } from '../wire/rest'
import { endOfRound, type Preview } from '../state/scene'
import { Table } from '../state/table.svelte'
import type { SeenEvent, Turn, View } from '../wire/messages'
import { takenSteps, type Lesson, type Note } from './lessons'
import { keepProgress, progressOf } from './progress'

interface Step {
  view: View
  shown: View // at the end of the round: the table before the next deal
  held: 'trick' | 'round' | null
  turn: Turn | null
  history: SeenEvent[]
}

const PACE = { slow: { play: 850, held: 1500 }, quick: { play: 240, held: 750 } } // ms per step
const BOT = 'novice' // the learner's opponents

export class Course {
  at = $state(0) // index of the current note
  step = $state(1)
  steps = $state.raw<Step[]>([])
  wrong = $state('') // a legal action the learner tried instead
  live = $state.raw<Table | null>(null) // the table where the learner plays alone
  ended = $state.raw<{ view: View; shown: View } | null>(null) // how the round ended there
  resumed = $state(false) // resumed at an earlier note, with nothing done since
  private taken: (RecordedEvent | null)[] = []
  private record: MatchRecord | null = null
  private previews: Record<string, Preview> = {}
  private timer = 0

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
  ) {}

  async load(): Promise<void> {
    const [record, previews] = await Promise.all([this.lesson.record(), this.lesson.previews()])
    this.record = record.default as MatchRecord
    this.previews = previews.default
    const replayed = await ask('POST /api/replay', this.record, { seat: 0, bids: 'cards' })
    this.taken = takenSteps(this.record)
    const steps: Step[] = []
    let before: View | null = null
    let history: SeenEvent[] = []
    for (const { views } of replayed.steps) {
      const view = { ...before, ...views[0]?.view } as View
      const more = views[0]?.history
      if (more) history = [...history.slice(0, more.keep), ...more.add]
      const ended: View | null = before?.phase === 'tricks' && view.phase !== 'tricks' ? endOfRound(before, view) : null
      const trick = view.tricks.length > (before?.tricks.length ?? 0)
      steps.push({
        view,
        shown: ended ?? view,
        held: ended ? 'round' : trick ? 'trick' : null,
        turn: views[0]?.turn ?? null,
        history,
      })
      before = view
    }
    this.resume()
    this.steps = steps
  }

  get note(): Note {
    return this.lesson.notes[this.at] as Note
  }

  get last(): boolean {
    return this.at === this.lesson.notes.length - 1
  }

  get ready(): boolean {
    return this.steps.length > 0
  }

  /** True once the steps up to the note's have been shown. */
  get arrived(): boolean {
    return this.step === this.note.at || this.ended !== null
  }

  get now(): Step | undefined {
    return this.steps[this.step]
  }

  get held(): 'trick' | 'round' | 'reveal' | null {
    if (!this.arrived) return this.now?.held ?? null
    return this.note.act || this.note.alone ? null : (this.note.held ?? this.now?.held ?? null)
  }

  /** What the learner may do: prophesy or bid at any time, otherwise act where the lesson waits for it. */
  get turn(): Turn | null {
    const choosing = this.now?.view.phase === 'prophecy' || this.now?.view.phase === 'bid'
    return choosing || (this.arrived && this.note.act) ? (this.now?.turn ?? null) : null
  }

  /** What the playable cards bring. */
  get preview(): Preview | null {
    return this.turn ? (this.previews[this.step] ?? null) : null
  }

  get wanted(): string {
    const event = this.taken[this.due.at + 1]
    return event && 'action' in event ? event.action : ''
  }

  /** The note whose action comes next. */
  get due(): Note {
    return this.lesson.notes.slice(this.at).find((note) => note.act) ?? this.note
  }

  act(action: string): void {
    if (action !== this.wanted) {
      this.wrong = action
      return
    }
    this.go(this.lesson.notes.indexOf(this.due) + 1, this.due.at + 1)
  }

  /** Goes to the next note; takes the current note's action, if it has one. */
  next(): void {
    if (!this.arrived) this.show(this.note.at)
    else if (this.note.act) this.act(this.wanted)
    else if (!this.last) this.go(this.at + 1, this.step)
  }

  back(): void {
    if (this.at === 0) return
    this.leave()
    window.clearTimeout(this.timer)
    this.wrong = ''
    this.ended = null
    this.at -= 1
    this.step = this.note.at
    this.keep()
  }

  restart(): void {
    this.leave()
    window.clearTimeout(this.timer)
    this.wrong = ''
    this.ended = null
    this.at = 0
    this.step = this.note.at
    this.keep()
  }

  /** Opens a table at which the learner plays on from here; `name` is for a visitor without one. */
  async playAlone(name: string): Promise<void> {
    if (!this.record) return
    const made = await leaveMatch({ record: this.record, step: this.note.at, seat: 0, bot: BOT, name })
    this.live = new Table(made.table)
    this.keep()
  }

  /** The round played alone has ended: the last note shows its result. */
  finish(): void {
    const [view, shown] = [this.live?.look?.view, this.live?.view]
    if (!view || !shown) return
    this.ended = { view, shown }
    this.leave()
    this.at = this.lesson.notes.length - 1
    this.keep()
  }

  /** The table is gone, or the page was reopened too late: the round can be played again from the same note. */
  lose(): void {
    this.live?.close()
    this.live = null
    this.keep()
  }

  /** Shows the rest of the round as recorded. */
  showRest(): void {
    this.leave()
    this.go(this.lesson.notes.length - 1, this.step, PACE.quick)
  }

  close(): void {
    window.clearTimeout(this.timer)
    this.live?.close()
  }

  /** Closes the table at which the learner plays alone. */
  private leave(): void {
    const table = this.live
    this.live = null
    if (table) void table.send({ type: 'close' }).finally(() => table.close())
  }

  /** Resumes the lesson where this browser left it. */
  private resume(): void {
    const { at, table } = progressOf(this.game)
    const note = this.lesson.notes[at]
    if (at <= 0 || !note || note.result) return
    this.at = at
    this.step = note.at
    this.resumed = true
    if (note.alone && table) this.live = new Table(table)
  }

  private keep(): void {
    this.resumed = false
    const done = this.last || progressOf(this.game).done
    keepProgress(this.game, { at: this.last ? 0 : this.at, table: this.live?.id ?? '', done })
  }

  private go(at: number, from: number, pace: (typeof PACE)['slow'] = PACE.slow): void {
    this.at = at
    this.wrong = ''
    this.show(Math.min(from, this.note.at))
    this.run(pace)
    this.keep()
  }

  private show(step: number): void {
    window.clearTimeout(this.timer)
    this.step = step
  }

  private run(pace: (typeof PACE)['slow']): void {
    if (this.arrived) return
    this.timer = window.setTimeout(
      () => {
        this.show(this.step + 1)
        this.run(pace)
      },
      this.now?.held ? pace.held : pace.play,
    )
  }
}
