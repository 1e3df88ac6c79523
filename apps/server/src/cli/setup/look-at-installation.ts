import { type FirstAdmins, readFirstAdmins } from '../../back-office/operators/people/first-admins.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { type Nature, natureOf } from '../../platform/database/installation.ts'
import { pendingMigrations } from '../../platform/database/migrate.ts'
import { NoInstallation, withOwner } from '../with-owner.ts'
import type { SettingValues } from './check-value.ts'

/** State before setup. */
export interface FoundInstallation {
  readonly nature: Nature
  readonly admins: FirstAdmins
}

const noAdmins: FirstAdmins = { admins: [], invited: [] }

/** Reads whether there is an installation, and who administers it. Writes nothing; refuses a database that cannot be reached. */
export async function lookAt(dataDir: string, database: SettingValues): Promise<FoundInstallation> {
  const url = database.get('DATABASE_URL')
  if (url === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = url
  try {
    return await withOwner(dataDir, async (client, { owner }) => {
      const nature = await natureOf(client)
      if (nature !== 'real' || (await pendingMigrations(client)).length > 0)
        return { nature, admins: noAdmins }
      const db = openDatabase({ ...owner, max: 1 })
      try {
        return { nature, admins: await readFirstAdmins({ db, clock: systemClock }) }
      } finally {
        await db.close()
      }
    })
  } catch (error) {
    if (error instanceof NoInstallation) return { nature: 'new', admins: noAdmins }
    throw error
  }
}
