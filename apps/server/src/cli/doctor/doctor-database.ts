import type pg from 'pg'
import { DatabaseServerError } from '../../platform/database/embedded/database-server-error.ts'
import { type Nature, natureOf } from '../../platform/database/installation.ts'
import { pendingMigrations } from '../../platform/database/migrate.ts'
import { StartError } from '../../platform/start-error.ts'
import { NoInstallation, withOwner } from '../with-owner.ts'

/** The database as the doctor found it. */
export type DoctorDatabase =
  | {
      readonly is: 'open'
      readonly client: pg.Client
      readonly owner: pg.PoolConfig
      readonly isGiven: boolean
      readonly nature: Nature
      /** Names of the migrations that a start would apply, or the reason why this version refuses the database. */
      readonly outstanding: readonly string[] | string
    }
  | { readonly is: 'absent' }
  | { readonly is: 'unreachable'; readonly reason: string }

/** Runs `work` with the database, which stays as it is. A stopped embedded one runs meanwhile. */
export async function withDoctorDatabase<T>(
  dataDir: string,
  work: (database: DoctorDatabase) => Promise<T>,
): Promise<T> {
  let begun = false
  try {
    return await withOwner(dataDir, async (client, { clusterDir, owner }) => {
      const outstanding = await pendingMigrations(client).then(
        (migrations) => migrations.map(({ name }) => name),
        reasonOfRefusal,
      )
      const nature = await natureOf(client)
      begun = true
      return work({ is: 'open', client, owner, isGiven: clusterDir === null, nature, outstanding })
    })
  } catch (error) {
    if (begun) throw error
    if (error instanceof NoInstallation) return work({ is: 'absent' })
    return work({ is: 'unreachable', reason: reasonOfRefusal(error) })
  }
}

function reasonOfRefusal(error: unknown): string {
  if (error instanceof DatabaseServerError || error instanceof StartError) return error.message
  throw error
}
