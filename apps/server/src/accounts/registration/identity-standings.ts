import type { Language } from '@candor/contract'
import { type IdentityStatus, identityMoves, statesBefore } from '@candor/rules'
import type { IdentityStandings, Standing } from '../../kyc/kyc-ports.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserRow, Users } from '../accounts-store.ts'
import type { CountryStandings } from './country-standings.ts'

/** Customers as identity checks see and change them. */
export const identityStandings = (users: Users, countryStanding: CountryStandings): IdentityStandings => ({
  of: async (userId) => standingOf(await users.byId(userId)),
  lock: async (tx, userId) => standingOf(await users.lock(tx, userId)),
  set: setIdentity,
  setCountry: (tx, userId, country) => users.setCountry(tx, userId, country),
  isClosedCountry: async (country) => (await countryStanding(country)) === 'closed',
  namesOf: (userIds, reader) => users.namesOf(userIds, reader),
})

/** Moves a customer's identity by the rules' table of moves, or changes its tier; throws where the table has no such move. */
export async function setIdentity(
  tx: Tx,
  userId: string,
  status: IdentityStatus,
  tier: number,
): Promise<void> {
  const moved = await tx
    .updateTable('accounts_users')
    .set({ kyc: status, kyc_tier: tier })
    .where('id', '=', userId)
    .where('kyc', 'in', [status, ...statesBefore(identityMoves, status)])
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) throw new Error(`an identity cannot become ${status}: ${userId}`)
}

const standingOf = (row: UserRow): Standing => ({
  userId: row.id,
  userName: row.user_name,
  email: row.email,
  language: row.language as Language,
  status: row.kyc,
  tier: row.kyc_tier,
})
