import { allMarkets, countedFor } from '@candor/rules'
import { QuotePaths } from '../../market-data/history/quote-paths.ts'
import type { Database } from '../../platform/database/database.ts'
import { openReceiptSigner, type Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { OrdersStore } from '../../trading/orders/orders-store.ts'
import { contractReceipt } from '../../trading/receipts/contract-receipt.ts'
import { proveEvents } from '../../trading/receipts/prove-events.ts'
import { receiptQuotes } from '../../trading/receipts/receipt-quotes.ts'
import { recomputeReceipt } from '../../trading/reference-model/receipts.ts'

/** As many as the pool has connections. */
const together = 10

export interface CheckedReceipts {
  readonly receipts: number
  /** Those with a settlement: a close, a part, a stop-out. */
  readonly settlements: number
  readonly wrong: readonly string[]
}

/**
 * Signs the receipt of every order in a database, serialises it, and verifies it with the published keys alone: its signature,
 * every number by `candor verify`, and every number again by an independent computation.
 */
export async function checkReceipts(
  db: Database,
  dataDir: string,
  traded: ReadonlySet<string>,
): Promise<CheckedReceipts> {
  const store = new OrdersStore(db)
  const proofs = { paths: new QuotePaths(db), sandbox: true }
  const signer = openReceiptSigner(dataDir)
  const rows = await store.everyOrder()
  const check = async (row: (typeof rows)[number]): Promise<readonly string[]> => {
    const market = allMarkets.find(({ code }) => code === row.code)
    if (market === undefined) throw new Error(`an order is in a market that is not listed: ${row.code}`)
    const events = await store.events(row.id)
    const quotes = await receiptQuotes(store, events, proofs.paths)
    const document = contractReceipt(row, events, market, {
      quotes,
      proofs: await proveEvents(row, events, proofs),
      counts: countedFor(row.mode, proofs.sandbox),
    })
    const text = JSON.stringify(signer.sign(document))
    const receipt = JSON.parse(text) as Receipt
    const { signed, findings } = verifyReceipt(receipt, signer.keySet)
    const again = recomputeReceipt(JSON.stringify(receipt.document), traded)
    return [...(signed ? [] : ['not signed']), ...findings, ...again].map(
      (found) => `${row.order_no}: ${found}`,
    )
  }
  const wrong: string[] = []
  for (let at = 0; at < rows.length; at += together)
    wrong.push(...(await Promise.all(rows.slice(at, at + together).map(check))).flat())
  return {
    receipts: rows.length,
    settlements: rows.filter(({ status }) => status === 'closed').length,
    wrong,
  }
}
