/** First version of a contract's or an option's receipt that shows the reason of each event. */
export const withReasons = 2

/** Result of recomputing a document's numbers and reasons. */
export interface Recomputed {
  readonly findings: readonly string[]
  /** Proven reasons, in plain words. */
  readonly proven: readonly string[]
}
