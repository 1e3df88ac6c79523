import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedServer } from '../embedded/embedded-server.ts'
import { holderOf } from '../embedded/folder-lock.ts'
import { makeTemplate, type TestCluster } from './clone-database.ts'
import { abandonedMemoryFolders, openMemoryFolder } from './memory-folder.ts'
import { temporaryDataDir } from './temporary-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
    /** The folder where a first start is made once in a run, when a test wants one. */
    testInstallation: string
  }
}

const prefix = 'candor-test-'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * vitest's globalSetup: one PostgreSQL per test run, in a temporary folder, with a migrated template to clone. Temporary
 * folders of the whole run, including those of the tests, are in memory where there is space.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned(tmpdir())
  for (const folder of abandonedMemoryFolders()) {
    await sweepAbandoned(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const memory = openMemoryFolder()
  // The processes of the tests, and those that they start, inherit it.
  if (memory !== null) process.env.TMPDIR = memory.path
  const dataDir = temporaryDataDir(prefix)
  // Nothing here outlives the run, so only this cluster runs without fsync; the kill tests start their own with it.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
  }
  const server = await startEmbeddedServer({ dataDir, log: silent, settings })
  const { host = '', port = 0 } = server.connection
  await makeTemplate({ host, port })
  project.provide('testCluster', { host, port })
  project.provide('testInstallation', join(dataDir, 'installation'))
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    memory?.remove()
  }
}

/** A test run that was killed leaves its PostgreSQL behind; the next run ends it. */
async function sweepAbandoned(folder: string): Promise<void> {
  for (const name of namesIn(folder).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(folder, name)
    if (holderOf(dataDir) !== null) continue
    try {
      const server = await startEmbeddedServer({ dataDir, log: silent })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    } catch {
      // Another run sweeps it, or another user owns it.
    }
  }
}

/** Lists a folder; another run that sweeps at the same time may have removed it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
