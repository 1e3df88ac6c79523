import type { VenueAccount } from '../../../cli/local-venue/venue-account.ts'
import { readHouseBalances } from '../../../ledger/reports/house-balances.ts'
import type { Database } from '../../../platform/database/database.ts'

const funded = 10n ** 14n

/** Compares our books with all that the venue has: orders, executions, the position and the money, each recomputed from the venue's side. */
export async function findWrong(db: Database, code: string, account: VenueAccount): Promise<string[]> {
  const position = await db.query.selectFrom('hedging_positions').selectAll().executeTakeFirst()
  const [lots, theirs] = [position?.lots ?? 0n, account.position(code)]
  return [
    ...(await fillsWrong(db, account)),
    ...(await ordersWrong(db, account)),
    ...(lots === theirs ? [] : [`${lots} in our books, ${theirs} at the venue`]),
    ...(await moneyWrong(db, account, BigInt(position?.cost ?? 0), lots)),
  ]
}

async function fillsWrong(db: Database, { trades }: VenueAccount): Promise<readonly string[]> {
  const fills = await db.query.selectFrom('hedging_fills').selectAll().orderBy('number').execute()
  const booked = new Map(fills.map((fill) => [fill.fill_id, fill]))
  const wrong = trades.flatMap(({ id, quantity, price }) => {
    const fill = booked.get(String(id))
    if (fill === undefined) return [`the execution ${id} is lost`]
    return fill.quantity === quantity && fill.price === price
      ? []
      : [`the execution ${id} is booked otherwise`]
  })
  return fills.length > trades.length ? [...wrong, 'more was booked than executed'] : wrong
}

async function ordersWrong(db: Database, { orders }: VenueAccount): Promise<readonly string[]> {
  const stored = await db.query.selectFrom('hedging_orders').selectAll().execute()
  const ours = new Map(stored.map((order) => [order.client_id, order]))
  return orders.flatMap(({ clientOrderId, executed }) => {
    const order = ours.get(clientOrderId)
    if (order === undefined) return [`the venue has the order ${clientOrderId}, which was never stored`]
    const isEnded = ['filled', 'expired'].includes(order.state) && order.executed === executed
    return isEnded
      ? []
      : [`${clientOrderId}: ${order.state} with ${order.executed}, at the venue ${executed}`]
  })
}

/** The money that the hedge cost is what was paid for all executions, less what is open, and the fees: within a unit for each execution. */
async function moneyWrong(
  db: Database,
  account: VenueAccount,
  cost: bigint,
  lots: bigint,
): Promise<readonly string[]> {
  const [capital] = await readHouseBalances(db.query, ['hedge-capital'])
  const paid = account.trades.reduce(
    (sum, { order, quantity, price }) => sum + (order.side === 'BUY' ? -quantity : quantity) * price,
    0n,
  )
  const fees = account.trades.reduce((sum, { fee }) => sum + fee, 0n)
  const open = lots >= 0n ? cost : -cost
  const expected = Number(paid + open) / 1e12 - Number(fees) / 1e2
  const actual = Number((capital?.balance ?? 0n) - funded)
  const off = Math.abs(actual - expected)
  return off > 2 * account.trades.length + 1
    ? [`the ledger has ${actual}, the venue’s side comes to ${expected}`]
    : []
}
