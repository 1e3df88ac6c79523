import { allMarkets } from '@candor/rules'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openDatabaseServer } from '../../platform/database/database-server.ts'
import { openInstallation } from '../../platform/database/installation.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Skips the simulated past of two years, which no test here uses and whose writing would be most of the work. */
export async function leaveOutPasts({ query }: Database): Promise<void> {
  const now = new Date()
  const rows = allMarkets.map(({ code }) => ({ code, ends_at: BigInt(now.getTime()), written_at: now }))
  await query.insertInto('markets_pasts').values(rows).execute()
}

/** Makes the database of a new sandbox without past prices in a data folder, and stops it. */
export async function makeSandbox(dataDir: string): Promise<void> {
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  await openInstallation(databaseServer.owner, { sandbox: true, dataDir })
  const db = openDatabase({ ...databaseServer.app, max: 1 })
  await leaveOutPasts(db)
  await db.close()
  await databaseServer.stop()
}
