// A countdown for one seat: the time for this decision, then its bank.

import { untrack } from 'svelte'
import { leftOf, nextSecond, now, type Running } from './clock'
import { t } from '../i18n/index.svelte'

const SHORT = 10_000 // ms

export class Countdown {
  private readonly told: () => Omit<Running, 'seat'> | undefined
  private time = $state(now())

  constructor(told: () => Omit<Running, 'seat'> | undefined, paused: () => boolean = () => false) {
    this.told = told
    $effect(() => {
      const clock = told()
      if (!clock) return
      let timer = 0
      const tick = (): void => {
        this.time = now()
        if (this.left + this.bank > 0) timer = window.setTimeout(tick, nextSecond(clock, this.time) + 1)
      }
      if (paused()) this.time = now()
      else untrack(tick)
      return () => window.clearTimeout(timer)
    })
  }

  private readonly rest = $derived.by(() => leftOf(this.told() ?? { left: 0, bank: 0, wait: 0, at: 0 }, this.time))
  readonly left = $derived.by(() => this.rest.left)
  readonly bank = $derived.by(() => this.rest.bank)
  /** True once the time for this decision is used up and the bank is running. */
  readonly onBank = $derived.by(() => this.left <= 0 && this.bank > 0)
  readonly short = $derived.by(() => this.left + this.bank < SHORT)
}

/** Milliseconds as a clock displays them. */
export function spelled(time: number): string {
  const seconds = Math.ceil(time / 1000)
  const hours = Math.floor(seconds / 3600)
  if (hours >= 24) return t('seven.days', { d: Math.floor(hours / 24), h: hours % 24 })
  const minutes = Math.floor(seconds / 60) % 60
  if (hours > 0) return t('time.both', { h: hours, m: minutes })
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
