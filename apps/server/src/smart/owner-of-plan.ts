import type { Database } from '../platform/database/database.ts'

/** Finds the customer with a smart plan of this number. */
export async function ownerOfPlan({ query }: Database, orderNo: string): Promise<readonly string[]> {
  if (!/^P[0-9A-F]{12}$/i.test(orderNo)) return []
  const plans = query
    .selectFrom('smart_plans')
    .select('user_id')
    .where('order_no', '=', orderNo.toUpperCase())
  return (await plans.execute()).map((row) => row.user_id)
}
