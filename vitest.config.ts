import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { textsPlugin } from './packages/texts/src/vite-plugin.ts'

/** Files that take half a minute or more, and would otherwise be the last to run, beside idle workers. */
const longest = ['simulator/simulator', 'stop-without-database', 'processes', 'installation', 'setup/setup']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const others = await super.sort(files)
    return [...others.filter(isLong), ...others.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  // What the browser calls `virtual:texts`: a test of its parts loads them as the page does.
  plugins: [textsPlugin(fileURLToPath(new URL('packages/texts/src', import.meta.url)))],
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/build-server.mjs', 'apps/server/src/platform/database/temporary/test-cluster.ts'],
    // Tests wait for states. How long they would wait tells only that something hangs, never that a machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Many tests wait for other processes: two cores are busy with three.
    maxWorkers: 3,
    // Files of one worker share the modules they load: reading them anew was a quarter of the whole run's time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
