import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { oneStarterAtATime } from '../database/migrate.ts'
import { StartError } from '../start-error.ts'
import { type InstallationKeys, readInstallationKeys, writeInstallationKeys } from './installation-key.ts'
import { keyBytes } from './sealing.ts'
import { findKeys, sealEverything } from './settle-keys.ts'

/**
 * Replaces the installation's key and re-encrypts everything with the new one. The file names both keys until the database has committed, so that a
 * start completes what a crash interrupted; a rotation that was interrupted is completed instead of another one begun. Refuses with a `StartError`
 * while any process uses the database: it would go on with the old key.
 */
export const rotateInstallationKey = (owner: pg.ClientConfig, dataDir: string): Promise<void> =>
  oneStarterAtATime(owner, async (client) => {
    await refuseWhileUsed(client)
    const { inUse, sealedWith } = await findKeys(client, dataDir, { mayMake: false })
    const next = inUse.equals(sealedWith) ? randomBytes(keyBytes) : inUse
    const before = readInstallationKeys(dataDir) ?? []
    const both: InstallationKeys = [next, ...before.filter((key) => !key.equals(next))]
    writeInstallationKeys(dataDir, both)
    await sealEverything(client, { inUse: next, sealedWith })
    writeInstallationKeys(dataDir, [next])
  })

/** A session that has just ended is still listed for a moment. */
const patienceMs = 5_000
const lookEveryMs = 100

async function refuseWhileUsed(client: pg.Client): Promise<void> {
  for (const until = performance.now() + patienceMs; await isUsed(client); await sleep(lookEveryMs))
    if (performance.now() > until)
      throw new StartError(
        'Another process uses the database of this installation: stop every server and command, then rotate the key. Nothing was changed.',
      )
}

/** Checks whether the database has sessions besides this one. PostgreSQL's own workers have no user. */
async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL) AS used`,
  )
  return rows[0]?.used === true
}
