import { accountsCalls } from './accounts.ts'
import { apiKeysCalls } from './api-keys.ts'
import { bankCalls } from './bank.ts'
import { closingCalls } from './closing.ts'
import { contentCalls } from './content.ts'
import { conversionCalls } from './conversion.ts'
import { exportCalls } from './export.ts'
import { filesCalls } from './files.ts'
import { freshProofCalls } from './fresh-proof.ts'
import { fundingCalls } from './funding.ts'
import { invitesCalls } from './invites.ts'
import { keptQuotesCalls } from './kept-quotes.ts'
import { kycCalls } from './kyc.ts'
import { liabilitiesCalls } from './liabilities.ts'
import { loansCalls } from './loans.ts'
import { marketsCalls } from './markets.ts'
import { nftCalls } from './nft.ts'
import { noticeChoicesCalls } from './notice-choices.ts'
import { notificationsCalls } from './notifications.ts'
import { optionsCalls } from './options.ts'
import { orderListCalls } from './order-list.ts'
import { ordersCalls } from './orders.ts'
import { passkeysCalls } from './passkeys.ts'
import { savingsCalls } from './savings.ts'
import { signInCalls } from './sign-in.ts'
import { smartCalls } from './smart.ts'
import { statusCalls } from './status.ts'
import { supportCalls } from './support.ts'
import { treasuryCalls } from './treasury.ts'
import { trustCalls } from './trust.ts'
import { undoingCalls } from './undoing.ts'
import { withdrawalCalls } from './withdrawal.ts'

export * from './account-entities.ts'
export type { WorkAsked } from './account-fields.ts'
export * from './accounts.ts'
export * from './api-keys.ts'
export * from './api-scope-of.ts'
export * from './audit-ops.ts'
export * from './bank.ts'
export * from './call.ts'
export * from './closing.ts'
export * from './codes.ts'
export * from './content.ts'
export * from './content-ops.ts'
export * from './conversion.ts'
export * from './countries-ops.ts'
export * from './customers-ops.ts'
export * from './export.ts'
export * from './files.ts'
export * from './fresh-proof.ts'
export * from './funding.ts'
export * from './funding-ops.ts'
export * from './holdings-ops.ts'
export * from './incidents-ops.ts'
export * from './invites.ts'
export * from './jobs-ops.ts'
export * from './kept-quotes.ts'
export * from './kyc.ts'
export * from './liabilities.ts'
export * from './live.ts'
export * from './loans.ts'
export * from './loans-ops.ts'
export * from './markets.ts'
export * from './markets-ops.ts'
export * from './money-ops.ts'
export * from './names-ops.ts'
export * from './nft.ts'
export * from './nft-ops.ts'
export * from './notice-choices.ts'
export * from './notifications.ts'
export * from './operators-ops.ts'
export * from './ops.ts'
export * from './ops-call.ts'
export * from './options.ts'
export * from './order-list.ts'
export * from './orders.ts'
export * from './parameters-ops.ts'
export * from './passkeys.ts'
export * from './passkeys-ops.ts'
export * from './people-ops.ts'
export * from './reversals-ops.ts'
export * from './savings.ts'
export * from './savings-ops.ts'
export * from './sign-in.ts'
export * from './single-sign-on-ops.ts'
export * from './smart.ts'
export * from './smart-ops.ts'
export * from './status.ts'
export * from './support.ts'
export * from './support-ops.ts'
export * from './tariffs-ops.ts'
export * from './treasury.ts'
export * from './treasury-ops.ts'
export * from './trust.ts'
export * from './undoing.ts'
export * from './while-country-closed.ts'
export * from './while-frozen.ts'
export * from './withdrawal.ts'

/** Every call of the product by its name. */
export const calls = {
  ...accountsCalls,
  ...passkeysCalls,
  ...signInCalls,
  ...marketsCalls,
  ...keptQuotesCalls,
  ...ordersCalls,
  ...orderListCalls,
  ...optionsCalls,
  ...smartCalls,
  ...savingsCalls,
  ...loansCalls,
  ...notificationsCalls,
  ...noticeChoicesCalls,
  ...treasuryCalls,
  ...trustCalls,
  ...liabilitiesCalls,
  ...exportCalls,
  ...closingCalls,
  ...statusCalls,
  ...filesCalls,
  ...freshProofCalls,
  ...fundingCalls,
  ...kycCalls,
  ...conversionCalls,
  ...bankCalls,
  ...apiKeysCalls,
  ...undoingCalls,
  ...withdrawalCalls,
  ...contentCalls,
  ...invitesCalls,
  ...supportCalls,
  ...nftCalls,
} as const
export type Calls = typeof calls
export type CallName = keyof Calls
