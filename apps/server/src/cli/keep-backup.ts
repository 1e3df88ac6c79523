import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backup } from '../db/backup/backup.ts'
import { restore } from '../db/backup/restore.ts'
import { connectionOfRunning, openEngineRoom } from '../db/engine-room.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

/** Database and files of the data folder into one file, beside a running server or without one. */
export async function backupCommand(dataDir: string, file: string): Promise<void> {
  const target = dirname(resolve(file))
  if (!existsSync(target)) throw new CommandError(`There is no folder ${target}.`)
  const done = await withData(dataDir, (data) => backup(data.owner, data.dataDir, resolve(file), new Date()))
  say(
    `${done.rows} rows of ${done.tables} tables and ${filesOf(done)} are in ${done.file}. It holds the signing key: keep it as safe as the data folder.`,
  )
}

/** Fills an empty data folder from a backup and adds the ledger up again. */
export async function restoreCommand(dataDir: string, file: string): Promise<void> {
  const folder = resolve(dataDir)
  const databaseUrl = process.env.DATABASE_URL || null
  if (databaseUrl === null && connectionOfRunning(folder) !== null) {
    throw new CommandError(`A server runs on ${folder}: a backup is restored into a new data folder.`)
  }
  // Said before a database is made for it.
  if (!existsSync(resolve(file))) throw new CommandError(`There is no file ${resolve(file)}.`)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const room = await openEngineRoom({ dataDir: folder, databaseUrl, log })
  try {
    const done = await restore(room.owner, folder, resolve(file), reconcile)
    say(
      `${done.rows} rows of ${done.tables} tables and ${filesOf(done)} as of ${done.at} are in ${folder}; the ledger adds up.`,
    )
  } finally {
    await room.stop()
  }
}

const filesOf = ({ files }: { readonly files: number }) => (files === 1 ? '1 file' : `${files} files`)
