// A lesson as it goes: the steps of its round from the server, and the note that is read.

import { ask } from '../lib/api'
import type { MatchRecord, RecordedEvent } from '../lib/answers'
import { endOfRound } from '../lib/scene'
import type { Turn, View } from '../lib/wire'
import { takenSteps, type Lesson, type Note } from './lessons'

interface Step {
  view: View
  shown: View // at the end of the round the table as it lay
  held: 'trick' | 'round' | null
  turn: Turn | null
}

const PACE = { slow: { play: 850, held: 1500 }, quick: { play: 240, held: 750 } } // ms that a step stays

export class Course {
  at = $state(0) // the note
  step = $state(1)
  steps = $state.raw<Step[]>([])
  wrong = $state('') // another legal action that was tried
  private taken: (RecordedEvent | null)[] = []
  private timer = 0

  constructor(readonly lesson: Lesson) {}

  async load(): Promise<void> {
    const record = (await this.lesson.record()).default as MatchRecord
    const told = await ask('POST /api/replay', record, { seat: 0, bids: 'cards' })
    this.taken = takenSteps(record)
    const steps: Step[] = []
    let before: View | null = null
    for (const { views } of told.steps) {
      const view = { ...before, ...views[0]?.view } as View
      const ended: View | null = before?.phase === 'tricks' && view.phase !== 'tricks' ? endOfRound(before, view) : null
      const trick = view.tricks.length > (before?.tricks.length ?? 0)
      steps.push({ view, shown: ended ?? view, held: ended ? 'round' : trick ? 'trick' : null, turn: views[0]?.turn ?? null })
      before = view
    }
    this.steps = steps
  }

  get note(): Note {
    return this.lesson.notes[this.at] as Note
  }

  get ready(): boolean {
    return this.steps.length > 0
  }

  /** The steps up to the note's have been shown. */
  get arrived(): boolean {
    return this.step === this.note.at
  }

  get now(): Step | undefined {
    return this.steps[this.step]
  }

  get held(): 'trick' | 'round' | 'reveal' | null {
    if (!this.arrived) return this.now?.held ?? null
    return this.note.act ? null : (this.note.held ?? this.now?.held ?? null)
  }

  /** What the learner may do: in the prophecy or the bid at any time, else where the lesson waits for it. */
  get turn(): Turn | null {
    const choosing = this.now?.view.phase === 'prophecy' || this.now?.view.phase === 'bid'
    return choosing || (this.arrived && this.note.act) ? (this.now?.turn ?? null) : null
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

  /** The next note; where something is to be done, it is done. */
  next(): void {
    if (!this.arrived) this.show(this.note.at)
    else if (this.note.act) this.act(this.wanted)
    else if (this.at < this.lesson.notes.length - 1) this.go(this.at + 1, this.step)
  }

  back(): void {
    if (this.at === 0) return
    window.clearTimeout(this.timer)
    this.wrong = ''
    this.at -= 1
    this.step = this.note.at
  }

  close(): void {
    window.clearTimeout(this.timer)
  }

  private go(at: number, from: number): void {
    const quick = this.note.rest === true
    this.at = at
    this.wrong = ''
    this.show(Math.min(from, this.note.at))
    this.run(quick ? PACE.quick : PACE.slow)
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
