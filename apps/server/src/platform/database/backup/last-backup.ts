import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileOf = (dataDir: string): string => join(dataDir, 'last-backup.txt')

/** Notes in the data folder that a backup was completed, for metrics and `/readyz`. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.part`, `${at.toISOString()}\n`, { mode: 0o644 })
  await rename(`${file}.part`, file)
}

/** Returns when the last backup of this data folder was made, in epoch ms; null: none was noted. */
export async function lastBackupMs(dataDir: string): Promise<number | null> {
  try {
    const ms = Date.parse((await readFile(fileOf(dataDir), 'utf8')).trim())
    return Number.isNaN(ms) ? null : ms
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
