// Hot seat: several people share a device. Whoever is to act comes to the front, behind a curtain that they lift.

export class HotSeat {
  curtain = $state(false) // hides every hand
  private lifted: number | null = null // the seat whose curtain was lifted last

  /** Lifts the curtain for this seat. */
  lift(seat: number | null): void {
    this.lifted = seat
    this.curtain = false
  }

  /** No match is running: the next one begins behind a curtain. */
  reset(): void {
    this.lift(null)
  }

  /** The seat to view from now. Drops the curtain unless this seat has just lifted it. */
  next(seats: readonly number[], seat: number | null, acts: (seat: number | null) => boolean): number | null {
    const first = this.lifted === null ? seat : undefined
    const next = acts(seat) ? seat : (seats.find(acts) ?? first)
    if (next === undefined || next === this.lifted) return seat
    this.curtain = true
    return next
  }
}
