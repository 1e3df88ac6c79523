import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseServerError } from '../embedded/database-server-error.ts'
import { isRecipient } from './encryption.ts'

const fileOf = (dataDir: string): string => join(dataDir, 'backup-key.txt')

/** Stores a valid recipient of backups in the data folder, as given at a start, so that `candor backup` needs no environment of its own. */
export function keepBackupKey(dataDir: string, recipient: string): void {
  if (recipient === storedBackupKey(dataDir)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(dataDir), `${recipient}\n`, { mode: 0o644 })
}

export function storedBackupKey(dataDir: string): string | null {
  try {
    return readFileSync(fileOf(dataDir), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Refuses an invalid recipient: a typing mistake would make backups that cannot be opened. */
export async function refuseNoRecipient(recipient: string): Promise<void> {
  if (!(await isRecipient(recipient)))
    throw new DatabaseServerError(
      `${recipient} is not a public key of the form age1…: create one with \`candor backup-key\`.`,
    )
}
