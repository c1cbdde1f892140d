// How long a seat has left: its time for this decision, then its bank. The server told it at some moment; from then on it runs here.

import { t } from '../words/index.svelte'

const SHORT = 10_000 // ms

export class Countdown {
  private readonly told: () => { left: number; bank: number } | undefined
  private since = $state(Date.now())
  private now = $state(Date.now())

  constructor(told: () => { left: number; bank: number } | undefined, paused: () => boolean) {
    this.told = told
    $effect(() => {
      if (!told()) return
      this.since = this.now = Date.now()
      if (paused()) return
      const timer = setInterval(() => (this.now = Date.now()), 500)
      return () => clearInterval(timer)
    })
  }

  private readonly gone = $derived.by(() => this.now - this.since)
  readonly left = $derived.by(() => Math.max(0, (this.told()?.left ?? 0) - this.gone))
  readonly bank = $derived.by(() => {
    const { left = 0, bank = 0 } = this.told() ?? {}
    return Math.max(0, bank - Math.max(0, this.gone - left))
  })
  /** The time for this decision is used up, and the bank is not. */
  readonly onBank = $derived.by(() => this.left <= 0 && this.bank > 0)
  readonly short = $derived.by(() => this.left + this.bank < SHORT)
}

/** Milliseconds as a clock shows them. */
export function spelled(time: number): string {
  const seconds = Math.ceil(time / 1000)
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return t('seven.days', { d: Math.floor(hours / 24), h: hours % 24 })
  const two = (n: number): string => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
