import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Users } from '../accounts-store.ts'
import { isStopped } from '../freezes/freezes.ts'

/** A customer as other modules know them. */
export interface CustomerEntry {
  readonly userName: string
  readonly email: string
  readonly language: Language
  readonly inviteCode: string
  /** Epoch ms. */
  readonly joinedAt: number
  /** May take no new risk; signed in before the freeze. */
  readonly frozen: boolean
  /** Identity approved. */
  readonly verified: boolean
  /** Level of the identity check; 0: not verified (rulebook, Loans). */
  readonly tier: number
}

/** Customers by id, for modules that show or write to them. `byId` throws for an unknown id; pass a transaction where a decision in it depends on the result. */
export const customerDirectory = (users: Users) => ({
  byId: async (userId: string, reader?: Kysely<Schema>): Promise<CustomerEntry> => {
    const row = await users.byId(userId, reader)
    return {
      userName: row.user_name,
      email: row.email,
      language: row.language as Language,
      inviteCode: row.invite_code,
      joinedAt: row.created_at.getTime(),
      frozen: isStopped(row),
      verified: row.kyc === 'approved',
      tier: row.kyc === 'approved' ? row.kyc_tier : 0,
    }
  },
  namesOf: (userIds: readonly string[]) => users.namesOf(userIds),
  idOfCode: (inviteCode: string) => users.idOfInviteCode(inviteCode),
})
