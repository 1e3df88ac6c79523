import type { Language } from '@candor/contract'
import type { IdentityStandings, Standing } from '../../kyc/kyc-ports.ts'
import type { UserRow, Users } from '../accounts-store.ts'
import type { CountryStandings } from './country-standings.ts'

/** Customers as identity checks see and change them. */
export const identityStandings = (users: Users, countryStanding: CountryStandings): IdentityStandings => ({
  of: async (userId) => standingOf(await users.byId(userId)),
  lock: async (tx, userId) => standingOf(await users.lock(tx, userId)),
  set: (tx, userId, status, tier) => users.setIdentity(tx, userId, status, tier),
  setCountry: (tx, userId, country) => users.setCountry(tx, userId, country),
  isClosedCountry: async (country) => (await countryStanding(country)) === 'closed',
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
