import { join } from 'node:path'
import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { UserRow, Users } from '../accounts/accounts-store.ts'
import type { Console } from '../back-office/operators/console.ts'
import { eraseIdentity } from '../kyc/erase-identity.ts'
import type { KycDeps, Standing } from '../kyc/kyc-deps.ts'
import { legalNameOf } from '../kyc/legal-name.ts'
import { identityCases } from '../kyc/review-identity.ts'
import { kycHandlers } from '../kyc/routes.ts'
import type { Config } from '../platform/config.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { DrawingRoom } from '../platform/files/drawing/drawing-room.ts'
import { Files } from '../platform/files/files.ts'
import { FolderStore } from '../platform/files/folder-store.ts'
import { PersonKeys } from '../platform/files/person-keys.ts'
import { filesHandlers } from '../platform/files/routes.ts'
import { S3Store } from '../platform/files/s3-store.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'

export interface IdentityParts extends Omit<KycDeps, 'standings' | 'files' | 'keys'> {
  readonly config: Pick<Config, 'dataDir' | 's3Url'>
  readonly users: Users
  readonly installationKey: Buffer
  readonly console: Pick<Console, 'registerCaseKind'>
}

export interface Identity {
  readonly verified: boolean
  /** 0: not verified; 1: identity approved; 2: larger loans too (rulebook, Loans). */
  readonly tier: number
}

const minute = 60_000

/** Uploads and who a customer is. */
export function openIdentity(parts: IdentityParts) {
  const { users } = parts
  const { files, keys, drawing } = openFiles(parts)
  const deps: KycDeps = { ...parts, files, keys, standings: standingsOf(users) }
  parts.console.registerCaseKind(identityCases(deps))
  const jobs: readonly Job[] = [{ name: 'sweep-files', everyMs: 10 * minute, run: () => files.sweep() }]
  const handlers: Handlers = { ...filesHandlers(files), ...kycHandlers(deps) }
  return {
    files,
    keys,
    drawing,
    jobs,
    handlers,
    /** Returns a customer's verified identity level. Pass a transaction when a decision in it depends on the result. */
    identityOf: async (userId: string, reader?: Kysely<Schema>): Promise<Identity> => {
      const { kyc, kyc_tier } = await users.byId(userId, reader)
      return { verified: kyc === 'approved', tier: kyc === 'approved' ? kyc_tier : 0 }
    },
    erase: (tx: Tx, userId: string) => eraseIdentity(deps, tx, userId),
    legalNameOf: (tx: Tx, userId: string) => legalNameOf(deps, tx, userId),
    stop: () => files.stop(),
  }
}

function openFiles({ config, db, clock, newId, installationKey }: IdentityParts) {
  const keys = new PersonKeys(installationKey, clock)
  const store =
    config.s3Url === null ? new FolderStore(join(config.dataDir, 'files')) : new S3Store(config.s3Url)
  const drawing = new DrawingRoom()
  return { keys, drawing, files: new Files({ db, clock, keys, store, drawing, newId }) }
}

const standingsOf = (users: Users): KycDeps['standings'] => ({
  of: async (userId) => standingOf(await users.byId(userId)),
  lock: async (tx, userId) => standingOf(await users.lock(tx, userId)),
  set: (tx, userId, status, tier) => users.setIdentity(tx, userId, status, tier),
  setCountry: (tx, userId, country) => users.setCountry(tx, userId, country),
  namesOf: (userIds, reader) => users.namesOf(userIds, reader),
})

const standingOf = (row: UserRow): Standing => ({
  userId: row.id,
  userName: row.user_name,
  email: row.email,
  language: row.language as Language,
  status: row.kyc,
  tier: row.kyc_tier,
})
