import type pg from 'pg'
import type { Logger } from 'pino'
import { fundDemo } from './ledger/fund-demo.ts'
import { fundHouse, openHouseAccounts } from './ledger/fund-sandbox.ts'
import type { Ledger } from './ledger/ledger.ts'
import { createLedger } from './ledger/postgres-ledger.ts'
import { OffsetClock } from './platform/clock.ts'
import type { RequestedConfig } from './platform/config.ts'
import { keepBackupKey, refuseNoRecipient } from './platform/database/backup/backup-key.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { openDatabaseServer } from './platform/database/database-server.ts'
import { openInstallation, refuseInstallation } from './platform/database/installation.ts'
import { nameOfSessions } from './platform/database/upgrade/running-processes.ts'
import { followClock, readClockOffset } from './platform/jobs/moved-clock.ts'
import { Secrets } from './platform/keys/secrets.ts'
import type { ShutdownStack } from './platform/shutdown-stack.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { traceStatements } from './platform/tracing/trace-statements.ts'

export interface Foundation {
  readonly db: Database
  /** Settings for a separate connection with the application's role. */
  readonly app: pg.PoolConfig
  readonly clock: OffsetClock
  readonly ledger: Ledger
  /** True when this installation was created as a sandbox. */
  readonly sandbox: boolean
  /** Folder of the embedded PostgreSQL; null: it is another’s. */
  readonly clusterDir: string | null
  /** Does work once the embedded PostgreSQL has stopped, at a shutdown. */
  afterDatabase(work: () => Promise<void>): void
  /** Of the data folder, never in the database. */
  readonly installationKey: Buffer
  readonly secrets: Secrets
}

/** Time that a stopping server gives a database that is away: an embedded one that was killed is back by then. */
const databaseReturnsWithinMs = 4_000

/** Opens the parts that nearly every module depends on: the database, the clock, the ledger with the operator's own accounts. */
export async function openFoundation(
  config: RequestedConfig,
  log: Logger,
  closing: ShutdownStack,
): Promise<Foundation> {
  if (config.backupKey !== null) await refuseNoRecipient(config.backupKey)
  await openTracing(config, log, closing)
  const last: (() => Promise<void>)[] = []
  closing.add('the log of PostgreSQL', () => Promise.all(last.map((work) => work())))
  const databaseServer = await openDatabaseServer({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    appCertificate: config.databaseAppCertificate,
    archives: config.backups !== null && config.databaseUrl === null,
    inspect: (owner) => refuseInstallation(owner, config),
    log,
  })
  closing.add('PostgreSQL', () => databaseServer.stop())
  const { applied, sandbox, installationKey } = await openInstallation(databaseServer.owner, config)
  // A refused start leaves the key of a running installation as it is.
  if (config.backupKey !== null) keepBackupKey(config.dataDir, config.backupKey)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const db = openDatabase({ ...databaseServer.app, max: 20, application_name: nameOfSessions(config.roles) })
  traceStatements([db.pool, db.enginePool])
  closing.add('connections to the database', () => db.close())
  closing.onBegin(() => setTimeout(() => db.stopWaiting(), databaseReturnsWithinMs).unref())
  const clock = new OffsetClock(sandbox ? await readClockOffset(db) : 0)
  if (sandbox) closing.add('changes of the clock', followClock(db, databaseServer.app, clock, log))
  const ledger = createLedger(db, clock)
  await openHouseAccounts(ledger)
  await fundHouse(ledger, sandbox)
  await fundDemo({ db, ledger })
  return {
    db,
    app: databaseServer.app,
    clock,
    ledger,
    sandbox,
    clusterDir: databaseServer.clusterDir,
    afterDatabase: (work) => void last.push(work),
    installationKey,
    secrets: new Secrets(installationKey),
  }
}
