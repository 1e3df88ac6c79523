/** A guard that is taken out of one source, to see that the simulator misses it. No source of the product knows of it. */
export interface Plant {
  readonly name: string
  /** Ends so; nothing else in the repository does. */
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
}
