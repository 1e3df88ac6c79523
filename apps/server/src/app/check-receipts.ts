import { allMarkets } from '@candor/rules'
import type { Database } from '../db/database.ts'
import { contractReceipt, quotesNamed } from '../orders/contract-receipt.ts'
import { OrdersStore } from '../orders/orders-store.ts'
import { recomputeReceipt } from '../orders/straight-line/receipts.ts'
import { openReceiptSigner, type Receipt } from '../trust/receipt-keys.ts'
import { verifyReceipt } from '../trust/verify-receipt.ts'

export interface CheckedReceipts {
  readonly receipts: number
  /** Those with a settlement: a close, a part, a stop-out. */
  readonly settlements: number
  readonly wrong: readonly string[]
}

/**
 * Signs the receipt of every order in a database, hands it over as text, and checks it with the published keys alone: its
 * signature, every number by `candor verify`, and every number again by a computation that shares nothing with it.
 */
export async function checkReceipts(
  db: Database,
  dataDir: string,
  traded: ReadonlySet<string>,
): Promise<CheckedReceipts> {
  const store = new OrdersStore(db)
  const signer = openReceiptSigner(dataDir)
  const rows = await db.query.selectFrom('orders_contracts').selectAll().orderBy('sequence').execute()
  const wrong: string[] = []
  let settlements = 0
  for (const row of rows) {
    const market = allMarkets.find(({ code }) => code === row.code)
    if (market === undefined) throw new Error(`an order is in a market that is not listed: ${row.code}`)
    const events = await store.events(row.id)
    const document = contractReceipt(row, events, market, await store.quotes(quotesNamed(events)))
    const text = JSON.stringify(signer.sign(document))
    const receipt = JSON.parse(text) as Receipt
    const { signed, findings } = verifyReceipt(receipt, signer.keySet)
    const again = recomputeReceipt(JSON.stringify(receipt.document), traded)
    for (const finding of [...(signed ? [] : ['not signed']), ...findings, ...again])
      wrong.push(`${row.order_no}: ${finding}`)
    if (row.status === 'closed') settlements += 1
  }
  return { receipts: rows.length, settlements, wrong }
}
