import type { AccountMode } from '@candor/contract'
import type { MarketAction, Refused } from '@candor/rules'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import { ownLoanReceipt, publicLoanReceipt } from '../loans/loan-receipt.ts'
import { splitsSince } from '../market-data/actions.ts'
import { journalQuotes } from '../market-data/quote-journal.ts'
import type { ProofParts } from '../market-data/quote-paths.ts'
import { ownArtworkReceipt, publicArtworkReceipt } from '../nft/artwork-receipt.ts'
import { noticesOfAll } from '../notifications/notices-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Handlers, RunOnce } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { createRunTogether, createUntilFree } from '../platform/http/run-together.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { Receipt } from '../proofs/receipt-keys.ts'
import { ownPlanReceipt, publicPlanReceipt } from '../smart/plan-receipt.ts'
import { optionHouseAccounts } from '../trading/options/option-postings.ts'
import {
  ownOptionReceipt,
  publicOptionReceipt,
  type UnsignedReceipt,
} from '../trading/options/option-receipt.ts'
import { OptionSettler } from '../trading/options/option-settler.ts'
import type { OptionsBoard, OptionsCustomer } from '../trading/options/options-deps.ts'
import { optionNow, optionsHandlers } from '../trading/options/routes.ts'
import { tellSplit } from '../trading/options/tell-split.ts'

export interface OptionsParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly board: OptionsBoard
  readonly events: AccountEvents
  readonly log: { error(details: object, message: string): void }
  readonly newId: () => string
  /** Stored quotes that prove receipts. */
  readonly kept: ProofParts
  readonly customers: ProductsCustomers
}

/** Dependencies of options and plans on other modules. */
export interface ProductsCustomers {
  readonly runOnce: RunOnce
  readonly spendOnce: SpendOnce
  readonly funds: ReservesFunds
  readonly parameters: Parameters
  readonly customerOf: (userId: string) => Promise<OptionsCustomer>
  /** The customer's own limit that forbids new risk now (trust T17). */
  readonly ownLimit: (userId: string, mode: AccountMode) => Promise<Refused | null>
}

const retryMs = 1_000
const second = 1_000

/** Options, watched by the engine. To be opened before the feed starts: every open option is then watched before its first quote. */
export async function openOptions(parts: OptionsParts) {
  const { db, clock, ledger, board, events, log, newId, kept, customers } = parts
  await ledger.open(optionHouseAccounts)
  const settler = new OptionSettler({
    db,
    ledger,
    clock,
    board,
    journal: journalQuotes,
    splits: splitsSince,
    kept,
    onSettled: (row) => events.publish(row.user_id, row.mode, 'order', optionNow(board, row)),
    log,
    retryMs,
  })
  await settler.start()
  const jobs: readonly Job[] = [
    {
      name: 'refund-options',
      noCases: 'the settler sets aside what it cannot write',
      everyMs: second,
      run: () => settler.refundOverdue(),
    },
    {
      name: 'rescan-options',
      noCases: 'one reading; each option is watched or settled on its own',
      everyMs: 5 * second,
      run: () => settler.rescan(),
    },
  ]
  const handlers = optionsHandlers({
    db,
    clock,
    ledger,
    board,
    events,
    newId,
    settler,
    splits: splitsSince,
    journal: journalQuotes,
    runTogether: createRunTogether((work) => ledger.transaction(work), clock),
    untilFree: createUntilFree((work) => db.transaction(work)),
    ...customers,
  })
  return {
    jobs,
    handlers,
    /** Returns the stakes of a demo account's open options, when its money is reset. */
    endDemo: (userId: string) => settler.refundAll(userId, 'demo'),
    /** Notifies customers with a running option in a split market of its adjustment. */
    tellSplit: (action: MarketAction) =>
      tellSplit({ db, board, events, log, splits: splitsSince, noticesOfAll }, action),
    stop: () => settler.stop(),
  }
}

/** One address for every receipt: of an option, a plan, a loan, an artwork, or else of a contract. */
export function receiptHandlers(
  db: Database,
  proofs: ProofParts,
  sign: (document: Readonly<Record<string, unknown>>) => Receipt,
  contracts: Handlers,
): Pick<Handlers, 'getReceipt' | 'publicReceipt'> {
  const { getReceipt, publicReceipt } = contracts
  const signed = ({ document, publicId }: UnsignedReceipt) => ({ ...sign(document), publicId })
  return {
    getReceipt: async (input, caller, idempotency) => {
      const found = await ownReceipt(db, input.orderId, caller, proofs)
      if (found !== null) return signed(found)
      if (getReceipt === undefined) throw new Refusal('notFound')
      return getReceipt(input, caller, idempotency)
    },
    publicReceipt: async (input, visitor, idempotency) => {
      const found =
        (await publicOptionReceipt(db, input.id, proofs)) ??
        (await publicPlanReceipt(db, input.id)) ??
        (await publicLoanReceipt(db, input.id)) ??
        (await publicArtworkReceipt(db, input.id))
      if (found !== null) return signed(found)
      if (publicReceipt === undefined) throw new Refusal('notFound')
      return publicReceipt(input, visitor, idempotency)
    },
  }
}

/** Plans, loans and artworks are real money only. */
async function ownReceipt(
  db: Database,
  id: string,
  caller: Caller,
  proofs: ProofParts,
): Promise<UnsignedReceipt | null> {
  const option = await ownOptionReceipt(db, id, caller, proofs)
  if (option !== null || caller.mode === 'demo') return option
  return (
    (await ownPlanReceipt(db, id, caller.userId)) ??
    (await ownLoanReceipt(db, id, caller.userId)) ??
    ownArtworkReceipt(db, id, caller.userId)
  )
}
