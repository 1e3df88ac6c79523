import type { HedgedMarketState, HedgeOrderShown, HedgeStop, HedgingState } from '@candor/contract'
import { type Lots, type Price, writeLots, writePrice, writeScaled, writeUsdt } from '@candor/money'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import { isoOf, isoOrNull } from '../../../platform/iso-time.ts'
import { agrees } from '../../hedging/drop-copy.ts'
import { quantityScale } from '../../hedging/venue.ts'

const mostOrders = 100
const lotsText = (value: bigint) => writeLots(value as Lots)
const orNull = <T>(value: bigint | null, write: (value: bigint) => T): T | null =>
  value === null ? null : write(value)

/** Returns the state of hedging, as the leading engine stored it last. */
export async function showHedging(reader: Reader): Promise<HedgingState> {
  const [states, comparisons, stops, sums, unpaid] = await Promise.all([
    reader.selectFrom('hedging_states').selectAll().orderBy('code').execute(),
    reader.selectFrom('hedging_comparisons').selectAll().execute(),
    stopsInForce(reader),
    sumsOfFills(reader),
    countUnpaid(reader),
  ])
  const [first] = states
  return {
    venue:
      first === undefined
        ? null
        : {
            ...{ name: first.venue, connected: first.connected, fault: first.fault },
            since: isoOrNull(first.since),
          },
    stop: stops.get('') ?? null,
    markets: states.map((row): HedgedMarketState => {
      const comparison = comparisons.find(({ venue, code }) => venue === row.venue && code === row.code)
      const sum = sums.find(({ venue, code }) => venue === row.venue && code === row.code)
      return {
        ...{
          code: row.code,
          at: isoOf(row.at),
          hindrance: row.hindrance,
          residualMs: Number(row.residual_ms),
        },
        ...{ net: lotsText(row.net), limit: orNull(row.most, lotsText), laidOff: lotsText(row.laid_off) },
        residual: orNull(row.residual, lotsText),
        netValue: orNull(row.net_value, writeUsdt),
        laidOffValue: orNull(row.laid_off_value, writeUsdt),
        residualValue: orNull(row.residual_value, writeUsdt),
        stop: stops.get(row.code) ?? null,
        comparison: comparison === undefined ? null : toComparison(comparison),
        ...{ realised: writeUsdt(sum?.realised ?? 0n), charged: writeUsdt(sum?.charged ?? 0n) },
      }
    }),
    unpaid,
  }
}

function toComparison(row: {
  readonly at: bigint
  readonly ours: bigint
  readonly theirs: bigint
  readonly foreign_fills: number
  readonly missing_fills: number
}): HedgedMarketState['comparison'] {
  const { ours, theirs } = row
  const fills = { foreignFills: row.foreign_fills, missingFills: row.missing_fills }
  return {
    ...{ at: isoOf(row.at), agrees: agrees({ ours, theirs, ...fills }) },
    ...{ ours: writeScaled(ours, quantityScale), theirs: writeScaled(theirs, quantityScale), ...fills },
  }
}

/** Returns the stops that hold, by market; that of all under the empty code. */
export async function stopsInForce(reader: Reader): Promise<ReadonlyMap<string, HedgeStop>> {
  const rows = await reader
    .selectFrom('hedging_stops as s')
    .leftJoin('operators_names as o', 'o.id', 's.operator')
    .distinctOn('s.code')
    .select(['s.code', 's.stopped', 's.reason', 's.at', 'o.email'])
    .orderBy('s.code')
    .orderBy('s.number', 'desc')
    .execute()
  return new Map(
    rows
      .filter(({ stopped }) => stopped)
      .map(({ code, reason, at, email }) => [code, { reason, by: email, at: isoOf(at) }]),
  )
}

export async function countUnpaid(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('hedging_fills')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('paid', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const sumsOfFills = (reader: Reader) =>
  reader
    .selectFrom('hedging_fills')
    .select(['venue', 'code'])
    .select([
      sql<bigint>`sum(realised)::bigint`.as('realised'),
      sql<bigint>`sum(charged)::bigint`.as('charged'),
    ])
    .groupBy(['venue', 'code'])
    .execute()

/** Lists the newest orders with their executions, of one market or of all. */
export async function showHedgeOrders(
  reader: Reader,
  code: string | undefined,
): Promise<{ readonly orders: HedgeOrderShown[] }> {
  let query = reader
    .selectFrom('hedging_orders')
    .select(['client_id', 'code', 'side', 'lots', 'state', 'reason', 'created_at', 'ended_at'])
  if (code !== undefined) query = query.where('code', '=', code)
  const orders = await query.orderBy('number', 'desc').limit(mostOrders).execute()
  if (orders.length === 0) return { orders: [] }
  const fills = await reader
    .selectFrom('hedging_fills')
    .select(['client_id', 'fill_id', 'lots', 'price', 'realised', 'charged', 'paid', 'at'])
    .where(
      'client_id',
      'in',
      orders.map(({ client_id }) => client_id),
    )
    .orderBy('number')
    .execute()
  return {
    orders: orders.map((row) => ({
      ...{ clientId: row.client_id, code: row.code, side: row.side, lots: lotsText(row.lots) },
      ...{ state: row.state, reason: row.reason },
      ...{ createdAt: isoOf(row.created_at), endedAt: isoOrNull(row.ended_at) },
      fills: fills
        .filter(({ client_id }) => client_id === row.client_id)
        .map((fill) => ({
          ...{ id: fill.fill_id, lots: lotsText(fill.lots), price: writePrice(fill.price as Price) },
          ...{ realised: writeUsdt(fill.realised), charged: writeUsdt(fill.charged), paid: fill.paid },
          at: isoOf(fill.at),
        })),
    })),
  }
}

/** Returns the value at the venue by market, in USDT's smallest unit: positive for bought. */
export async function laidOffByMarket(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const rows = await reader.selectFrom('hedging_states').select(['code', 'laid_off_value']).execute()
  return new Map(rows.map(({ code, laid_off_value }) => [code, laid_off_value ?? 0n]))
}
