import { resolve } from 'node:path'
import { backup } from '../db/backup/backup.ts'
import { restore } from '../db/backup/restore.ts'
import { connectionOfRunning, openEngineRoom } from '../db/engine-room.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

/** Everything of one moment into one file, beside a running server or without one. */
export async function backupCommand(dataDir: string, file: string): Promise<void> {
  const done = await withData(dataDir, ({ owner }) => backup(owner, resolve(file), new Date()))
  say(
    `${done.rows} rows of ${done.tables} tables are in ${done.file}. The keys in the data folder are not: keep them apart.`,
  )
}

/** Fills an empty data folder from a backup and adds the ledger up again. */
export async function restoreCommand(dataDir: string, file: string): Promise<void> {
  const folder = resolve(dataDir)
  const databaseUrl = process.env.DATABASE_URL || null
  if (databaseUrl === null && connectionOfRunning(folder) !== null) {
    throw new CommandError(`A server runs on ${folder}: a backup is restored into a new data folder.`)
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const room = await openEngineRoom({ dataDir: folder, databaseUrl, log })
  try {
    const done = await restore(room.owner, resolve(file), reconcile)
    say(`${done.rows} rows of ${done.tables} tables as of ${done.at} are in ${folder}; the ledger adds up.`)
  } finally {
    await room.stop()
  }
}
