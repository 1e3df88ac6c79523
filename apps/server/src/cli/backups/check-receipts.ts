import { countedFor, type Market } from '@candor/rules'
import { type QuoteHistory, QuotePaths } from '../../market-data/history/quote-paths.ts'
import { listedMarkets } from '../../market-data/instruments/instruments-store.ts'
import type { Database } from '../../platform/database/database.ts'
import type { KeySet, ReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { OrdersStore } from '../../trading/orders/orders-store.ts'
import type { ContractRow } from '../../trading/orders/orders-tables.ts'
import { contractReceipt } from '../../trading/receipts/contract-receipt.ts'
import { proveEvents } from '../../trading/receipts/prove-events.ts'
import { receiptQuotes } from '../../trading/receipts/receipt-quotes.ts'

/** As many as a small pool has connections. */
const together = 4

export interface ReceiptsToCheck {
  readonly db: Database
  readonly signer: ReceiptSigner
  /** Keys that verify them, with the statement since when receipts prove. */
  readonly keys: KeySet
  readonly sandbox: boolean
}

export interface CheckedReceipts {
  readonly receipts: number
  readonly findings: readonly string[]
}

/**
 * Signs the receipts of the newest closed positions, at most `limit` of those closed before `beforeMs`, and verifies each with the public keys
 * alone: its signature, and every number again from the quotes and terms it names.
 */
export async function checkReceipts(
  checked: ReceiptsToCheck,
  { limit, beforeMs }: { readonly limit: number; readonly beforeMs: number },
): Promise<CheckedReceipts> {
  const store = new OrdersStore(checked.db)
  const proofs: QuoteHistory = { paths: new QuotePaths(checked.db), sandbox: checked.sandbox }
  const markets = await listedMarkets(checked.db.query, Number.POSITIVE_INFINITY)
  const rows = await store.newestClosed(limit, BigInt(beforeMs))
  const findings: string[] = []
  for (let at = 0; at < rows.length; at += together) {
    const some = rows
      .slice(at, at + together)
      .map((row) => faultsOf(row, { store, proofs, markets }, checked))
    findings.push(...(await Promise.all(some)).flat())
  }
  return { receipts: rows.length, findings }
}

/** Inputs that receipts are made of. */
interface ReceiptInputs {
  readonly store: OrdersStore
  readonly proofs: QuoteHistory
  readonly markets: readonly Market[]
}

async function faultsOf(
  row: ContractRow,
  { store, proofs, markets }: ReceiptInputs,
  { signer, keys }: ReceiptsToCheck,
): Promise<string[]> {
  const market = markets.find(({ code }) => code === row.code)
  if (market === undefined) return [`receipt ${row.order_no}: its market ${row.code} is not listed`]
  try {
    const events = await store.events(row.id)
    const document = contractReceipt(row, events, market, {
      quotes: await receiptQuotes(store, events, proofs.paths),
      proofs: await proveEvents(row, events, proofs),
      counts: countedFor(row.mode, proofs.sandbox),
    })
    return verifyReceipt(signer.sign(document), keys).findings.map(
      (finding) => `receipt ${row.order_no}: ${finding}`,
    )
  } catch (error) {
    return [`receipt ${row.order_no}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
