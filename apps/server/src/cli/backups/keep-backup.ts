import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { minuteMs } from '@candor/rules/time-units.ts'
import { listErased, writeErased } from '../../accounts/closure/erased-list.ts'
import type { BackupStore } from '../../platform/backups/backup-store.ts'
import { listBackups, storeBackup } from '../../platform/backups/store-backup.ts'
import { storeBase } from '../../platform/backups/wal/base-backup.ts'
import { pruneLines } from '../../platform/backups/wal/prune-lines.ts'
import { listBases } from '../../platform/backups/wal/wal-names.ts'
import { backup } from '../../platform/database/backup/backup.ts'
import { refuseNoRecipient, storedBackupKey } from '../../platform/database/backup/backup-key.ts'
import { newKeyPair } from '../../platform/database/backup/encryption.ts'
import { noteBackup } from '../../platform/database/backup/last-backup.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { DatabaseServerError } from '../../platform/database/embedded/database-server-error.ts'
import { isSandbox } from '../../platform/database/installation.ts'
import { type OpenData, withData } from '../open-data.ts'
import { CommandError, say } from '../say.ts'
import { contentOf, filesOf } from './backup-content.ts'
import { storeOfEnvironment } from './backup-place.ts'

interface BackupOptions {
  readonly data: string
  /** The file to write; absent: into the store of BACKUP_TO. */
  readonly to?: string
  readonly ifDue?: true
  /** A base backup of the embedded PostgreSQL instead. */
  readonly base?: true
}

/**
 * Writes database and files of the data folder into one file or into the store of BACKUP_TO, with a running server or without one. The
 * database stays at its version: the backup before an upgrade may be made with the new program.
 */
export async function backupCommand({ data: dataDir, to, ifDue, base }: BackupOptions): Promise<void> {
  if (base === true) return baseCommand(dataDir)
  if (to === undefined) return backupToStore(dataDir, ifDue === true)
  const target = dirname(resolve(to))
  if (!existsSync(target)) throw new CommandError(`There is no folder ${target}.`)
  const write = async (data: OpenData) => {
    const recipient = await recipientOf(data)
    const done = await backup(data, resolve(to), new Date(), recipient)
    say(`${contentOf(done)} are in ${done.file}. ${safetyOf(recipient)}`)
  }
  await withData(dataDir, write, { asItIs: true })
}

/** Makes a backup in the store, reads it back and rotates. With `ifDue`, only where the newest is older than BACKUP_EVERY. */
async function backupToStore(dataDir: string, ifDue: boolean): Promise<void> {
  const { settings, store } = storeOfEnvironment()
  const write = async (data: OpenData) => {
    const recipient = await recipientOf(data)
    const made = await oneAtATime(
      data,
      'candor-backup',
      withPlainErrors(store, async () => {
        const newest = (await listBackups(store)).at(-1)
        if (ifDue && newest !== undefined && Date.now() - newest.atMs < settings.everyMs - earlyMs) {
          await noteBackup(data.dataDir, new Date(newest.atMs))
          return say(`${newest.name} in ${store.shown} is new enough.`)
        }
        const done = await storeBackup(data, { store, ...settings }, { at: new Date(), recipient })
        say(
          `${contentOf(done)} are in ${done.name} in ${store.shown}, and were read back. ${safetyOf(recipient)} Older backups removed: ${done.removed.length}.`,
        )
      }),
    )
    if (!made) say(another)
  }
  await withData(dataDir, write, { asItIs: true })
}

/** Copies the cluster of a running server into the store, and removes what no second of the kept days needs. */
async function baseCommand(dataDir: string): Promise<void> {
  const { settings, store } = storeOfEnvironment()
  const write = async (data: OpenData) => {
    const recipient = await recipientOf(data)
    const base = withPlainErrors(store, async () => {
      const done = await storeBase(data, store, recipient)
      if (done === null) throw new CommandError(noArchive)
      const removed = await pruneLines(store, settings.logDays, new Date())
      say(
        `The cluster and the data folder, ${filesOf(done)}, are in ${store.shown}, and were read back. ${safetyOf(recipient)} Older objects removed: ${removed.length}.`,
      )
    })
    if (!(await oneAtATime(data, 'candor-base', base))) say(another)
  }
  await withData(dataDir, write, { asItIs: true })
}

const noArchive =
  'This PostgreSQL does not archive its log: start the server with BACKUP_TO first. For a PostgreSQL of your own, use its own tools.'

/** A backup is due this long before its hour is over: the last one took time as well. */
const earlyMs = 5 * minuteMs

const another = 'Another process is making a backup.'

/** Of several processes with one store, one makes the backup. Returns false in the others. */
const oneAtATime = ({ owner }: OpenData, lock: string, work: () => Promise<void>): Promise<boolean> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS mine',
      [lock],
    )
    if (rows[0]?.mine !== true) return false
    await work()
    return true
  })

/** A store that cannot be reached or written to is one sentence. */
const withPlainErrors = (store: BackupStore, work: () => Promise<void>) => async (): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof DatabaseServerError || error instanceof CommandError) throw error
    throw new CommandError(`${store.shown} cannot be used: ${(error as Error).message}.`)
  }
}

/** Lists the backups in the store of BACKUP_TO. */
export async function backupsCommand(): Promise<void> {
  const { store } = storeOfEnvironment()
  await withPlainErrors(store, async () => {
    const backups = await listBackups(store)
    const listed = await listBases(store)
    if (backups.length + listed.length === 0) return say(`There are no backups in ${store.shown}.`)
    say(`Backups in ${store.shown}:`)
    for (const { name, atMs, bytes } of backups)
      say(`  ${new Date(atMs).toISOString()}  ${(bytes / 1_000_000).toFixed(1).padStart(9)} MB  ${name}`)
    for (const line of new Set(listed.map((base) => base.line))) {
      const own = listed.filter((base) => base.line === line)
      const from = new Date(own[0]?.doneMs ?? 0).toISOString()
      const bases = own.length === 1 ? '1 base backup' : `${own.length} base backups`
      say(`  every moment from ${from} on, with ${bases}, in lines/${line}`)
    }
  })()
}

const safetyOf = (recipient: string | null) =>
  recipient === null
    ? 'It is not encrypted, because BACKUP_KEY is not set, and it contains the signing key: keep it as safe as the data folder.'
    : `It is encrypted to ${recipient}.`

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
