import type { Kysely } from 'kysely'
import type { LegalHold } from '../accounts/freezes/legal-holds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { SealedBytes } from '../platform/keys/sealing.ts'

export interface NamesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly newId: () => string
  readonly keys: {
    seal(db: Kysely<Schema>, userId: string, about: string, plain: Uint8Array): Promise<SealedBytes>
    open(db: Kysely<Schema>, userId: string, about: string, sealed: SealedBytes): Promise<Buffer | null>
  }
  /** From accounts. */
  readonly namesOf: (
    userIds: readonly string[],
    reader: Kysely<Schema>,
  ) => Promise<ReadonlyMap<string, string>>
  readonly placeLegalHold: (tx: Tx, hold: LegalHold) => Promise<void>
  readonly afterLegalHold: (userId: string) => void
  /** From funding: withdrawals that waited for the decision wait no longer, and open tabs are told after the commit. */
  readonly releaseWithdrawals: (tx: Tx, userId: string) => Promise<void>
  readonly afterRelease: (userId: string) => Promise<void>
}
