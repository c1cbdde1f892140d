// Several people at one device: the one who is to act comes to the front, behind a curtain that they lift themselves.

export class HotSeat {
  curtain = $state(false) // nothing of any hand is shown
  private lifted: number | null = null // whose curtain was lifted last

  /** The person of this seat lifts the curtain. */
  lift(seat: number | null): void {
    this.lifted = seat
    this.curtain = false
  }

  /** No match is played: the next one begins with a curtain. */
  reset(): void {
    this.lift(null)
  }

  /** The seat to look from now; the curtain falls before it unless its person has just lifted it. */
  next(seats: readonly number[], seat: number | null, acts: (seat: number | null) => boolean): number | null {
    const first = this.lifted === null ? seat : undefined
    const next = acts(seat) ? seat : (seats.find(acts) ?? first)
    if (next === undefined || next === this.lifted) return seat
    this.curtain = true
    return next
  }
}
