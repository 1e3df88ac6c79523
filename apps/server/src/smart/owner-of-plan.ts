import type { Database } from '../platform/database/database.ts'

/** Finds the customer with a smart plan of this number. */
export async function ownerOfPlan({ query }: Database, orderNo: string): Promise<readonly string[]> {
  const plans = query
    .selectFrom('smart_plans')
    .select('user_id')
    .where('order_no', '=', orderNo.toUpperCase())
  return (await plans.execute()).map((row) => row.user_id)
}
