import { readCommandLine } from './command-line.mjs'
import { parts } from './mutation/parts.mjs'

const usage = `npm run mutate -- <part> [flags]

Changes the code of a part in one place after another and runs its tests: a change that no test notices survives.
Parts: ${Object.keys(parts).join(', ')}

--mutants <number>  test this many mutants, chosen by the seed (default: 300 for parts with a database, otherwise all)
--seed <number>     the choice to make (default 1)
--only <path>       test the mutants in this file or folder of the part alone; results of other files are kept`

const { values, positionals } = readCommandLine(usage, {
  options: {
    mutants: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const name = positionals[0] ?? ''
const part = parts[name]
const mutants = Number(values.mutants ?? (part?.needsDatabase ? 300 : Number.POSITIVE_INFINITY))
if (part === undefined || positionals.length > 1 || !(mutants > 0)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

// Loaded late: the usage needs none of it.
const { Stryker } = await import('@stryker-mutator/core')
process.env.CANDOR_MUTATED_PART = name
const sampled = Number.isFinite(mutants)
const chosen = values.only === undefined ? part.code : [values.only, `${values.only}/**/*.ts`]
const reports = '.cache/mutation'

/** Tests the mutants that no earlier run of the same code has tested. */
const run = (options) =>
  new Stryker({
    mutate: [...chosen, '!**/*.test.ts', '!**/test-*.ts', '!**/*-tables.ts'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: [
      '@stryker-mutator/vitest-runner',
      './scripts/mutation/sample-checker.mjs',
      './scripts/mutation/survivor-reporter.mjs',
    ],
    checkers: sampled ? ['sample'] : [],
    sample: { mutants, seed: values.seed },
    warnings: { unknownOptions: false },
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    concurrency: 1,
    // Four times what the tests take in the first run, and this: a busy machine is no killed mutant.
    timeoutFactor: 4,
    timeoutMS: part.needsDatabase ? 20_000 : 8000,
    dryRunTimeoutMinutes: 20,
    incremental: true,
    incrementalFile: `${reports}/${name}-incremental.json`,
    tempDirName: `.cache/mutation-${name}`,
    cleanTempDir: 'always',
    ignorePatterns: ['.cache', '**/.cache', '**/dist', 'test-results', 'playwright-report', 'release'],
    reporters: ['progress-append-only', 'survivors', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${reports}/${name}.json` },
    thresholds: { high: 95, low: 90, break: 90 },
    allowConsoleColors: false,
    ...options,
  }).runMutationTest()

if (part.needsDatabase) {
  // Every test has to run for what is computed at load, and modules loaded again: a server has not the time.
  await run({ ignoreStatic: true })
} else {
  // Modules stay loaded, which is ten times as fast, for all mutants but those in what is computed at load.
  await run({
    ignoreStatic: true,
    reporters: ['progress-append-only', 'survivors'],
    thresholds: { break: null },
  })
  process.env.CANDOR_MUTATED_AT_LOAD = '1'
  await run({ ignoreStatic: false })
}
