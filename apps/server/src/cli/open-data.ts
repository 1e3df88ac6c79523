import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseSettingsOf } from '../platform/config/certificate-settings.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import {
  connectionOfRunning,
  type DatabaseServer,
  openDatabaseServer,
  withClient,
} from '../platform/database/database-server.ts'
import { notedIn } from '../platform/database/embedded/outside.ts'
import { openInstallation, updateInstallation } from '../platform/database/installation.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { openSecrets } from '../platform/keys/settle-keys.ts'
import { CommandError } from './say.ts'

/** Data of a command: the database of a running server, or one started for this command alone. */
export interface OpenData {
  readonly db: Database
  readonly owner: pg.PoolConfig
  readonly dataDir: string
  /** True when a server runs on the same data now. */
  readonly isRunning: boolean
  /** Opens the secrets in its tables. Refuses with a `StartError` where the data folder’s key is missing or that of another installation; never makes one. */
  secrets(): Promise<Secrets>
}

/** Log of a command, which prints its own results. */
export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface DataOptions {
  readonly asItIs?: boolean
  readonly creates?: { readonly sandbox: boolean } | null
}

/**
 * Runs a command on the data of `--data` (or of DATABASE_URL), with a running server or without one. Without one the database is brought to
 * this version first; `asItIs` leaves it at the one it has. `creates` makes the installation where there is none, permanently a sandbox or
 * real.
 */
export async function withData<T>(
  dataDir: string,
  work: (data: OpenData) => Promise<T>,
  { asItIs = false, creates = null }: DataOptions = {},
): Promise<T> {
  const folder = resolve(dataDir)
  const { databaseUrl, databaseAppCertificate: appCertificate } = databaseSettingsOf(process.env)
  const running = databaseUrl === null ? await runningOn(folder) : null
  if (running !== null) return withDatabase(running, folder, true, work)
  if (
    creates === null &&
    databaseUrl === null &&
    !existsSync(join(folder, 'postgres')) &&
    notedIn(folder) === null
  )
    throw new CommandError(`There is no installation in ${folder}: pass its data folder with --data.`)
  const databaseServer = await openDatabaseServer({
    dataDir: folder,
    databaseUrl,
    appCertificate,
    log: quiet,
  })
  try {
    if (creates !== null) await openInstallation(databaseServer.owner, { ...creates, dataDir: folder })
    else if (!asItIs) await updateInstallation(databaseServer.owner, folder)
    return await withDatabase(databaseServer, folder, false, work)
  } finally {
    await databaseServer.stop()
  }
}

const startPatienceMs = 5_000
const lookEveryMs = 100

/** The database of the server that runs on the folder; one that is just starting or ending is waited for. */
export async function runningOn(folder: string): Promise<Pick<DatabaseServer, 'owner' | 'app'> | null> {
  for (const until = performance.now() + startPatienceMs; ; ) {
    try {
      return connectionOfRunning(folder)
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException
      if (code !== 'ENOENT' || performance.now() > until) throw error
      await sleep(lookEveryMs)
    }
  }
}

async function withDatabase<T>(
  databaseServer: { readonly owner: pg.PoolConfig; readonly app: pg.PoolConfig },
  dataDir: string,
  isRunning: boolean,
  work: (data: OpenData) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ ...databaseServer.app, max: 4 })
  try {
    const secrets = () => withClient(databaseServer.owner, (client) => openSecrets(client, dataDir))
    return await work({ db, owner: databaseServer.owner, dataDir, isRunning, secrets })
  } finally {
    await db.close()
  }
}
