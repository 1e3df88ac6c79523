import type { ExecutionConflict, MoveCost } from '@candor/contract'
import { divide, roundDown, usdt, writeScaled, writeUsdt } from '@candor/money'
import { fewestCustomers } from '@candor/rules'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import type { OpenRisk, RequestedMoves } from './desk/open-risk.ts'
import { resultsOfDay } from './desk/results-store.ts'

/** Net value that the operator has laid off elsewhere, by market, in USDT's smallest unit: positive for bought. */
export type LaidOff = ReadonlyMap<string, bigint>

export interface ConflictSource extends ClockedDatabase {
  /** From the engine. */
  readonly openRisk: (moves: RequestedMoves) => Promise<OpenRisk>
  /** From hedging. It knows no customer: an exposure is laid off by market alone (trust T7). */
  readonly laidOff: () => Promise<LaidOff>
}

/** Moves of all markets at once, of which the dearer one is the worst case. */
const worstMoves = ['-0.1', '0.1']
const shareDecimals = 4

/**
 * Measures the operator's own interest in customers' losses (trust T22): what it keeps of their net exposure, its result of some days (UTC)
 * and the money behind their profits. What stands open is left out while too few customers have positions to hide each of them.
 */
export async function measureConflict(
  source: ConflictSource,
  days: readonly string[],
): Promise<ExecutionConflict> {
  const { db, openRisk, laidOff } = source
  const [risk, hedged] = await Promise.all([openRisk({ common: worstMoves, own: {} }), laidOff()])
  const result = { prices: 0n, charges: 0n, trades: 0n }
  // No cases: days of one report.
  for (const day of days)
    for (const one of await resultsOfDay(db.query, Date.parse(day))) {
      result.prices += one.prices
      result.charges += one.charges
      result.trades += one.trades
    }
  const isHidden = risk.total.customers < fewestCustomers
  return {
    exposure: isHidden ? null : exposureOf(risk, hedged),
    result: {
      prices: writeUsdt(result.prices),
      charges: writeUsdt(result.charges),
      trades: Number(result.trades),
    },
    cover: isHidden ? null : { ...risk.cover, worst: worstOf(risk.total.costs) },
  }
}

function exposureOf({ at, total, markets }: OpenRisk, hedged: LaidOff): ExecutionConflict['exposure'] {
  let net = 0n
  let retained = 0n
  // No cases: markets of one measurement.
  for (const market of markets) {
    const own = usdt(market.net).minor
    net += size(own)
    retained += size(own - (hedged.get(market.code) ?? 0n))
  }
  return {
    at,
    customers: total.customers,
    net: writeUsdt(net),
    laidOff: writeUsdt(net - retained),
    retained: writeUsdt(retained),
    retainedShare:
      net === 0n
        ? null
        : writeScaled(
            divide(retained * 10n ** BigInt(shareDecimals), net, roundDown),
            shareDecimals,
            shareDecimals,
          ),
  }
}

/** Returns the move that costs the operator most. */
function worstOf(costs: readonly MoveCost[]): MoveCost {
  const [worst] = costs.toSorted((a, b) => (usdt(a.result).minor < usdt(b.result).minor ? -1 : 1))
  if (worst === undefined) throw new Error('the engine answers every move')
  return worst
}

const size = (minor: bigint): bigint => (minor < 0n ? -minor : minor)
