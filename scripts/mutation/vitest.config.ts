import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { parts } from './parts.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { tests, needsDatabase } = partOf(process.env.CANDOR_MUTATED_PART ?? '')

/** Runs the test files without a server first: most mutants end there, in a tenth of the time. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').includes('TestApp(') ? 1 : 0
    return files.toSorted((a, b) => costOf(a) - costOf(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

/** Runs the tests of one part for Stryker: one PostgreSQL for all mutants, and none if no test needs one. */
export default defineConfig({
  root,
  test: {
    // Not by Stryker's testFiles: with those no test runs for a mutant in what is computed at load.
    include: [...tests],
    globalSetup: needsDatabase
      ? ['scripts/build-server.mjs', 'apps/server/src/platform/database/temporary/test-cluster.ts']
      : [],
    sequence: { sequencer: CheapFirst },
    runner: 'scripts/mutation/bail-runner.mjs',
    passWithNoTests: true,
    // Time limits of a mutant that never reaches the state a test waits for.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000 } },
    // Modules are loaded per file where a mutant is in what is computed at load.
    isolate: process.env.CANDOR_MUTATED_AT_LOAD !== undefined,
  },
})

function partOf(name: string) {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part is called ${name}`)
  return part
}
