import type { Registry } from 'prom-client'
import type { Database } from '../../../platform/database/database.ts'
import { readGauge } from '../../../platform/http/observability/read-gauge.ts'
import { countUnpaid, showHedging } from './show-hedging.ts'

/** Registers what the venue and each hedged market are like. Without a venue none has a value. */
export function measureHedging(registry: Registry, db: Database): void {
  readGauge(registry, {
    name: 'candor_hedge_venue_connected',
    help: 'Whether the venue where positions are laid off is connected: 1 or 0',
    read: async () => {
      const { venue } = await showHedging(db.query)
      return venue === null ? [] : [{ value: venue.connected ? 1 : 0 }]
    },
  })
  readMarkets(registry, db)
  readGauge(registry, {
    name: 'candor_hedge_orders',
    help: 'Orders at the venue so far, by their state',
    labelNames: ['state'],
    read: async () => {
      const rows = await db.query
        .selectFrom('hedging_orders')
        .select(['state', (eb) => eb.fn.countAll<bigint>().as('count')])
        .groupBy('state')
        .execute()
      return rows.map(({ state, count }) => ({ labels: { state }, value: Number(count) }))
    },
  })
  readGauge(registry, {
    name: 'candor_hedge_unpaid_fills',
    help: 'Executions at the venue that the account of hedging money cannot pay',
    read: async () => [{ value: await countUnpaid(db.query) }],
  })
}

type Market = Awaited<ReturnType<typeof showHedging>>['markets'][number]

function readMarkets(registry: Registry, db: Database): void {
  const gauges: readonly (readonly [
    name: `candor_${string}`,
    help: string,
    (market: Market) => number | null,
  ])[] = [
    [
      'candor_hedge_residual_usdt',
      'Value beyond the exposure limit that is not laid off yet',
      ({ residualValue }) => (residualValue === null ? null : Number(residualValue)),
    ],
    [
      'candor_hedge_residual_seconds',
      'Time for which more than the exposure limit has not been laid off',
      ({ residualMs }) => residualMs / 1_000,
    ],
    [
      'candor_hedge_differences',
      'Whether our books differ from the venue’s drop copy: 1 or 0',
      ({ comparison }) => (comparison === null ? null : Number(!comparison.agrees)),
    ],
    [
      'candor_hedge_comparison_age_seconds',
      'Time since our books were last compared with the venue’s drop copy',
      ({ comparison }) => (comparison === null ? null : (Date.now() - Date.parse(comparison.at)) / 1_000),
    ],
  ]
  for (const [name, help, figure] of gauges)
    readGauge(registry, {
      ...{ name, help, labelNames: ['market'] },
      read: async () => {
        const { markets } = await showHedging(db.query)
        return markets.flatMap((market) => {
          const value = figure(market)
          return value === null ? [] : [{ labels: { market: market.code }, value }]
        })
      },
    })
}
