// Running clocks: the server sends the time left, and this device counts down from when that was true.

import type { Absence, Clock, Interval, TableFacts } from '../wire/messages'

/** A clock, with the device time at which it was read. */
export type Running = Clock & { at: number }
/** The pause after a round, with the same timestamp. */
export type Pausing = Interval & { at: number }
/** How soon a bot plays for an absent player, with the same timestamp. */
export type Absent = Absence & { at: number }
/** Table facts whose running times carry a timestamp. */
export type Facts = Omit<TableFacts, 'clocks' | 'interval' | 'absences'> & {
  clocks: Running[]
  interval: Pausing | null
  absences: Absent[]
}

/**
 * Monotonic milliseconds: changing the device's clock has no effect. After a sleep, a new connection sends fresh times.
 */
export const now = (): number => performance.now()

/** Adds the device time to everything that runs. */
export function stamped(table: Partial<TableFacts>, at: number): Partial<Facts> {
  const { clocks, interval, absences, ...rest } = table
  return {
    ...rest,
    ...(clocks && { clocks: clocks.map((clock) => ({ ...clock, at })) }),
    ...(absences && { absences: absences.map((absence) => ({ ...absence, at })) }),
    ...(interval !== undefined && { interval: interval && { ...interval, at } }),
  }
}

/** The time left on a clock at this moment. */
export function leftOf({ left, bank, wait, at }: Omit<Running, 'seat'>, time: number): { left: number; bank: number } {
  const gone = Math.max(0, time - at - wait)
  return { left: Math.max(0, left - gone), bank: Math.max(0, bank - Math.max(0, gone - left)) }
}

/** Milliseconds until the displayed seconds change. */
export function nextSecond(clock: Omit<Running, 'seat'>, time: number): number {
  const { left, bank } = leftOf(clock, time)
  return Math.max(0, clock.at + clock.wait - time) + ((left || bank) % 1000 || 1000)
}
