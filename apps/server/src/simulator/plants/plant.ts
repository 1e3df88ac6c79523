import type { Theme } from '../theme.ts'

/** Text of a source that is replaced. */
interface Edit {
  /** Ends so; nothing else in the repository does. */
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
}

/** A guard that is taken out of one source, to see that the simulator misses it. No source of the product knows of it. */
export interface Plant extends Edit {
  readonly name: string
  /** Theme of the seeds that lead to it; without one every seed may. */
  readonly theme?: Theme
  /** A second guard that would do the work of the first; in another file. */
  readonly and?: Edit
}
