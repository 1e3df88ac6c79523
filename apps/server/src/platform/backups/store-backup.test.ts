import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { openAndFund } from '../../ledger/test-accounts.ts'
import { ManualClock } from '../clock.ts'
import { newKeyPair } from '../database/backup/encryption.ts'
import { lastBackupMs } from '../database/backup/last-backup.ts'
import { restore } from '../database/backup/restore.ts'
import { temporaryDataDir } from '../database/temporary/temporary-data-dir.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'
import { usualRotation } from './rotation.ts'
import { listBackups, storeBackup, storedIn } from './store-backup.ts'
import { damagingStore } from './test-damaging-store.ts'

const start = Date.UTC(2026, 0, 5)
let folder: string
let dataDir: string
let db: TestDatabase
beforeAll(async () => {
  folder = temporaryDataDir('candor-store-')
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'note.txt'), 'hello')
  db = await freshDatabase()
  await openAndFund(createLedger(db, new ManualClock(start)), ['ann'], 5_000n)
})
afterAll(async () => {
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const backUp = (store: BackupStore, at: number, recipient: string | null) =>
  storeBackup(
    { owner: db.owner, dataDir },
    { store, rotation: usualRotation },
    { at: new Date(at), recipient },
  )

test('I16.15: an encrypted backup is read back without the private key, older ones are rotated, and the private key opens it', async () => {
  const store = new FolderBackups(join(folder, 'encrypted'))
  const { recipient, identity } = await newKeyPair()
  await store.put('backups/own.txt', Readable.from([Buffer.from('not ours')]))
  writeFileSync(join(folder, 'encrypted', 'backups', 'candor-20260104T000000Z.backup.part'), 'killed')
  for (const minutes of [0, 10, 70]) await backUp(store, start + minutes * 60_000, recipient)
  // The newest of each hour is kept.
  expect((await listBackups(store)).map(({ atMs }) => (atMs - start) / 60_000)).toEqual([10, 70])
  expect(readdirSync(join(folder, 'encrypted', 'backups'))).toHaveLength(3)
  expect(await lastBackupMs(dataDir)).toBe(start + 70 * 60_000)
  const newest = storedIn(store, (await listBackups(store)).at(-1)?.name ?? '')
  expect((await buffer(await newest.open())).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  const target = await emptyDatabase()
  try {
    const to = { owner: target.owner, dataDir: join(folder, 'restored') }
    await expect(restore(to, newest, reconcile, null)).rejects.toThrow('is encrypted')
    expect(await restore(to, newest, reconcile, identity)).toMatchObject({ files: 1 })
  } finally {
    await target.dispose()
  }
})

test('I16.15: a backup that a store does not give back as it was made fails, is removed, and costs no older one', async () => {
  const real = new FolderBackups(join(folder, 'damaging'))
  const { recipient } = await newKeyPair()
  await backUp(real, start, recipient)
  const noted = await lastBackupMs(dataDir)
  const damaging = damagingStore(real)
  await expect(backUp(damaging, start + 60_000, recipient)).rejects.toThrow('is not a complete backup')
  expect((await listBackups(real)).map(({ atMs }) => atMs)).toEqual([start])
  expect(await lastBackupMs(dataDir)).toBe(noted)
  expect(readdirSync(join(folder, 'damaging', 'backups'))).toHaveLength(1)
})
