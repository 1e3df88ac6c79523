import type { Readable } from 'node:stream'
import { verifyArchive } from '../database/backup/archive.ts'
import { type BackupCount, type InstallationData, writeBackup } from '../database/backup/backup.ts'
import { newKeyPair, type StoredBytes } from '../database/backup/encryption.ts'
import { noteBackup } from '../database/backup/last-backup.ts'
import { DatabaseServerError } from '../database/embedded/database-server-error.ts'
import type { BackupStore } from './backup-store.ts'
import { outdated, type Rotation } from './rotation.ts'

/** A backup in a store, by its name. */
export interface StoredBackup {
  readonly name: string
  readonly atMs: number
  readonly bytes: number
}

const folder = 'backups/'
const nameForm = /^backups\/candor-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** Writes a time without separators, `20261130T094300Z`: part of a name. */
export const timeInName = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '')

const nameOf = (at: Date): string => `${folder}candor-${timeInName(at)}.backup`

/** Lists the backups in a store, the oldest first; other objects are none of ours. */
export async function listBackups(store: BackupStore): Promise<readonly StoredBackup[]> {
  return (await store.list(folder)).flatMap(({ name, bytes }) => {
    const [, year, month, day, hour, minute, second] = (nameForm.exec(name) ?? []).map(Number)
    if (year === undefined) return []
    return [{ name, bytes, atMs: Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second) }]
  })
}

/** Returns an object of a store for reading it; it is missing only if it was removed meanwhile. */
export const storedIn = (store: BackupStore, name: string): StoredBytes => ({
  name: `${name} in ${store.shown}`,
  open: async (): Promise<Readable> => {
    const stream = await store.read(name)
    if (stream === null) throw new DatabaseServerError(`There is no ${name} in ${store.shown}.`)
    return stream
  },
})

export interface StoredSummary extends BackupCount {
  readonly name: string
  /** Names of older backups that were removed. */
  readonly removed: readonly string[]
}

/**
 * Makes a backup in a store, reads it back, and removes the backups that no rule keeps. An encrypted one is also encrypted to a key made for
 * this one reading, which is never stored: every checksum in it is compared, without the private key being here. Only a backup that could be
 * read counts, and only then are older ones removed. One at a time: it removes what an interrupted one left.
 */
export async function storeBackup(
  data: InstallationData,
  { store, rotation }: { readonly store: BackupStore; readonly rotation: Rotation },
  { at, recipient }: { readonly at: Date; readonly recipient: string | null },
): Promise<StoredSummary> {
  const name = nameOf(at)
  await store.removeDrafts(`${folder}candor-`)
  const reader = recipient === null ? null : await newKeyPair()
  const recipients = recipient === null || reader === null ? [] : [recipient, reader.recipient]
  const count = await writeBackup(data, { at, recipients }, (bytes) => store.put(name, bytes))
  try {
    await verifyArchive(storedIn(store, name), reader?.identity ?? null)
  } catch (error) {
    // It would pass for the newest one.
    await store.remove(name)
    throw error
  }
  await noteBackup(data.dataDir, at)
  const removed = outdated(await listBackups(store), rotation).map((backup) => backup.name)
  // No cases: names of one store.
  for (const old of removed) await store.remove(old)
  return { name, removed, ...count }
}
