import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseServerError } from '../embedded/database-server-error.ts'

/** Names the file in a data folder that a restore is filling. */
export const restoringFile = 'restoring.txt'

/** Refuses a data folder whose restore was killed: what is in it was not checked. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, restoringFile)))
    throw new DatabaseServerError(
      `A restore into ${dataDir} was interrupted: delete the folder, and with DATABASE_URL empty that database, then restore again.`,
    )
}
