/** One source text with a guard taken out: `from` must occur exactly once in `file`. */
export interface Plant {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Builds the simulator, with a bug planted or without; answers its file. */
export function buildSimulator(name?: string, plant?: Plant | null): Promise<string>
