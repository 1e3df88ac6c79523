import type { Tx } from '../../platform/database/database.ts'

/** True while a customer has an open contract or a waiting order, in either account. */
export async function hasOpenOrders(tx: Tx, userId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders_contracts')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['open', 'pending'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
