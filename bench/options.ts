import type { BenchResult } from './result.ts'
import { anyPriceFills, measureTrading } from './trading-server.ts'

/** As many open options a customer as the run can buy: what is measured is the purchase, not its limit. */
const manyOpen = `;
  INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
    VALUES ('options.openMost', 1000, '1000000', 'a bench', 'bench', 'another', now())`

/** Options bought per second over HTTP, each with its response after its commit. */
export const run = (): Promise<BenchResult> =>
  measureTrading({
    name: 'options bought over HTTP against single-transfer transactions',
    goal: 0.15,
    connections: Number(process.env.BENCH_ORDERS_CONNECTIONS ?? 256),
    path: '/swx/customer/order/buyOptions',
    body: { code: 'ETHUSDT', direction: 'up', periodSeconds: 3600, amount: '5' },
    prepare: manyOpen + anyPriceFills,
  })
