import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))
const needsDatabase = process.env.CANDOR_MUTATION_NEEDS_DATABASE === '1'

/** How Stryker runs the tests of one part: one PostgreSQL for all mutants, and none where no test asks for one. */
export default defineConfig({
  root,
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts'],
    globalSetup: needsDatabase
      ? ['scripts/build-server.mjs', 'apps/server/src/platform/database/temporary/test-cluster.ts']
      : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A mutant that never reaches the state a test waits for takes this long.
    expect: { poll: { timeout: 20_000 } },
    // Modules are loaded per file, so that a change to what is computed at load takes effect.
    isolate: !needsDatabase,
  },
})
