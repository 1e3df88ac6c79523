/** Result of recomputing a document's numbers and reasons. */
export interface Recomputed {
  readonly findings: readonly string[]
  /** Proven reasons, in plain words. */
  readonly proven: readonly string[]
}
