import type { Database } from '../../../platform/database/database.ts'

/** The number of a contract is a letter and its place in the sequence of all; that of an option ends its id. */
const numberForm = /^(C\d{8,18}|O[0-9A-F]{12})$/i

/** Finds the customer with a contract or an option of this number. */
export async function ownerOfOrder({ query }: Database, orderNo: string): Promise<readonly string[]> {
  if (!numberForm.test(orderNo)) return []
  const number = orderNo.toUpperCase()
  const found = await (number.startsWith('C')
    ? query
        .selectFrom('orders_contracts')
        .select('user_id')
        .where('sequence', '=', BigInt(number.slice(1)))
    : query.selectFrom('options_orders').select('user_id').where('order_no', '=', number)
  ).executeTakeFirst()
  return found === undefined ? [] : [found.user_id]
}
