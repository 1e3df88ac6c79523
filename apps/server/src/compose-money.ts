import type { AssetCode } from '@candor/money'
import { payoutCodes } from './accounts/codes/payout-codes.ts'
import { freezeForPayouts } from './accounts/freezes/freezes.ts'
import type { OpenedAccounts } from './accounts/opened-accounts.ts'
import { notifyOfChange } from './accounts/profile/notify-of-change.ts'
import { installationSecret } from './accounts/secrets-store.ts'
import { proveSecondFactor } from './accounts/sign-in/set-second-factor.ts'
import { reportsModule } from './back-office/reports/reports.module.ts'
import { treasuryModule } from './back-office/treasury/treasury.module.ts'
import type { Identity } from './compose-accounts.ts'
import type { Common } from './compose-context.ts'
import type { PayoutPlaces } from './funding/bank-cards/payout-places.ts'
import { onChains } from './funding/chain/on-chains.ts'
import { openChains } from './funding/chain/open-chains.ts'
import { checkSignedMessage } from './funding/chain/signed-message.ts'
import { conversionsModule } from './funding/conversions/conversions.module.ts'
import { depositsModule } from './funding/deposits/deposits.module.ts'
import { latePayments } from './funding/late-payments.ts'
import { monitoredTransactions } from './funding/monitored-transactions.ts'
import { valueInUsdt } from './funding/value-in-usdt.ts'
import { withdrawalsModule } from './funding/withdrawals/withdrawals.module.ts'
import { reconciliationModule } from './ledger/reconciliation/reconciliation.module.ts'
import { NewestQuotes } from './market-data/history/newest-quotes.ts'
import { journalQuotes } from './market-data/history/quote-journal.ts'
import { QuotePaths } from './market-data/history/quote-paths.ts'
import { SignedTexts } from './platform/http/security/signed-text.ts'
import { executionModule } from './proofs/execution/execution.module.ts'
import { liabilitiesModule } from './proofs/liabilities/liabilities.module.ts'
import type { Surroundings } from './running-app.ts'
import { lockCoin, owedInSavings } from './savings/savings-store.ts'
import { unreservedInterestMinor } from './savings/unreserved-interest.ts'
import { owedInPlans } from './smart/smart-store.ts'
import { countRealFills, readRealFills } from './trading/execution/real-fills.ts'
import { refusalsOf, responseOf } from './trading/execution/refusal-counts.ts'
import { unpaidFees } from './trading/fees/unpaid-fees.ts'
import { FreshRule } from './trading/quotes/fresh-rule.ts'
import { measureConflict } from './trading/risk/conflict.ts'
import { openMargin } from './trading/risk/exposure.ts'
import { hedgingDeskModule } from './trading/risk/hedging-desk/hedging-desk.module.ts'
import { laidOffByMarket } from './trading/risk/hedging-desk/show-hedging.ts'
import { riskModule } from './trading/risk/risk.module.ts'
import { houseResult } from './trading/statistics/house-result.ts'
import { tradedWithin } from './trading/statistics/traded-by-day.ts'
import { transactionMonitoringModule } from './transaction-monitoring/transaction-monitoring.module.ts'

type Quotes = Awaited<ReturnType<Surroundings['openFeeds']>>
export type Board = Quotes['board']

interface Persons {
  readonly accounts: OpenedAccounts
  readonly identity: Identity
}

/** Opens money in and out: deposits, conversions and withdrawals. */
export async function composeFunding(common: Common, board: Board, { accounts, identity }: Persons) {
  const { base, modules, config, core, closing } = common
  const { db, clock, secrets } = base
  const { customers, customerOf, isVerified } = core
  const { files, keys, screening } = identity
  const chains = await openChains(config)
  const valueNow = (coin: AssetCode, minor: bigint): bigint | null => valueInUsdt(board, coin, minor)
  const { monitor } = await modules.open(transactionMonitoringModule, {
    ...{ transactions: monitoredTransactions, traded: tradedWithin },
    caseInHand: (ref, view, operator) => base.console.cases.caseInHand(ref, view, operator),
  })
  await modules.open(depositsModule, {
    ...{ chains, checks: { valueInUsdt: valueNow, monitor } },
    depositors: {
      ...{ of: customerOf, isVerified },
      nameOf: async (userId, reader) => (await customers.byId(userId, reader)).userName,
    },
    proofs: {
      claim: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'deposit' }, 'proof'),
      read: (fileId) => files.read(fileId),
    },
  })
  const places: PayoutPlaces = {
    keys,
    markKey: await installationSecret(db.query, secrets, 'card-marks'),
    proveSecondFactor: (totp, caller) => proveSecondFactor(accounts, totp, caller),
    notifyOfNew: (userId, make) => notifyOfChange(accounts, userId, make),
  }
  const fresh = new FreshRule(base, board)
  closing.add('conversions', async () => fresh.close())
  await modules.open(conversionsModule, {
    ...{ customerOf, places, prices: { board, fresh, journal: journalQuotes } },
    // Kept with the installation: a quote one process gave is honoured by every other.
    quotes: new SignedTexts(await installationSecret(db.query, secrets, 'conversion-quotes')),
  })
  const withdrawals = await modules.open(withdrawalsModule, {
    ...{ places, chains, codes: payoutCodes(accounts) },
    checks: {
      isVerified,
      freezeOf: (reader, userId) => freezeForPayouts(reader, userId, clock),
      holdOf: screening.holdOfWithdrawal,
      valueInUsdt: valueNow,
      monitor,
    },
  })
  return { chains, tellReleased: withdrawals.tellReleased }
}

export type Funding = Awaited<ReturnType<typeof composeFunding>>

/** Opens the operator's own money, and the proofs and reports about all money. */
export async function composeBooks(
  common: Common,
  quotes: Quotes,
  { chains }: Funding,
): Promise<{ readonly execution: OpenedExecution; readonly isHedgingAway: () => Promise<boolean> }> {
  const { modules, addresses, engineClient, sign } = common
  const { board } = quotes
  await modules.open(reconciliationModule, {})
  const { base } = common
  await modules.open(reportsModule, {
    houseResult: (period) => houseResult(base.db.query, period),
    latePayments: (period) => latePayments({ ...base, chains }, period),
    typeOf: (code) => board.market(code)?.type ?? null,
    valueInUsdt: (coin, minor) => valueInUsdt(board, coin, minor),
  })
  await modules.open(riskModule, {
    engine: {
      reserve: () => engineClient.reserve(),
      openRisk: (moves) => engineClient.openRisk(moves),
    },
    markets: {
      candles: quotes.candles,
      codes: () => board.markets.map(({ code }) => code),
      sourceOf: (code) => board.latest(code)?.source ?? quotes.usualSource,
      typeOf: (code) => board.market(code)?.type ?? null,
    },
  })
  const hedging = await modules.open(hedgingDeskModule, {})
  await modules.open(treasuryModule, {
    openMargin,
    unreservedInterestMinor,
    lockSavings: lockCoin,
    unpaidFees,
  })
  await modules.open(liabilitiesModule, {
    sign,
    owed: [owedInPlans, owedInSavings],
    addresses: { ...onChains(chains), checkSignature: checkSignedMessage },
    ownUrl: () => addresses.own,
  })
  return { execution: await composeExecution(common, quotes), isHedgingAway: hedging.isAway }
}

/** Says whether a report is late. */
interface OpenedExecution {
  readonly isLate: () => Promise<boolean>
}

/** Opens the reports of how orders were filled, and of the operator's own interest in them. */
async function composeExecution(
  { base, modules, engineClient, sign }: Common,
  quotes: Quotes,
): Promise<OpenedExecution> {
  const { db, clock, sandbox } = base
  const paths = new QuotePaths(db, () => quotes.flushQuotes())
  const counts = sandbox ? 'any' : 'real'
  const risk = {
    ...{ db, clock },
    openRisk: (moves: Parameters<typeof engineClient.openRisk>[0]) => engineClient.openRisk(moves),
    laidOff: () => laidOffByMarket(db.query),
  }
  return modules.open(executionModule, {
    sign,
    fills: {
      count: countRealFills,
      read: (day, take) => readRealFills(db, day, take),
      refusals: async (days) =>
        (await refusalsOf(db.query, days)).map(({ code, call, reason, count }) => ({
          ...{ market: code, call, reason, response: responseOf(reason) },
          count: Number(count),
        })),
    },
    quotes: {
      counts,
      upToNow: () => paths.upToNow(),
      newest: () => {
        const newest = new NewestQuotes(db, paths, counts)
        return (code, moments) => newest.at(code, moments)
      },
    },
    conflict: (days) => measureConflict(risk, days),
  })
}
