import type { MarketAction } from '@candor/rules'
import { isFrozen } from './accounts/freezes/freezes.ts'
import { keepOpenProfit } from './back-office/treasury/treasury-store.ts'
import { ownLoanReceipt, publicLoanReceipt } from './loans/loan-receipt.ts'
import type { Quotes } from './market-data/feeds/open-feeds.ts'
import { journalQuotes } from './market-data/history/quote-journal.ts'
import { type QuoteHistory, QuotePaths } from './market-data/history/quote-paths.ts'
import { splitsSince } from './market-data/market-events/actions.ts'
import type { HoldersOf } from './market-data/market-events/notify-halts.ts'
import type { Modules, ServerContext } from './module.ts'
import { ownArtworkReceipt, publicArtworkReceipt } from './nft/artwork-receipt.ts'
import { alertsModule } from './notifications/alerts.module.ts'
import { noticesOfAll } from './notifications/notices-store.ts'
import type { Job } from './platform/jobs/timetable.ts'
import type { Waiting } from './platform/leadership.ts'
import type { ShutdownStack } from './platform/shutdown-stack.ts'
import type { ExportedCall } from './proofs/export/exported-call.ts'
import { ownLimitsModule } from './proofs/own-limits.module.ts'
import type { Receipt } from './proofs/receipts/receipt-keys.ts'
import { ownPlanReceipt, publicPlanReceipt } from './smart/plan-receipt.ts'
import { toPlanOrderResponse } from './smart/plan-response.ts'
import { plansByIds } from './smart/smart-store.ts'
import { contractsModule } from './trading/contracts.module.ts'
import { holdersAt } from './trading/corporate-actions/holders-at.ts'
import { fundsByText } from './trading/engine/engine-client.ts'
import type { OpenedEngine } from './trading/engine/lead-engine.ts'
import type { MarketActionsPort } from './trading/engine/runtime-options.ts'
import { type HedgingPorts, hedgingModule } from './trading/hedging/hedging.module.ts'
import type { OptionsCustomer } from './trading/options/option-purchase-ports.ts'
import { ownOptionReceipt, publicOptionReceipt, withItsMarket } from './trading/options/option-receipt.ts'
import { settlementModule } from './trading/options/settlement.module.ts'
import { orderListModule } from './trading/orders/list/order-list.module.ts'
import { ofRealAccounts, type ReceiptSource, receiptsModule } from './trading/receipts/receipts.module.ts'
import { netExposureOf } from './trading/risk/limits/net-exposure-of.ts'
import { TriggerIndex } from './trading/triggers/trigger-index.ts'

export interface EnginePorts {
  readonly quotes: Quotes
  readonly marketEvents: {
    readonly actions: MarketActionsPort
    follow(follower: (action: MarketAction) => void): void
    tellHalts(holdersOf: HoldersOf): Promise<Job>
    notifyCancellations(holders: typeof holdersAt): Job
  }
  readonly customerOf: (userId: string) => Promise<OptionsCustomer>
  readonly installation: {
    readonly hedging: HedgingPorts['settings']
    /** Signs a document for the installation. */
    readonly sign: (document: Readonly<Record<string, unknown>>) => Receipt
  }
}

/** Parts of a customer's export of the modules that open where the engine leads; every process makes exports. */
export const engineExported: readonly ExportedCall[] = [
  contractsModule,
  settlementModule,
  alertsModule,
  ownLimitsModule,
].flatMap((module) => module.export ?? [])

/** Opens the modules that watch prices and decide, where the engine leads: contracts, options, alerts and own limits. */
export async function composeEngine(
  modules: Modules,
  context: ServerContext,
  { quotes, marketEvents, customerOf, installation: { hedging, sign } }: EnginePorts,
  { waiting, ends }: { readonly waiting: Waiting; readonly ends: ShutdownStack },
): Promise<OpenedEngine> {
  const { db, clock, sandbox } = context
  const { board } = quotes
  const proofs: QuoteHistory = { paths: new QuotePaths(db, () => quotes.flushQuotes()), sandbox }
  const { ownLimit, ownLimitOfLeverage } = await modules.open(ownLimitsModule, {})
  const contracts = await modules.open(contractsModule, {
    waiting,
    prices: { board, proofs },
    actions: marketEvents.actions,
    others: {
      isFrozen: (userId) => isFrozen(db, userId),
      ownLimit: ownLimitOfLeverage,
      sign,
      keepOpenProfit: (minor) => keepOpenProfit(db.query, minor, clock.now()),
    },
  })
  ends.add('contracts', () => contracts.stop())
  const { runtime, funds, receipts } = contracts
  await openHedging(modules, contracts, hedging, ends)
  const alerts = await modules.open(alertsModule, { board, newIndex: () => new TriggerIndex<string>() })
  ends.add('price alerts', () => alerts.stop())
  const options = await modules.open(settlementModule, {
    markets: { board, splits: splitsSince, journal: journalQuotes, proofs },
    customers: { customerOf, ownLimit },
    ...{ funds, noticesOfAll },
  })
  ends.add('options', () => options.stop())
  marketEvents.follow((action) => {
    if (action.kind !== 'split') return
    options.tellSplit(action)
    alerts.rebase(action.code, action.ratio)
  })
  const tellHalts = await marketEvents.tellHalts((code) => runtime.holdersOf(code))
  await modules.open(orderListModule, {
    ...{ runtime, splits: splitsSince },
    plans: async (ids) => (await plansByIds(db.query, ids)).map(toPlanOrderResponse),
  })
  await modules.open(receiptsModule, { sources: receiptSources(proofs, board), contracts: receipts, sign })
  const { figures, equityHistory, openResults, contractsNow, openRisk, reserve, fence } = contracts
  return {
    service: {
      ...{ fence, figures, equityHistory, openResults, contractsNow, openRisk, reserve, ownLimit },
      handlers: modules.handlers,
      closeDemoPositions: async (userId) => {
        await contracts.closeAll(userId, 'demo')
        await options.endDemo(userId)
      },
      ...fundsByText(funds),
    },
    jobs: [tellHalts, marketEvents.notifyCancellations(holdersAt), ...modules.jobs],
  }
}

/** Opens hedging, which takes what is beyond the exposure limits from now on. It ends before the engine. */
async function openHedging(
  modules: Modules,
  { runtime, fence }: Pick<Awaited<ReturnType<typeof contractsModule.open>>, 'runtime' | 'fence'>,
  settings: HedgingPorts['settings'],
  ends: ShutdownStack,
): Promise<void> {
  const { hedging, stop } = await modules.open(hedgingModule, {
    ...{ settings, exposure: netExposureOf(runtime), fence },
    contractSizeOf: (code) => runtime.board.market(code)?.contractSize ?? null,
  })
  if (hedging !== null) runtime.exposureLimits.hedgeWith(hedging)
  ends.add('hedging', stop)
}

const receiptSources = (proofs: QuoteHistory, board: Quotes['board']): readonly ReceiptSource[] => [
  {
    own: async (db, id, caller) => withItsMarket(await ownOptionReceipt(db, id, caller, proofs), board),
    public: async (db, id) => withItsMarket(await publicOptionReceipt(db, id, proofs), board),
  },
  ofRealAccounts(ownPlanReceipt, publicPlanReceipt),
  ofRealAccounts(ownLoanReceipt, publicLoanReceipt),
  ofRealAccounts(ownArtworkReceipt, publicArtworkReceipt),
]
