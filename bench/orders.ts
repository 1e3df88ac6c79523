import type { BenchResult } from './result.ts'
import { measureTrading, placement } from './trading-server.ts'

/** Order placements a second over HTTP, each answered after its commit. */
export const run = (): Promise<BenchResult> =>
  measureTrading({
    name: 'order placements over HTTP against single-transfer transactions',
    goal: 0.4,
    connections: Number(process.env.BENCH_ORDERS_CONNECTIONS ?? 256),
    path: '/swx/customer/order/buyContract',
    body: placement,
    prepare: null,
  })
