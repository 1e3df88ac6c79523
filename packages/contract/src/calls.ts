import { closureCalls } from './accounts/account-closure.ts'
import { accountsCalls } from './accounts/accounts.ts'
import { apiKeysCalls } from './accounts/api-keys.ts'
import { exportCalls } from './accounts/export.ts'
import { passkeysCalls } from './accounts/passkeys.ts'
import { proveIdentityCalls } from './accounts/prove-identity.ts'
import { signInCalls } from './accounts/sign-in.ts'
import { statementsCalls } from './accounts/statements.ts'
import { undoingCalls } from './accounts/undoing.ts'
import { worthCalls } from './accounts/worth.ts'
import { treasuryCalls } from './back-office/treasury.ts'
import { contentCalls } from './content/content.ts'
import { newsCalls } from './content/news.ts'
import { filesCalls } from './files.ts'
import { bankCalls } from './funding/bank.ts'
import { conversionCalls } from './funding/conversion.ts'
import { fundingCalls } from './funding/funding.ts'
import { withdrawalCalls } from './funding/withdrawal.ts'
import { invitesCalls } from './invites/invites.ts'
import { kycCalls } from './kyc/kyc.ts'
import { loansCalls } from './loans/loans.ts'
import { instrumentsCalls } from './markets/instruments.ts'
import { marketsCalls, statisticsCalls, tariffsCalls, watchlistCalls } from './markets/markets.ts'
import { savedChartsCalls } from './markets/saved-charts.ts'
import { storedQuotesCalls } from './markets/stored-quotes.ts'
import { namedWatchlistsCalls } from './markets/watchlists.ts'
import { nftCalls } from './nft/nft.ts'
import { noticeChoicesCalls } from './notifications/notice-choices.ts'
import { notificationsCalls } from './notifications/notifications.ts'
import { optionsCalls } from './options/options.ts'
import { orderListCalls } from './orders/order-list.ts'
import { orderTagsCalls } from './orders/order-tags.ts'
import { contractsCalls } from './orders/orders.ts'
import { receiptsCalls } from './orders/receipts.ts'
import { vipCalls } from './orders/vip.ts'
import { savingsCalls } from './savings/savings.ts'
import { smartCalls } from './smart/smart.ts'
import { supportCalls } from './support/support.ts'
import { executionCalls } from './trust/execution.ts'
import { liabilitiesCalls } from './trust/liabilities.ts'
import { statusCalls } from './trust/status.ts'
import { trustCalls } from './trust/trust.ts'

/** Every call of the product by its name. */
export const calls = {
  ...accountsCalls,
  ...statementsCalls,
  ...worthCalls,
  ...passkeysCalls,
  ...signInCalls,
  ...marketsCalls,
  ...instrumentsCalls,
  ...tariffsCalls,
  ...statisticsCalls,
  ...watchlistCalls,
  ...namedWatchlistsCalls,
  ...savedChartsCalls,
  ...storedQuotesCalls,
  ...vipCalls,
  ...contractsCalls,
  ...receiptsCalls,
  ...orderListCalls,
  ...orderTagsCalls,
  ...optionsCalls,
  ...smartCalls,
  ...savingsCalls,
  ...loansCalls,
  ...notificationsCalls,
  ...noticeChoicesCalls,
  ...treasuryCalls,
  ...trustCalls,
  ...executionCalls,
  ...liabilitiesCalls,
  ...exportCalls,
  ...closureCalls,
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
  ...newsCalls,
  ...invitesCalls,
  ...supportCalls,
  ...nftCalls,
} as const
export type Calls = typeof calls
export type CallName = keyof Calls
