/** What a document's numbers and reasons come to when they are computed again. */
export interface Recomputed {
  readonly findings: readonly string[]
  /** Reasons that are proven, in plain words. */
  readonly proven: readonly string[]
}
