import type { BenchResult } from './result.ts'
import { anyPriceFills, measureTrading, placement } from './trading-server.ts'

/** As many open positions a customer as the run can place: what is measured is the placement, not its limit. */
const manyOpen = `;
  INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
    VALUES ('contracts.openMost', 1000, '1000000', 'a bench', 'bench', 'another', now())`

/** Orders placed per second over HTTP, each with its response after its commit. */
export const run = (): Promise<BenchResult> =>
  measureTrading({
    name: 'order placements over HTTP against single-transfer transactions',
    goal: 0.4,
    connections: Number(process.env.BENCH_ORDERS_CONNECTIONS ?? 256),
    path: '/swx/customer/order/buyContract',
    body: placement,
    prepare: manyOpen + anyPriceFills,
  })
