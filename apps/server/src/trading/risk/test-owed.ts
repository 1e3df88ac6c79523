import type { Database } from '../../platform/database/database.ts'

/** The amount the operator paid for the losses of these orders and was paid back, in minor units. */
export async function operatorPaid({ pool }: Database, orderIds: readonly string[]): Promise<bigint> {
  const { rows } = await pool.query<{ paid: bigint | null }>(
    `SELECT sum(CASE kind WHEN 'contract-owed' THEN -minor ELSE minor END)::bigint AS paid FROM ledger_entries
      WHERE reference = ANY ($1) AND kind IN ('negative-balance-protection', 'contract-owed')`,
    [orderIds],
  )
  return rows[0]?.paid ?? 0n
}

/** The amount a position owes the operator for another's loss, in minor units. */
export async function owedBy({ pool }: Database, orderId: string): Promise<bigint> {
  const { rows } = await pool.query<{ owed: bigint }>('SELECT owed FROM orders_contracts WHERE id = $1', [
    orderId,
  ])
  const [row] = rows
  if (row === undefined) throw new Error(`there is no order ${orderId}`)
  return row.owed
}
