import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { startApp } from '../compose.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { connectionOfRunning } from '../platform/database/database-server.ts'
import { superuser } from '../platform/database/embedded/cluster.ts'
import { freshDatabase } from '../platform/database/temporary/test-database.ts'
import { realSurroundings } from '../real-surroundings.ts'
import type { RunningApp, Surroundings } from '../running-app.ts'
import { leaveOutPasts } from './servers/test-sandbox.ts'
import { type TestApp, withClient } from './test-client.ts'
import { copyInstallation } from './test-installation.ts'

export * from './test-client.ts'

/** Every role but `jobs`, for a test that runs jobs itself: the server's own runs would race it. */
export const rolesWithoutJobs: Config['roles'] = ['api', 'feeds', 'engine', 'live']

/** The whole server in this process, with its own port, and its own database in the PostgreSQL that all tests share. */
export async function startTestApp(
  changes: Partial<Config> = {},
  surroundings: Partial<Surroundings> = {},
): Promise<TestApp> {
  const database = await freshDatabase({ max: 3 })
  await leaveOutPasts(database)
  const { running, dataDir } = await startWith(
    { databaseUrl: urlOf(database.owner), ...changes },
    surroundings,
  )
  const stop = async () => {
    await running.stop()
    await database.dispose()
  }
  // Closed with the database itself, which is dropped after the server ended.
  const db = { ...database, close: async () => undefined }
  return withClient({ ...running, stop }, dataDir, db)
}

/** The same with its own PostgreSQL in its data folder, for tests that use the command line next to it, or restart it. */
export async function startEmbeddedTestApp(changes: Partial<Config> = {}): Promise<TestApp> {
  const made = changes.dataDir ?? (await copyInstallation('candor-app-'))
  const { running, dataDir } = await startWith({ ...changes, dataDir: made })
  const connection = connectionOfRunning(dataDir)
  if (connection === null) throw new Error('the test server has no connection file')
  return withClient(running, dataDir, openDatabase({ ...connection.app, max: 3 }))
}

/** Connection as in DATABASE_URL: the superuser, who then switches to `candor_app`. */
const urlOf = ({ host = '', port, database }: pg.PoolConfig): string =>
  `postgres://${superuser}@${encodeURIComponent(host)}:${port}/${database}`

async function startWith(
  changes: Partial<Config>,
  surroundings: Partial<Surroundings> = {},
): Promise<{ readonly running: RunningApp; readonly dataDir: string }> {
  const dataDir = changes.dataDir ?? mkdtempSync(join(tmpdir(), 'candor-app-'))
  const config = {
    // The database of a test is not marked yet.
    ...readConfig(['--sandbox', '--port', '0', '--host', '127.0.0.1', '--data', dataDir], {}, '/'),
    ...changes,
  }
  const running = await startApp({ ...config, checkResults: true }, pino({ level: 'silent' }), {
    ...realSurroundings,
    ...surroundings,
  })
  return { running, dataDir }
}
