import { readCommandLine } from './command-line.mjs'
import { parts } from './mutation/parts.mjs'

const usage = `npm run mutate -- <part> [flags]

Changes the code of a part in one place after another and runs its tests: a change that no test notices survives.
Parts: ${Object.keys(parts).join(', ')}

--mutants <number>  test this many mutants, chosen by the seed (default: 300 for parts with a database, otherwise all)
--seed <number>     the choice to make (default 1)`

const { values, positionals } = readCommandLine(usage, {
  options: {
    mutants: { type: 'string' },
    seed: { type: 'string', default: '1' },
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
const reports = '.cache/mutation'
await new Stryker({
  mutate: [...part.code, '!**/*.test.ts', '!**/test-*.ts', '!**/*-tables.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/sample-checker.mjs'],
  checkers: sampled ? ['sample'] : [],
  sample: { mutants, seed: values.seed },
  warnings: { unknownOptions: false },
  coverageAnalysis: 'perTest',
  // Every test of a part has to run for what is computed at load. A package has few of those; a server has not the time.
  ignoreStatic: part.needsDatabase,
  disableTypeChecks: false,
  concurrency: 1,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  incremental: true,
  incrementalFile: `${reports}/${name}-incremental.json`,
  tempDirName: `.cache/mutation-${name}`,
  cleanTempDir: 'always',
  ignorePatterns: ['.cache', '**/.cache', '**/dist', 'test-results', 'playwright-report', 'release'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${reports}/${name}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
  allowConsoleColors: false,
}).runMutationTest()
