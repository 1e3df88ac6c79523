import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Progress of a long run, which continues from here. */
export interface SoakState {
  /** SHA-256 of the simulator that ran them: seeds of another build say nothing of this one. */
  readonly build: string
  readonly steps: number
  /** Every seed up to here was run. */
  readonly through: number
  readonly clean: number
  readonly failures: readonly { readonly seed: number; readonly findings: readonly string[] }[]
}

/** Reads the state of an earlier run of the same build and as many steps; null where there is none. */
export function readState(
  file: string,
  { build, steps }: Pick<SoakState, 'build' | 'steps'>,
): SoakState | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const state = JSON.parse(text) as SoakState
  return state.build === build && state.steps === steps ? state : null
}

/** Written whole, so that a run that is stopped at any moment can go on. */
export function writeState(file: string, state: SoakState): void {
  writeFileSync(`${file}.draft`, `${JSON.stringify(state, null, 2)}\n`)
  renameSync(`${file}.draft`, file)
}
