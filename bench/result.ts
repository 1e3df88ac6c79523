/** One claim of speed: a ratio to a baseline measured in the same run, or a size or time against its stated goal. */
export interface BenchResult {
  readonly name: string
  /** The measured figure divided by the named baseline; null where it needs no baseline (sizes, seconds). */
  readonly ratio: number | null
  /** In plain words: `≥ 2.5`, `≤ 120 kB`. */
  readonly goal: string
  readonly reached: boolean
  /** Every figure behind it, one a line. */
  readonly details: readonly string[]
}
