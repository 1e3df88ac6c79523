import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Erased,
  eraseAgain,
  listErased,
  readErased,
  writeErased,
} from '../accounts/closure/erased-list.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { systemClock } from '../platform/clock.ts'
import { databaseSettingsOf } from '../platform/config/certificate-settings.ts'
import { backup } from '../platform/database/backup/backup.ts'
import { refuseNoRecipient, storedBackupKey } from '../platform/database/backup/backup-key.ts'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { restore } from '../platform/database/backup/restore.ts'
import { openDatabase } from '../platform/database/database.ts'
import {
  connectionOfRunning,
  type DatabaseServer,
  openDatabaseServer,
} from '../platform/database/database-server.ts'
import { isSandbox } from '../platform/database/installation.ts'
import { destroyPersonKey } from '../platform/files/person-keys.ts'
import { type OpenData, withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

/**
 * Writes database and files of the data folder into one file, with a running server or without one. The database stays at its version: the
 * backup before an upgrade may be made with the new program.
 */
export async function backupCommand(dataDir: string, file: string): Promise<void> {
  const target = dirname(resolve(file))
  if (!existsSync(target)) throw new CommandError(`There is no folder ${target}.`)
  const write = async (data: OpenData) => {
    const recipient = await recipientOf(data)
    const done = await backup(data, resolve(file), new Date(), recipient)
    const safety =
      recipient === null
        ? 'It is not encrypted, because BACKUP_KEY is not set, and it contains the signing key: keep it as safe as the data folder.'
        : `It is encrypted to ${recipient}.`
    say(`${done.rows} rows of ${done.tables} tables and ${filesOf(done)} are in ${done.file}. ${safety}`)
  }
  await withData(dataDir, write, { asItIs: true })
}

/** Writes the list of erased customers, for a restore of an older backup. Store it apart from backups; a timer can run it. */
export async function erasedCommand(dataDir: string, file: string): Promise<void> {
  const erased = await withData(dataDir, ({ db }) => listErased(db))
  try {
    // Completely or not at all: an older list is better than half of a new one.
    writeFileSync(`${resolve(file)}.part`, writeErased(erased), { mode: 0o600 })
    renameSync(`${resolve(file)}.part`, resolve(file))
  } catch (error) {
    throw new CommandError(`The list cannot be written to ${resolve(file)}: ${(error as Error).message}.`)
  }
  say(`Erased customers whose ids are in ${resolve(file)}: ${erased.length}.`)
}

function erasedIn(file: string) {
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const erased = readErased(readFileSync(resolve(file), 'utf8'))
  if (erased === null) throw new CommandError(`${resolve(file)} is not a list of erased customers.`)
  return erased
}

/** Returns the public key that encrypts backups, from BACKUP_KEY or the last start; null for a plain one, which only a sandbox makes. */
async function recipientOf({ db, dataDir }: OpenData): Promise<string | null> {
  const recipient = process.env.BACKUP_KEY || storedBackupKey(dataDir)
  if (recipient !== null) await refuseNoRecipient(recipient)
  else if (!(await isSandbox(db)))
    throw new CommandError(
      'A real installation makes only encrypted backups: create a key pair with `candor backup-key`, keep the private key elsewhere, and set BACKUP_KEY to the public key, here or at the next start.',
    )
  return recipient
}

/** Makes a pair of keys: writes the private one into a new file, as `age-keygen` does, and prints the public one. */
export async function backupKeyCommand(file: string): Promise<void> {
  const { recipient, identity } = await newKeyPair()
  try {
    writeFileSync(resolve(file), `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CommandError(`The key cannot be written to ${resolve(file)}: ${(error as Error).message}.`)
  }
  say(
    `The private key is in ${resolve(file)}. Anyone who has it can read every backup; without it no backup can be read. Do not keep it on a machine of this installation.`,
  )
  say(`The public key, for BACKUP_KEY: ${recipient}`)
}

/** The key in a file as `age-keygen` writes it. */
function identityIn(file: string): string {
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(resolve(file), 'utf8'))?.[0]
  if (identity === undefined) throw new CommandError(`There is no private key in ${resolve(file)}.`)
  return identity
}

interface RestoreOptions {
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

/** Fills an empty data folder from a backup, an encrypted one with the file of its private key, and adds the ledger up again. */
export async function restoreCommand(
  dataDir: string,
  file: string,
  { identity: identityFile, erased: erasedFile }: RestoreOptions,
): Promise<void> {
  const folder = resolve(dataDir)
  const { databaseUrl, databaseAppCertificate: appCertificate } = databaseSettingsOf(process.env)
  if (databaseUrl === null && connectionOfRunning(folder) !== null) {
    throw new CommandError(`A server runs on ${folder}: restore the backup into a new data folder.`)
  }
  // Reported before a database is created for it.
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const identity = identityFile === undefined ? null : identityIn(identityFile)
  const erased = erasedFile === undefined ? null : erasedIn(erasedFile)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir: folder, databaseUrl, appCertificate, log })
  try {
    const done = await restore(
      { owner: databaseServer.owner, dataDir: folder },
      resolve(file),
      reconcile,
      identity,
    )
    say(
      `${done.rows} rows of ${done.tables} tables and ${filesOf(done)} as of ${done.at} are in ${folder}; the ledger adds up.`,
    )
    say(erased === null ? withoutList : await erasedAgain(databaseServer, erased))
  } finally {
    await databaseServer.stop()
  }
}

const filesOf = ({ files }: { readonly files: number }) => (files === 1 ? '1 file' : `${files} files`)
