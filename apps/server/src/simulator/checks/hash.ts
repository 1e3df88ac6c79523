import { createHash } from 'node:crypto'
import { uuids } from '../../platform/uuid.ts'
import type { Statements } from '../surroundings/statements.ts'

/** Queries of the state that a seed leaves, in an order that does not depend on ids. */
const states: readonly string[] = [
  `SELECT e.seq::text, e.kind, d.class, d.owner, c.class AS to_class, c.owner AS to_owner, e.asset, e.minor::text, e.reference, e.created_at
     FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited ORDER BY e.seq`,
  `SELECT class, owner, asset, balance::text, held::text FROM ledger_accounts ORDER BY class, owner, asset`,
  `SELECT h.minor::text, h.remaining::text, h.created_at, h.closed_at, h.id FROM ledger_holds h JOIN ledger_postings p ON p.id = h.posting
    ORDER BY h.created_at, h.minor, h.remaining, h.closed_at`,
  `SELECT order_no, user_id::text, mode, code, direction, kind, status, lots::text, open_price::text, close_price::text, margin::text,
          fee::text, swap::text, profit::text, close_reason, created_at::text, closed_at::text FROM orders_contracts ORDER BY sequence`,
  `SELECT user_id::text, mode, code, status, result, profit::text, close_price::text FROM options_orders ORDER BY sequence`,
  `SELECT user_id::text, coin, amount::text, fee::text, status FROM funding_withdrawals ORDER BY sequence`,
  `SELECT user_id::text, coin, amount::text, status FROM funding_deposits ORDER BY sequence`,
  `SELECT user_id::text, amount::text, status, repaid::text FROM loans ORDER BY sequence`,
  `SELECT user_id::text, amount::text, status, paid_days FROM smart_plans ORDER BY sequence`,
]

/** SHA-256 over the end of a seed, every id replaced by the number of its first appearance. */
export async function endHash(statements: Statements): Promise<string> {
  const hash = createHash('sha256')
  const numbers = new Map<string, string>()
  const numbered = (id: string): string => {
    const known = numbers.get(id) ?? `#${numbers.size}`
    numbers.set(id, known)
    return known
  }
  for (const state of states) {
    const rows = await statements.look(state)
    for (const row of rows) hash.update(`${JSON.stringify(row).replaceAll(uuids, numbered)}\n`)
  }
  return hash.digest('hex')
}
