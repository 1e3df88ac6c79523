import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Erased, eraseAgain, readErased } from '../../accounts/closure/erased-list.ts'
import { systemClock } from '../../platform/clock.ts'
import { databaseSettingsOf } from '../../platform/config/certificate-settings.ts'
import type { StoredBytes } from '../../platform/database/backup/encryption.ts'
import { restoreWholly } from '../../platform/database/backup/half-restored.ts'
import { restore, UnprovenRestore } from '../../platform/database/backup/restore.ts'
import { openDatabase } from '../../platform/database/database.ts'
import {
  connectionOfRunning,
  type DatabaseServer,
  openDatabaseServer,
} from '../../platform/database/database-server.ts'
import { destroyPersonKey } from '../../platform/files/person-keys.ts'
import { quiet } from '../open-data.ts'
import { CommandError, say, sayFound } from '../say.ts'
import { contentOf } from './backup-content.ts'
import { backupNamed, storeOfEnvironment } from './backup-place.ts'
import { holdMessages } from './held-messages.ts'
import { durations, proofIn, sayProven } from './prove-restored.ts'
import { restoreMoment } from './restore-moment.ts'
import { baseFor, readTarget } from './restore-target.ts'

function erasedIn(file: string) {
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const erased = readErased(readFileSync(resolve(file), 'utf8'))
  if (erased === null) throw new CommandError(`${resolve(file)} is not a list of erased customers.`)
  return erased
}

/** The key in a file as `age-keygen` writes it. */
function identityIn(file: string): string {
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(resolve(file), 'utf8'))?.[0]
  if (identity === undefined) throw new CommandError(`There is no private key in ${resolve(file)}.`)
  return identity
}

interface RestoreOptions {
  readonly data: string
  /** The backup. */
  readonly from?: string
  /** The moment to restore from the archive, or `latest`. */
  readonly to?: string
  /** The file of the private key. */
  readonly identity?: string
  /** The newest list of erased customers. */
  readonly erased?: string
}

const withoutList =
  'Customers erased since the backup are back: if you have a newer list of `candor erased`, pass it with --erased.'

async function erasedAgain(
  databaseServer: Pick<DatabaseServer, 'app'>,
  erased: readonly Erased[],
): Promise<string> {
  const db = openDatabase({ ...databaseServer.app, max: 1 })
  try {
    const again = await eraseAgain(db, destroyPersonKey, systemClock, erased)
    return `Customers erased again, because they were erased after the backup: ${again}. Their keys are destroyed; the rest follows at the first start.`
  } finally {
    await db.close()
  }
}

/**
 * Fills an empty data folder from a backup, an encrypted one with the file of its private key, and proves what was restored: the ledger, the
 * audit log, signed documents and receipts. Leaves nothing where any of it fails.
 */
export async function restoreCommand(options: RestoreOptions): Promise<void> {
  const folder = resolve(options.data)
  const { databaseUrl, databaseAppCertificate: appCertificate } = databaseSettingsOf(process.env)
  if (databaseUrl === null && connectionOfRunning(folder) !== null) {
    throw new CommandError(`A server runs on ${folder}: restore the backup into a new data folder.`)
  }
  // Reported before a database is created for it.
  const identity = options.identity === undefined ? null : identityIn(options.identity)
  const erased = options.erased === undefined ? null : erasedIn(options.erased)
  const afterwards = (databaseServer: Pick<DatabaseServer, 'app'>) =>
    erased === null ? Promise.resolve(withoutList) : erasedAgain(databaseServer, erased)
  if (options.to !== undefined) {
    if (databaseUrl !== null || options.from !== undefined) throw new CommandError(onlyEmbedded)
    const { store } = storeOfEnvironment()
    const target = readTarget(options.to)
    const base = await baseFor(store, target)
    return sayUnproven(folder, () => restoreMoment({ folder, store, base, target, identity, afterwards }))
  }
  if (options.from === undefined) throw new CommandError('Pass a backup with --from, or a moment with --to.')
  const stored = await backupNamed(options.from)
  const open = () =>
    openDatabaseServer({ dataDir: folder, databaseUrl, appCertificate, log: quiet, restoring: true })
  const place = { dataDir: folder, isGiven: databaseUrl !== null }
  await sayUnproven(folder, () =>
    restoreWholly(place, open, (databaseServer) =>
      restoreBackup({ folder, stored, identity, afterwards }, databaseServer),
    ),
  )
}

const onlyEmbedded =
  '--to restores the embedded PostgreSQL from its archived log (BACKUP_TO): pass neither --from nor DATABASE_URL. For a PostgreSQL of your own, use its own tools.'

interface BackupRequest {
  readonly folder: string
  readonly stored: StoredBytes
  readonly identity: string | null
  readonly afterwards: (databaseServer: Pick<DatabaseServer, 'app'>) => Promise<string>
}

async function restoreBackup(
  { folder, stored, identity, afterwards }: BackupRequest,
  databaseServer: DatabaseServer,
): Promise<void> {
  const from = performance.now()
  const proof = proofIn(folder)
  const done = await restore({ owner: databaseServer.owner, dataDir: folder }, stored, proof.check, identity)
  say(`${contentOf(done)} as of ${done.at} are in ${folder}.`)
  sayProven(proof.lines())
  say(await afterwards(databaseServer))
  say(await holdMessages(databaseServer))
  say(durations(performance.now() - from, proof.lines()))
}

/** Restored data that does not prove itself is a finding: exit code 1. */
async function sayUnproven(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof UnprovenRestore)) throw error
    sayFound(`${error.message}\nNothing of the backup was left in ${folder}.`)
  }
}
