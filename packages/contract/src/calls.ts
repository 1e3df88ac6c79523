import { accountsCalls } from './accounts.ts'
import { apiKeysCalls } from './api-keys.ts'
import { bankCalls } from './bank.ts'
import { closingCalls } from './closing.ts'
import { contentCalls } from './content.ts'
import { conversionCalls } from './conversion.ts'
import { exportCalls } from './export.ts'
import { filesCalls } from './files.ts'
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
import { proveIdentityCalls } from './prove-identity.ts'
import { savingsCalls } from './savings.ts'
import { signInCalls } from './sign-in.ts'
import { smartCalls } from './smart.ts'
import { statusCalls } from './status.ts'
import { supportCalls } from './support.ts'
import { treasuryCalls } from './treasury.ts'
import { trustCalls } from './trust.ts'
import { undoingCalls } from './undoing.ts'
import { withdrawalCalls } from './withdrawal.ts'

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
  ...proveIdentityCalls,
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
