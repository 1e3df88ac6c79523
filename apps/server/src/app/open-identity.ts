import { join } from 'node:path'
import type { Users } from '../accounts/accounts-store.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { DrawingRoom } from '../files/drawing/drawing-room.ts'
import { Files } from '../files/files.ts'
import { FolderStore } from '../files/folder-store.ts'
import { openInstallationKey } from '../files/installation-key.ts'
import { PersonKeys } from '../files/person-keys.ts'
import { filesHandlers } from '../files/routes.ts'
import { S3Store } from '../files/s3-store.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Job } from '../jobs/timetable.ts'

export interface IdentityParts {
  readonly config: Pick<Config, 'dataDir' | 's3Url'>
  readonly db: Database
  readonly clock: Clock
  readonly newId: () => string
  readonly users: Pick<Users, 'byId'>
}

export interface Identity {
  readonly verified: boolean
  /** 0: not verified; 1: identity approved; 2: larger loans too (rulebook, Loans). */
  readonly tier: number
}

const minute = 60_000

/** Uploads and who a customer is. */
export function openIdentity({ config, db, clock, newId, users }: IdentityParts) {
  const keys = new PersonKeys(openInstallationKey(config.dataDir), clock)
  const store =
    config.s3Url === null ? new FolderStore(join(config.dataDir, 'files')) : new S3Store(config.s3Url)
  const files = new Files({ db, clock, keys, store, drawing: new DrawingRoom(), newId })
  const jobs: readonly Job[] = [{ name: 'sweep-files', everyMs: 10 * minute, run: () => files.sweep() }]
  const handlers: Handlers = { ...filesHandlers(files) }
  /** Who a customer is to the rooms that ask for it: read within `tx` when what follows depends on it. */
  const identityOf = async (userId: string, tx?: Tx): Promise<Identity> => {
    const { kyc, kyc_tier } = await users.byId(userId, tx)
    return { verified: kyc === 'approved', tier: kyc === 'approved' ? kyc_tier : 0 }
  }
  return { files, identityOf, jobs, handlers, stop: () => files.stop() }
}
