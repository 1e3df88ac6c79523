import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Progress of a long run, which continues from here. */
export interface SoakState {
  readonly steps: number
  /** Every seed up to here was run. */
  readonly through: number
  readonly clean: number
  readonly failures: readonly { readonly seed: number; readonly findings: readonly string[] }[]
}

/** Reads the state of an earlier run of as many steps; null where there is none. */
export function readState(file: string, steps: number): SoakState | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const state = JSON.parse(text) as SoakState
  return state.steps === steps ? state : null
}

/** Written whole, so that a run that is stopped at any moment can go on. */
export function writeState(file: string, state: SoakState): void {
  writeFileSync(`${file}.draft`, `${JSON.stringify(state, null, 2)}\n`)
  renameSync(`${file}.draft`, file)
}
