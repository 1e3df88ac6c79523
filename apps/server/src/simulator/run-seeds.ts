import { readFileSync } from 'node:fs'
import { sha256 } from '../platform/sha256.ts'
import { print, type SoakFlags } from './flags.ts'
import { runSeed, type SeedOptions, type SeedRun } from './run-seed.ts'
import { readState, type SoakState, writeState } from './state-file.ts'
import { Tally } from './tally.ts'
import { themeOf } from './theme.ts'

const rarely = 25

/** Runs what is left of a row of seeds; answers how many had findings. */
export async function runSeeds(parts: SeedOptions, flags: SoakFlags): Promise<number> {
  const { seeds, from, steps, state: file } = flags
  let state = begin(flags)
  const tally = new Tally()
  const startedAt = process.hrtime.bigint()
  const continues = () => !flags.first || state.failures.length === 0
  while (state.through < from + seeds - 1 && continues()) {
    const seed = nextSeed(state.through, flags)
    const run = await runSeed(parts, seed, steps)
    const findings = [...run.findings, ...(flags.twice ? await differences(parts, run, steps) : [])]
    tally.add(run)
    state = withRun(state, seed, findings)
    if (file !== null) writeState(file, state)
    printRun(run, findings, state, seeds <= rarely || seed % rarely === 0)
  }
  if (flags.tally) tally.lines().forEach(print)
  const seconds = (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1)
  const { clean, failures } = state
  print(`${clean} seeds of ${steps} steps clean, ${failures.length} with findings, ${seconds} s`)
  return failures.length
}

/** The seed after another; with `--theme` the next that has it. */
function nextSeed(before: number, { theme }: SoakFlags): number {
  let seed = before + 1
  while (theme !== null && themeOf(seed) !== theme) seed += 1
  return seed
}

function begin({ from, steps, state: file }: SoakFlags): SoakState {
  const of = { build: sha256(readFileSync(process.argv[1] ?? '', 'utf8')), steps }
  const previous = file === null ? null : readState(file, of)
  if (previous !== null) print(`continuing after seed ${previous.through}: ${previous.clean} clean so far`)
  return previous ?? { ...of, through: from - 1, clean: 0, failures: [] }
}

const withRun = (state: SoakState, seed: number, findings: readonly string[]): SoakState => ({
  ...state,
  through: seed,
  clean: state.clean + (findings.length === 0 ? 1 : 0),
  failures: findings.length === 0 ? state.failures : [...state.failures, { seed, findings }],
})

function printRun(run: SeedRun, findings: readonly string[], state: SoakState, always: boolean): void {
  for (const finding of findings) print(`seed ${run.seed}: ${finding}`)
  if (!always && findings.length === 0) return
  print(
    `seed ${run.seed}: ${run.steps} steps, ${run.accepted} of ${run.requests} requests accepted, ` +
      `${run.statements} statements, ends as ${run.hash.slice(0, 16)}; ` +
      `${state.clean} clean, ${state.failures.length} not`,
  )
}

/** The same seed once more: it must end the same. */
async function differences(parts: SeedOptions, run: SeedRun, steps: number): Promise<string[]> {
  const again = await runSeed({ ...parts, print: null }, run.seed, steps)
  return again.hash === run.hash ? [] : [`ends as ${again.hash} the second time, as ${run.hash} the first`]
}
