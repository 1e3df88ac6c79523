import { accountLines, accountWithPhone, phoneOf } from './accounts/customers/related-accounts.ts'
import { sharedPlaces } from './accounts/sessions/shared-places.ts'
import { relatedModule } from './back-office/related/related.module.ts'
import type { RelationFinder } from './back-office/related/related-ports.ts'
import type { Common } from './compose-context.ts'
import { sharedPayoutAddresses } from './funding/withdrawals/shared-payouts.ts'
import type { AccountPhones } from './kyc/related-persons.ts'

/** From identity checks. */
export type RelatedPersons = (phones: AccountPhones, userId: string) => ReturnType<RelationFinder>

/** Opens the related accounts of a review, each relation from the module that keeps it. */
export async function composeRelatedAccounts(
  { base, modules }: Common,
  relatedPersons: RelatedPersons,
): Promise<void> {
  const { db, console } = base
  const phones: AccountPhones = {
    of: (userId) => phoneOf(db, userId),
    accountWith: (phone) => accountWithPhone(db, phone),
  }
  await modules.open(relatedModule, {
    customerInHand: (ref, view, operator) => console.cases.customerInHand(ref, view, operator),
    accountsOf: (userIds) => accountLines(db, userIds),
    finders: [
      (userId) => relatedPersons(phones, userId),
      (userId) => sharedPayoutAddresses(db, userId),
      (userId) => sharedPlaces(db, userId),
    ],
  })
}
