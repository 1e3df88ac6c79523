import type { FreezeReason } from '@candor/contract'

/** Text of each reason as the customer reads it, in English. */
export const freezeWords: Readonly<Record<FreezeReason, string>> = {
  review: 'We are reviewing your account',
  accountSafety: 'Someone else may have had access to your account',
  identityCheck: 'We have questions about your identity',
  paymentCheck: 'We are checking a payment',
  rulesCheck: 'We are checking whether our terms were followed',
  legalOrder: 'An authority has ordered it',
}

export const freezeReasons = Object.keys(freezeWords) as readonly FreezeReason[]
