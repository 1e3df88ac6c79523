import { type AccountMode, optionsCalls } from '@candor/contract'
import type { BoardQuote, MarketAction, Refused } from '@candor/rules'
import { secondMs } from '@candor/rules/time-units.ts'
import type { ReservesFunds } from '../../ledger/reserves-funds.ts'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createRunTogether, createUntilFree } from '../../platform/http/idempotency/run-together.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { FreshRule } from '../quotes/fresh-rule.ts'
import { type NoticesOfAll, notifySplit } from './notify-split.ts'
import { optionHouseAccounts } from './option-postings.ts'
import type { OptionsBoard, OptionsCustomer } from './option-purchase-ports.ts'
import { optionNow, optionsHandlers } from './routes.ts'
import { OptionSettler } from './settlement/option-settler.ts'
import type { SplitsSince } from './settlement/splits-since.ts'

export interface SettlementPorts {
  /** From market data. */
  readonly markets: {
    readonly board: OptionsBoard
    readonly splits: SplitsSince
    /** Stores quotes that trading used (trust T5). */
    readonly journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>
    /** Stored quotes that prove receipts. */
    readonly proofs: QuoteHistory
  }
  readonly customers: {
    readonly customerOf: (userId: string) => Promise<OptionsCustomer>
    /** The customer's own limit that forbids new risk now (trust T17). */
    readonly ownLimit: (userId: string, mode: AccountMode) => Promise<Refused | null>
  }
  readonly funds: ReservesFunds
  readonly noticesOfAll: NoticesOfAll
}

const retryMs = 1_000

/** Options where the engine leads. To be opened before the feed starts: every open option is then watched before its first quote. */
export const settlementModule = defineModule({
  name: 'option-settlement',
  calls: optionsCalls,
  export: [{ call: 'listOptionsOrder', folder: 'accounts', list: 'receipts' }],
  customerTables: {
    options_orders: { exported: ['listOptionsOrder'], erased: { retained: 'they are in the books' } },
  },
  accounts: optionHouseAccounts,
  open: async (context: ServerContext, { markets, customers, funds, noticesOfAll }: SettlementPorts) => {
    const { db, ledger, clock, events } = context
    const { board, proofs: quoteHistory } = markets
    const settler = new OptionSettler({
      ...{ ...context, ...markets, quoteHistory, retryMs },
      onSettled: (row) => events.publish(row.user_id, row.mode, 'order', optionNow(board, row)),
    })
    await settler.start()
    const fresh = new FreshRule(context, board)
    return {
      handlers: optionsHandlers({
        ...{ ...context, ...markets, ...customers, funds, settler, fresh },
        runTogether: createRunTogether((work) => ledger.transaction(work), clock),
        untilFree: createUntilFree((work) => db.transaction(work)),
      }),
      jobs: jobsOf(settler),
      /** Returns the stakes of a demo account's open options, when its money is reset. */
      endDemo: (userId: string) => settler.refundAll(userId, 'demo'),
      /** Notifies customers with a running option in a split market of its adjustment. */
      tellSplit: (action: MarketAction) => notifySplit({ ...context, ...markets, noticesOfAll }, action),
      stop: () => {
        fresh.close()
        return settler.stop()
      },
    }
  },
})

const jobsOf = (settler: OptionSettler): readonly Job[] => [
  {
    name: 'refund-options',
    noCases: 'the settler sets aside what it cannot write',
    everyMs: secondMs,
    run: () => settler.refundOverdue(),
  },
  {
    name: 'rescan-options',
    noCases: 'one reading; each option is watched or settled on its own',
    everyMs: 5 * secondMs,
    run: () => settler.rescan(),
  },
]
