// Time that runs: the server tells what is left of it, and this device counts on from the moment at which that was true.

import type { Absence, Clock, Interval, TableFacts } from '../wire/messages'

/** A clock, with the time of this device at which it was so. */
export type Running = Clock & { at: number }
/** The pause after a round, likewise. */
export type Pausing = Interval & { at: number }
/** How soon a bot plays for a person who is away, likewise. */
export type Absent = Absence & { at: number }
/** The facts of a table; what runs in them knows since when. */
export type Facts = Omit<TableFacts, 'clocks' | 'interval' | 'absences'> & {
  clocks: Running[]
  interval: Pausing | null
  absences: Absent[]
}

/** Milliseconds that never jump, whoever sets the clock of the device. After a sleep the line is a new one, and tells anew. */
export const now = (): number => performance.now()

/** The facts as they were true at this time of the device. */
export function stamped(table: Partial<TableFacts>, at: number): Partial<Facts> {
  const { clocks, interval, absences, ...rest } = table
  return {
    ...rest,
    ...(clocks && { clocks: clocks.map((each) => ({ ...each, at })) }),
    ...(absences && { absences: absences.map((each) => ({ ...each, at })) }),
    ...(interval !== undefined && { interval: interval && { ...interval, at } }),
  }
}

/** What is left of a clock at this time. */
export function leftOf({ left, bank, wait, at }: Omit<Running, 'seat'>, time: number): { left: number; bank: number } {
  const gone = Math.max(0, time - at - wait)
  return { left: Math.max(0, left - gone), bank: Math.max(0, bank - Math.max(0, gone - left)) }
}

/** How soon the seconds that a clock shows are others. */
export function nextSecond(clock: Omit<Running, 'seat'>, time: number): number {
  const { left, bank } = leftOf(clock, time)
  return Math.max(0, clock.at + clock.wait - time) + ((left || bank) % 1000 || 1000)
}
