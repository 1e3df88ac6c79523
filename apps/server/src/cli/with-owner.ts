import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { databaseSettingsOf } from '../platform/config/certificate-settings.ts'
import {
  openDatabaseServer,
  ownerOf,
  withClient,
  withGivenDatabase,
} from '../platform/database/database-server.ts'
import { notedIn } from '../platform/database/embedded/outside.ts'
import { quiet, runningOn } from './open-data.ts'
import { CommandError } from './say.ts'

/** Place of the database that a command looks at. */
export interface OwnerPlace {
  /** Folder of the embedded cluster; null where PostgreSQL is given. */
  readonly clusterDir: string | null
  readonly owner: pg.PoolConfig
}

/** There is no database yet. */
export class NoInstallation extends CommandError {}

/**
 * Runs `work` as the owner of the tables, and leaves the database as it is: neither migrations nor roles change. PostgreSQL of a stopped
 * data folder runs for the time of the command. Refuses with `NoInstallation` a folder without one.
 */
export async function withOwner<T>(
  dataDir: string,
  work: (client: pg.Client, place: OwnerPlace) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = databaseSettingsOf(process.env)
  if (databaseUrl !== null)
    return withGivenDatabase(databaseUrl, (client) =>
      work(client, { clusterDir: null, owner: ownerOf(databaseUrl) }),
    )
  const clusterDir = notedIn(dataDir) ?? join(dataDir, 'postgres')
  const running = await runningOn(dataDir)
  const asOwner = (owner: pg.PoolConfig) => withClient(owner, (client) => work(client, { clusterDir, owner }))
  if (running !== null) return asOwner(running.owner)
  if (!existsSync(clusterDir))
    throw new NoInstallation(`There is no installation in ${dataDir}: pass its data folder with --data.`)
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, log: quiet })
  try {
    return await asOwner(server.owner)
  } finally {
    await server.stop()
  }
}
