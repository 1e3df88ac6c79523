import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { Users } from './accounts-store.ts'
import { isStopped } from './freezes.ts'

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
}

/** Customers by id, for modules that show or write to them. `byId` throws for an unknown id. */
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
    }
  },
  namesOf: (userIds: readonly string[]) => users.namesOf(userIds),
  idOfCode: (inviteCode: string) => users.idOfInviteCode(inviteCode),
})
