import type { AccountsDeps } from './accounts/accounts-deps.ts'
import { payoutCodes } from './accounts/codes/payout-codes.ts'
import { freezeForPayouts } from './accounts/freezes/freezes.ts'
import { notifyOfChange } from './accounts/profile/notify-of-change.ts'
import { installationSecret } from './accounts/secrets-store.ts'
import { proveSecondFactor } from './accounts/sign-in/set-second-factor.ts'
import { treasuryModule } from './back-office/treasury/treasury.module.ts'
import type { Identity } from './compose-accounts.ts'
import type { Common } from './compose-context.ts'
import { onChains } from './funding/chain/on-chains.ts'
import { checkSignedMessage } from './funding/chain/signed-message.ts'
import { conversionsModule } from './funding/conversions/conversions.module.ts'
import { depositsModule } from './funding/deposits/deposits.module.ts'
import { withdrawalsModule } from './funding/withdrawals/withdrawals.module.ts'
import { reconciliationModule } from './ledger/reconciliation/reconciliation.module.ts'
import { journalQuotes } from './market-data/history/quote-journal.ts'
import type { Caller } from './platform/http/caller.ts'
import { SignedTexts } from './platform/http/security/signed-text.ts'
import { liabilitiesModule } from './proofs/liabilities/liabilities.module.ts'
import type { Surroundings } from './running-app.ts'
import { savingsMissing } from './savings/savings-missing.ts'
import { lockCoin, owedInSavings } from './savings/savings-store.ts'
import { owedInPlans } from './smart/smart-store.ts'
import { openMargin } from './trading/fees/exposure.ts'
import { unpaidFees } from './trading/fees/unpaid-fees.ts'
import { riskModule } from './trading/risk/risk.module.ts'

export type Board = Awaited<ReturnType<Surroundings['openFeeds']>>['board']

interface Persons {
  readonly accounts: AccountsDeps
  readonly identity: Identity
}

/** Opens money in and out: deposits, conversions and withdrawals. */
export async function composeFunding(common: Common, board: Board, { accounts, identity }: Persons) {
  const { base, modules, config, core } = common
  const { db, clock, secrets } = base
  const { customers, customerOf, isVerified } = core
  const { files, keys, screening } = identity
  const deposits = await modules.open(depositsModule, {
    ...{ config, board, customerOf, isVerified, files },
    userNameOf: async (userId, reader) => (await customers.byId(userId, reader)).userName,
  })
  const places = {
    keys,
    proveSecondFactor: (totp: string | undefined, caller: Caller) =>
      proveSecondFactor(accounts, totp, caller),
    notifyOfNewPlace: <T>(userId: string, make: Parameters<typeof notifyOfChange<T>>[2]) =>
      notifyOfChange(accounts, userId, make),
  }
  await modules.open(conversionsModule, {
    ...{ board, customerOf, journal: journalQuotes, ...places },
    // Stored with the installation, so that every process honours a quote of any other.
    quotes: new SignedTexts(await installationSecret(db.query, secrets, 'conversion-quotes')),
  })
  const withdrawals = await modules.open(withdrawalsModule, {
    ...{ isVerified, ...places, ...payoutCodes(accounts) },
    holdOfWithdrawal: screening.holdOfWithdrawal,
    freezeOf: (reader, userId) => freezeForPayouts(reader, userId, clock),
    chains: deposits.chains,
    valueInUsdt: deposits.valueInUsdt,
  })
  return { chains: deposits.chains, tellReleased: withdrawals.tellReleased }
}

export type Funding = Awaited<ReturnType<typeof composeFunding>>

/** Opens the operator's own money, and the proofs and reports about all money. */
export async function composeBooks(common: Common, { chains }: Funding): Promise<void> {
  const { modules, addresses, engineClient, sign } = common
  await modules.open(reconciliationModule, {})
  await modules.open(riskModule, { reserve: () => engineClient.reserve() })
  await modules.open(treasuryModule, { openMargin, savingsMissing, lockSavings: lockCoin, unpaidFees })
  await modules.open(liabilitiesModule, {
    sign,
    owed: [owedInPlans, owedInSavings],
    addresses: { ...onChains(chains), checkSignature: checkSignedMessage },
    ownUrl: () => addresses.own,
  })
}
