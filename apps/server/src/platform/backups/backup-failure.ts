import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const form = z.object({
  /** Epoch ms of the first failure since a backup was made. */
  sinceMs: z.number(),
  /** Epoch ms of the last one. */
  atMs: z.number(),
  reason: z.string(),
})
export type BackupFailure = Readonly<z.infer<typeof form>>

const fileOf = (dataDir: string): string => join(dataDir, 'backup-failure.json')

/** Notes in the data folder that a backup failed, for the next start, metrics, `/readyz` and the console. */
export async function noteFailure(dataDir: string, atMs: number, reason: string): Promise<void> {
  const sinceMs = (await readFailure(dataDir))?.sinceMs ?? atMs
  const file = fileOf(dataDir)
  await writeFile(`${file}.part`, JSON.stringify({ sinceMs, atMs, reason }), { mode: 0o600 })
  await rename(`${file}.part`, file)
}

export const forgetFailure = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** Returns the failure since the last backup; null: none. */
export async function readFailure(dataDir: string): Promise<BackupFailure | null> {
  try {
    return form.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
