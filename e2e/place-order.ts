import { type Customer, call, expect } from './journey.ts'
import type { RunningServer } from './running-server.ts'

export interface PlacedOrder {
  readonly id: string
  readonly orderNo: string
  readonly openPrice: string
}

const smallPurchase = {
  code: 'BTCUSDT',
  direction: 'buy',
  lots: '0.01',
  leverage: 1,
  kind: 'market',
  protected: false,
} as const

/**
 * Places an order, a small purchase but for the fields given, as soon as it is accepted: a market that has just begun to quote is not traded
 * on its first few prices. `virtually` YES is the real account.
 */
export async function placeOrder(
  server: RunningServer,
  { token }: Pick<Customer, 'token'>,
  order: Readonly<Record<string, unknown>> = {},
  virtually: 'YES' | 'NO' = 'NO',
): Promise<PlacedOrder> {
  const headers = { Authorization: token, 'Idempotency-Key': crypto.randomUUID(), virtually }
  const placed: PlacedOrder[] = []
  await expect(async () => {
    const input = { ...smallPurchase, ...order }
    placed.push(await call<PlacedOrder>(server, '/swx/customer/order/buyContract', input, headers))
  }).toPass()
  const [first] = placed
  if (first === undefined) throw new Error('the order was never accepted')
  return first
}
