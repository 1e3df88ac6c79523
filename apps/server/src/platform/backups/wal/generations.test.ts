import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newKeyPair } from '../../database/backup/encryption.ts'
import { openDatabase } from '../../database/database.ts'
import { openDatabaseServer, withClient } from '../../database/database-server.ts'
import { superuser } from '../../database/embedded/cluster.ts'
import type { Recovery } from '../../database/embedded/recover-cluster.ts'
import { lineOf, spoolOf } from '../../database/embedded/wal-spool.ts'
import { temporaryDataDir } from '../../database/temporary/temporary-data-dir.ts'
import { FolderBackups } from '../folder-backups.ts'
import { storeBase } from './base-backup.ts'
import { recoveryOf } from './recover-base.ts'
import { listBases } from './wal-names.ts'
import { WalShipper } from './wal-shipper.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const folder = temporaryDataDir('candor-generations-')
const store = new FolderBackups(join(folder, 'store'))
const keys = await newKeyPair()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a data folder, returns the rows in it, and archives a row before a base backup and one after it; null: none. */
async function liveOn(dataDir: string, n: number | null): Promise<readonly string[]> {
  const settings = { fsync: 'off' }
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, archives: true, log, settings })
  const query = (sql: string) =>
    withClient(
      { ...server.owner, user: superuser },
      async (client) => (await client.query<{ n: string }>(sql)).rows,
    )
  await query('CREATE TABLE IF NOT EXISTS probe (n text)')
  const found = await query('SELECT n FROM probe ORDER BY n')
  const db = openDatabase({ ...server.app, max: 1 })
  const [line, spool] = [lineOf(server.clusterDir ?? '') ?? '', spoolOf(server.clusterDir ?? '')]
  const shipper = new WalShipper({ store, line, spool, dataDir, recipient: keys.recipient, db })
  const archive = async (n: number) => {
    await query(`INSERT INTO probe VALUES ('${n} before')`)
    await storeBase({ owner: server.owner, dataDir }, store, keys.recipient)
    await query(`INSERT INTO probe VALUES ('${n} after')`)
    const [last] = await query('SELECT pg_walfile_name(pg_switch_wal()) AS n')
    await expect.poll(() => readdirSync(spool)).toContain(last?.n)
    await shipper.shipSegments()
  }
  if (n !== null) await archive(n)
  await db.close()
  await server.stop()
  return found.map((row) => row.n)
}

/** Restores the last state of the newest line into a new folder, as the command does: an ordinary start follows. */
async function restoreInto(dataDir: string): Promise<void> {
  mkdirSync(dataDir)
  const base = (await listBases(store)).at(-1)
  if (base === undefined) throw new Error('there is no base backup')
  const count = { files: 0, segments: 0, reached: null }
  const recovery: Recovery = recoveryOf(
    { store, base, dataDir, identity: keys.identity, target: null },
    count,
  )
  const settings = { fsync: 'off' }
  await (await openDatabaseServer({ dataDir, databaseUrl: null, log, settings, recovery })).stop()
}

test('I16.15: a restored installation archives into a line of its own, from which it is restored again', async () => {
  const [first, second, third] = ['1', '2', '3'].map((name) => join(folder, name)) as [string, string, string]
  expect(await liveOn(first, 1)).toEqual([])
  await restoreInto(second)
  expect(await liveOn(second, 2)).toEqual(['1 after', '1 before'])
  await restoreInto(third)
  expect(await liveOn(third, null)).toEqual(['1 after', '1 before', '2 after', '2 before'])
  expect(new Set((await listBases(store)).map(({ line }) => line)).size).toBe(2)
})
