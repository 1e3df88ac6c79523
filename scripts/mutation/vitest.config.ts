import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { parts } from './parts.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { tests, needsDatabase } = partOf(process.env.CANDOR_MUTATED_PART ?? '')

/** Runs the tests of one part for Stryker: one PostgreSQL for all mutants, and none if no test needs one. */
export default defineConfig({
  root,
  test: {
    // Not by Stryker's testFiles: with those no test runs for a mutant in what is computed at load.
    include: [...tests],
    globalSetup: needsDatabase
      ? ['scripts/build-server.mjs', 'apps/server/src/platform/database/temporary/test-cluster.ts']
      : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Time limit of a mutant that never reaches the state a test waits for.
    expect: { poll: { timeout: 20_000 } },
    // Modules are loaded per file where a mutant is in what is computed at load.
    isolate: process.env.CANDOR_MUTATED_AT_LOAD !== undefined,
  },
})

function partOf(name: string) {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part is called ${name}`)
  return part
}
