import type { Database } from '../../platform/database/database.ts'
import type { Hedging } from './hedging.ts'
import type { MarketHedger } from './market-hedger.ts'
import { type NetExposure, noLimit } from './net-exposure.ts'

/** Stores the state of every hedged market, and forgets markets that are hedged no longer. */
export async function recordStates(
  db: Database,
  hedging: Hedging,
  exposure: NetExposure,
  at: number,
): Promise<void> {
  const rows = [...hedging.hedgers.values()].map((hedger) => stateOf(hedging, hedger, exposure, at))
  await db.transaction(async (tx) => {
    await tx
      .deleteFrom('hedging_states')
      .where(
        'code',
        'not in',
        rows.map(({ code }) => code),
      )
      .execute()
    await tx.deleteFrom('hedging_states').where('venue', '<>', hedging.venue.name).execute()
    await tx
      .insertInto('hedging_states')
      .values(rows)
      .onConflict((on) =>
        on.columns(['venue', 'code']).doUpdateSet((row) => ({
          at: row.ref('excluded.at'),
          net: row.ref('excluded.net'),
          most: row.ref('excluded.most'),
          laid_off: row.ref('excluded.laid_off'),
          residual: row.ref('excluded.residual'),
          net_value: row.ref('excluded.net_value'),
          laid_off_value: row.ref('excluded.laid_off_value'),
          residual_value: row.ref('excluded.residual_value'),
          residual_ms: row.ref('excluded.residual_ms'),
          hindrance: row.ref('excluded.hindrance'),
          connected: row.ref('excluded.connected'),
          since: row.ref('excluded.since'),
          fault: row.ref('excluded.fault'),
        })),
      )
      .execute()
  })
}

function stateOf(hedging: Hedging, hedger: MarketHedger, exposure: NetExposure, at: number) {
  const { code } = hedger.market
  const [net, limit, residual] = [exposure.net(code), exposure.limit(code), hedger.residual()]
  const laidOff = hedger.position.lots
  const { connected, since, fault } = hedging.venue.health()
  return {
    ...{ venue: hedging.venue.name, code, at: BigInt(at), net, residual, laid_off: laidOff },
    most: limit === noLimit ? null : limit,
    net_value: exposure.valueOf(code, net),
    laid_off_value: exposure.valueOf(code, laidOff),
    residual_value: residual === null ? null : exposure.valueOf(code, residual),
    residual_ms: BigInt(hedger.residualAgeMs()),
    hindrance: hedging.hindranceOf(code) ?? (hedger.isFailing ? ('failing' as const) : null),
    ...{ connected, since: since === null ? null : BigInt(since), fault },
  }
}
