import { join } from 'node:path'
import { accountsModule } from './accounts/accounts.module.ts'
import { closureModule } from './accounts/closure/closure.module.ts'
import { customersModule } from './accounts/customers/customers.module.ts'
import type { CustomersPorts } from './accounts/customers/customers-ports.ts'
import { legalHolds } from './accounts/freezes/legal-holds.ts'
import type { OpenedAccounts } from './accounts/opened-accounts.ts'
import { agreedArticles } from './accounts/registration/consents.ts'
import { identityStandings } from './accounts/registration/identity-standings.ts'
import { installationSecret } from './accounts/secrets-store.ts'
import { refuseEarlyExport, tellExported } from './accounts/statements/tell-export.ts'
import { tellUnusualDay } from './back-office/operators/tell-unusual-day.ts'
import type { Common } from './compose-context.ts'
import { customerTraces } from './compose-customer-traces.ts'
import { engineExported } from './compose-engine.ts'
import { orderLabelsOf, tradeDetailsOf } from './compose-order-labels.ts'
import { composeReviewContext } from './compose-review-context.ts'
import { articlesInForce } from './content/content-store.ts'
import { removeBankCard } from './funding/bank-cards/bank-cards.ts'
import { nameWithdrawal } from './funding/withdrawals/named-withdrawal.ts'
import { endPayoutAddress, everyAddressOf } from './funding/withdrawals/payout-addresses.ts'
import { releaseHeldWithdrawals } from './funding/withdrawals/withdrawal-store.ts'
import { invitesModule } from './invites/invites.module.ts'
import { kycModule } from './kyc/kyc.module.ts'
import { paidTradingFees } from './ledger/reports/paid-fees.ts'
import { filesModule } from './platform/files/files.module.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { exportModule } from './proofs/export/export.module.ts'
import { showLimits } from './proofs/routes.ts'
import { screeningModule } from './screening/screening.module.ts'
import { closedContractsOf, openContractsOf } from './trading/engine/open-contracts.ts'
import { owedRebatesOf, rebatesOwedUntil } from './trading/fees/fee-rebates-store.ts'
import { optionSplits } from './trading/options/options-store.ts'

/** Opens pictures and persons' keys, identity checks, and the lists of names that both are compared with. */
export async function composeIdentity(common: Common, afterRelease: (userId: string) => Promise<void>) {
  const { base, modules, config, foundation, core, closing } = common
  const uploads = await modules.open(filesModule, { config, installationKey: foundation.installationKey })
  const { files, keys, drawing } = uploads
  closing.add('uploads', () => uploads.stop())
  const kyc = await modules.open(kycModule, {
    standings: identityStandings(core.users, core.countryStanding),
    files,
    secrets: { keys, markKey: await installationSecret(base.db.query, base.secrets, 'identity-marks') },
    checkNames: (tx, userId): Promise<void> => screening.checkIdentity(tx, userId),
  })
  const screening = await modules.open(screeningModule, {
    screeningDir: config.screeningDir,
    keys,
    names: { of: (userIds, reader) => core.users.namesOf(userIds, reader), legal: kyc.legalNameOf },
    legalHolds: legalHolds(base, core.sessions),
    withdrawals: { release: releaseHeldWithdrawals, afterRelease },
  })
  await composeReviewContext(common, kyc.relatedPersons)
  const { ownersOfDocument, ownersOfName, legalNameOf } = kyc
  return { files, keys, drawing, screening, ownersOfDocument, ownersOfName, legalNameOf }
}

export type Identity = Awaited<ReturnType<typeof composeIdentity>>

/** Opens accounts, and what a customer and the console see of them; `calls` gives every call of the product. */
export async function composeAccounts(
  common: Common,
  identity: Identity,
  calls: () => Handlers,
): Promise<OpenedAccounts> {
  const { base, modules, config, core, engineClient, keys } = common
  const { db, clock, sandbox } = base
  const { screening, files } = identity
  const invites = await modules.open(invitesModule, {
    customers: core.customers,
    paidFees: paidTradingFees,
    rebatesOwedUntil: (now) => rebatesOwedUntil(db, now),
    owedRebatesOf,
  })
  const { accounts } = await modules.open(accountsModule, {
    core,
    messages: { messenger: common.messenger, sms: common.sms },
    tellUnusual: tellUnusualDay(base, common.direct),
    trading: {
      figures: (userId, mode) => engineClient.figures(userId, mode),
      equityHistory: (userId, mode, days) => engineClient.equityHistory(userId, mode, days),
      closeDemoPositions: (userId) => engineClient.closeDemoPositions(userId),
      optionSplits: (ids) => optionSplits(db.query, ids),
      orderLabels: orderLabelsOf(db),
      tradeDetails: tradeDetailsOf(db),
      earnedSince: (userId, mode, sinceMs) => modules.earnedSince(userId, mode, sinceMs),
    },
    signUp: {
      termsInForce: (language) => articlesInForce(db, agreedArticles, language, clock.now()),
      checkNewCustomer: screening.checkNewCustomer,
      joinFriend: invites.joinFriend,
    },
    payouts: {
      named: (request) => nameWithdrawal({ db, sandbox }, request),
      removeAddress: async (tx, userId, id) => void (await endPayoutAddress(base, tx, id, userId)),
      removeCard: (tx, userId, card) => removeBankCard(base, tx, userId, card),
    },
  })
  await modules.open(customersModule, {
    accounts,
    traces: customerTraces(db, identity),
    elsewhere: elsewhereOf(common, identity, invites.invitesOf),
  })
  await modules.open(closureModule, { accounts, modules })
  await modules.open(exportModule, {
    calls,
    parts: () => [...modules.exported, ...engineExported],
    archive: { keys, folder: join(config.dataDir, 'exports'), pictures: (userId) => files.of(userId) },
    accounts: {
      refuseEarly: (userId) => refuseEarlyExport(accounts, userId),
      notifyExported: (userId) => tellExported(accounts, userId),
    },
  })
  return accounts
}

type Elsewhere = CustomersPorts['elsewhere']

/** Reads what other modules know of a customer, for the customer's page in the console. */
const elsewhereOf = (
  { base, engineClient }: Common,
  { legalNameOf }: Identity,
  invitesOf: Elsewhere['invitesOf'],
): Elsewhere => ({
  positionsOf: (userId) => openContractsOf(base.db, userId, (ids) => engineClient.contractsNow(ids)),
  tradesOf: (userId) => closedContractsOf(base.db, userId),
  payoutAddressesOf: (userId) => everyAddressOf(base.db, userId),
  casesOf: (userId, operator) => base.console.casesOf(userId, operator),
  invitesOf,
  legalNameOf: async (userId) => (await legalNameOf(base.db.query, userId))?.name ?? null,
  limitsOf: (userId) => showLimits(base, userId, 'real'),
})
