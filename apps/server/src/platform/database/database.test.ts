import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { openDatabaseServer } from './database-server.ts'
import { temporaryDataDir } from './temporary/temporary-data-dir.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('issue 2 "restart after kill -9": a query during a restart of PostgreSQL waits a moment and succeeds', async () => {
  const dataDir = temporaryDataDir('candor-database-')
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  const db = openDatabase(databaseServer.app)
  try {
    await db.pool.query('SELECT 1')
    const pid = databaseServer.postgresPid()
    process.kill(pid ?? 0, 'SIGKILL')
    // The resting connection is noticed as gone before the next one asks.
    await expect.poll(() => db.pool.totalCount).toBe(0)
    const { rows } = await db.pool.query<{ n: bigint }>('SELECT 7::bigint AS n, $1::bigint[] AS list', [
      '{1,NULL}',
    ])
    expect(rows).toEqual([{ n: 7n, list: [1n, null] }])
    await expect(db.transaction(async () => 'done')).resolves.toBe('done')
    await expect.poll(() => databaseServer.postgresPid()).not.toBe(pid)
  } finally {
    await db.close()
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
