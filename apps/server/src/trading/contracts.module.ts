import { type AccountMode, contractsCalls } from '@candor/contract'
import { type Refused, refuse } from '@candor/rules'
import { secondMs } from '@candor/rules/time-units.ts'
import { fundDemo } from '../ledger/fund-demo.ts'
import type { QuoteHistory } from '../market-data/history/quote-paths.ts'
import type { PriceBoard } from '../market-data/price-board/price-board.ts'
import { defineModule, type ServerContext } from '../module.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { Waiting } from '../platform/leadership.ts'
import type { Receipt } from '../proofs/receipts/receipt-keys.ts'
import type { MarketActionsPort } from './engine/runtime-options.ts'
import { TradingRuntime } from './engine/trading-runtime.ts'
import { accountFigures, equityHistory, recordEquityOfAll } from './equity/account-figures.ts'
import { openResults } from './equity/open-results.ts'
import { countedRefusals } from './execution/counted-refusals.ts'
import { RefusalCounts } from './execution/refusal-counts.ts'
import { closeEverything, contractsNow, ordersHandlers } from './orders/routes.ts'
import { FreshRule } from './quotes/fresh-rule.ts'
import { type RequestedMoves, readOpenRisk } from './risk/desk/open-risk.ts'
import { FundsDesk } from './risk/funds/funds-desk.ts'
import { watchReserve } from './risk/watch-reserve.ts'

/** The customer's own limit that forbids new risk now (trust T17). */
type OwnLimit = (userId: string, mode: AccountMode) => Promise<Refused | null>

export interface ContractsPorts {
  /** Called when this process waits because another engine leads. */
  readonly waiting: Waiting
  readonly prices: { readonly board: PriceBoard; readonly proofs: QuoteHistory }
  /** Actions of whole markets: splits, dividends, rolls. */
  readonly actions: MarketActionsPort
  readonly others: {
    readonly isFrozen: (userId: string) => Promise<boolean>
    readonly ownLimit: OwnLimit
    /** Signs a document for the installation. */
    readonly sign: (document: Readonly<Record<string, unknown>>) => Receipt
    /** Stores the open profit of all real customers, for readers that must not wait for the engine. */
    readonly keepOpenProfit: (minor: bigint) => Promise<void>
  }
}

const fiveMinutesMs = 5 * 60_000

const inTheBooks = { retained: 'orders and entries balance, by id' }

/** Contracts where the engine leads: every call, quote and moment that decides about them. */
export const contractsModule = defineModule({
  name: 'contracts',
  calls: contractsCalls,
  export: [{ call: 'listContractOrder', folder: 'accounts', list: 'receipts' }],
  customerTables: {
    orders_contracts: { exported: ['listContractOrder'], erased: inTheBooks },
    orders_equity: { exported: ['equityHistory'], erased: inTheBooks },
    orders_margin_calls: { exported: ['notifications'], erased: inTheBooks },
  },
  open: async (context: ServerContext, ports: ContractsPorts) => {
    const { db, clock } = context
    const { prices, actions } = ports
    const runtime = await TradingRuntime.open({
      ...{ ...context, ...ports.waiting, actions },
      board: prices.board,
      quoteHistory: prices.proofs,
    })
    const fence = runtime.fence ?? 0n
    const funds = new FundsDesk(runtime, db, fence)
    const watch = watchReserve({
      ...context,
      capitalState: (mode) => runtime.capital.standing(mode),
      keepOpenProfit: ports.others.keepOpenProfit,
    })
    const fresh = new FreshRule(context, prices.board)
    const refusals = new RefusalCounts(db, clock)
    const { getReceipt, receiptAccount, publicReceipt, ...handlers } = contractHandlers(
      context,
      ports,
      runtime,
      { fresh, refusals },
    )
    return {
      handlers,
      jobs: [...jobsOf(context, runtime, funds), watch.job, countRefusals(refusals)],
      ...{ runtime, fence, funds, receipts: { getReceipt, receiptAccount, publicReceipt } },
      reserve: watch.reserve,
      figures: (userId: string, mode: AccountMode) => accountFigures(runtime, userId, mode, clock.now()),
      equityHistory: (userId: string, mode: AccountMode, days: number) =>
        equityHistory(runtime, db, { userId, mode }, { days, now: clock.now() }),
      openResults: (mode: AccountMode, userIds: readonly string[]) => openResults(runtime, mode, userIds),
      contractsNow: (ids: readonly string[]) => contractsNow(runtime, ids),
      openRisk: (moves: RequestedMoves) => readOpenRisk(runtime, moves),
      closeAll: (userId: string, mode: AccountMode) => closeEverything(runtime, userId, mode),
      stop: async () => {
        fresh.close()
        await runtime.close()
        await refusals.flush()
      },
    }
  },
})

function contractHandlers(
  { clock, parameters }: ServerContext,
  { prices, others }: ContractsPorts,
  runtime: TradingRuntime,
  { fresh, refusals }: { readonly fresh: FreshRule; readonly refusals: RefusalCounts },
) {
  const { isFrozen, sign } = others
  const ownLimit: OwnLimit = async (userId, mode) =>
    (await isFrozen(userId)) ? refuse('accountFrozen') : others.ownLimit(userId, mode)
  const handlers = ordersHandlers({
    ...{ runtime, fresh, clock, proofs: prices.proofs, sign, ownLimit, isFrozen },
    endsAtRoll: async (code) => {
      const ending = await parameters.value('contracts.endAtRoll')
      return Array.isArray(ending) && ending.includes(code)
    },
    limits: async () => ({
      openMost: Number(await parameters.value('contracts.openMost')),
      waitingMost: Number(await parameters.value('contracts.waitingMost')),
    }),
  })
  return countedRefusals(runtime, refusals, handlers)
}

const countRefusals = (refusals: RefusalCounts): Job => ({
  name: 'count-refusals',
  noCases: 'one statement',
  everyMs: secondMs,
  run: () => refusals.flush(),
})

const jobsOf = (context: ServerContext, runtime: TradingRuntime, funds: FundsDesk): readonly Job[] => [
  {
    name: 'record-equity',
    noCases: 'values what is in memory, page by page',
    everyMs: fiveMinutesMs,
    run: () => recordEquityOfAll(runtime, context.clock.now()),
  },
  {
    name: 'expire-reservations',
    noCases: 'one statement',
    everyMs: secondMs,
    run: () => funds.expire(),
  },
  {
    name: 'fund-demo',
    noCases: 'two accounts of demo money',
    everyMs: secondMs,
    run: () => fundDemo(context),
  },
]
