import { accountLines, accountWithPhone, openedAt, phoneOf } from './accounts/customers/related-accounts.ts'
import { sharedPlaces } from './accounts/sessions/shared-places.ts'
import { reviewContextModule } from './back-office/review-context/review-context.module.ts'
import type { RelationFinder } from './back-office/review-context/review-ports.ts'
import type { Common } from './compose-context.ts'
import { sharedCards } from './funding/bank-cards/shared-cards.ts'
import { moneyMoved } from './funding/money-moved.ts'
import { sharedPayoutAddresses } from './funding/withdrawals/shared-payouts.ts'
import type { AccountPhones } from './kyc/related-persons.ts'
import { tradedByDay } from './trading/statistics/traded-by-day.ts'

/** From identity checks. */
export type RelatedPersons = (phones: AccountPhones, userId: string) => ReturnType<RelationFinder>

/** Opens the context of a review: related accounts and what moved before, each from the module that keeps it. */
export async function composeReviewContext(
  { base, modules }: Common,
  relatedPersons: RelatedPersons,
): Promise<void> {
  const { db, console } = base
  const phones: AccountPhones = {
    of: (userId) => phoneOf(db, userId),
    accountWith: (phone) => accountWithPhone(db, phone),
  }
  await modules.open(reviewContextModule, {
    caseInHand: (ref, view, operator) => console.cases.caseInHand(ref, view, operator),
    accountsOf: (userIds) => accountLines(db, userIds),
    money: {
      ...moneyMoved(db),
      accountOpenedAt: (userId) => openedAt(db, userId),
      traded: (userId, stretch) => tradedByDay(db, userId, stretch),
    },
    finders: [
      (userId) => relatedPersons(phones, userId),
      (userId) => sharedCards(db, userId),
      (userId) => sharedPayoutAddresses(db, userId),
      (userId) => sharedPlaces(db, userId),
    ],
  })
}
