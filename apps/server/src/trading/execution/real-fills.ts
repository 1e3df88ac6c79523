import type { FillCause } from '@candor/contract'
import { type Price, price } from '@candor/money'
import type { CloseReason, Direction, OrderKind, QuoteSource } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { FillFigures } from '../quotes/fresh-prices.ts'

/** One fill of a real account's contract: an opening, or the closing of a position or a part of one. */
export interface RealFill {
  readonly userId: string
  readonly orderId: string
  readonly code: string
  /** Side that was traded: a bought position is closed by a sell. */
  readonly side: Direction
  readonly event: 'open' | 'close'
  readonly cause: FillCause
  readonly at: number
  /** Of a customer's call: when it came, since when it could be decided, and the age from which a quote was too old for it. */
  readonly called: Pick<FillFigures, 'calledAt' | 'dueAt' | 'freshMs'> | null
  readonly level: Price | null
  readonly price: Price
  readonly spreadAdded: Price
  readonly quote: {
    readonly seq: number
    readonly source: QuoteSource
    readonly time: number
    readonly receivedAt: number
    readonly bid: Price
    readonly ask: Price
  }
}

interface FillRow {
  readonly user_id: string
  readonly id: string
  readonly code: string
  readonly direction: Direction
  readonly order_kind: OrderKind
  readonly event: 'open' | 'close'
  readonly at: bigint
  readonly reason: CloseReason | null
  readonly level: string | null
  readonly price: string
  readonly spread: string
  readonly fill: FillFigures | null
  readonly seq: bigint
  readonly source: QuoteSource
  readonly source_time: bigint
  readonly received_at: bigint
  readonly bid: bigint
  readonly ask: bigint
}

/** Orders whose position was opened, or closed, within a time. Parts that were closed have the opening of their order. */
const filledText = `
  SELECT user_id, id, code, direction, kind AS order_kind, 'open' AS event FROM orders_contracts
   WHERE mode = 'real' AND part_of IS NULL AND opened_at >= $1 AND opened_at < $2
  UNION ALL
  SELECT user_id, id, code, direction, kind, 'close' FROM orders_contracts
   WHERE mode = 'real' AND status = 'closed' AND closed_at >= $1 AND closed_at < $2`

const fillsText = `
  SELECT f.*, e.at, e.facts->>'reason' AS reason, e.facts->>'level' AS level, e.facts->>'price' AS price,
         coalesce(e.facts->>'spreadAdded', '0') AS spread, e.facts->'fill' AS fill,
         q.seq, q.source, q.source_time, q.received_at, q.bid, q.ask
    FROM (${filledText}) f
    JOIN orders_events e ON e.order_id = f.id AND e.kind = f.event
    JOIN markets_first_quotes q ON q.code = e.facts->'quote'->>'code' AND q.seq = (e.facts->'quote'->>'seq')::bigint
   ORDER BY e.at, f.id, f.event DESC`

const rowsAtOnce = 500

/** Reads the fills of a day (UTC, `YYYY-MM-DD`) in their order, page by page: a cursor sees one snapshot to its end. */
export async function readRealFills(
  db: Database,
  day: string,
  take: (fills: readonly RealFill[]) => Promise<void>,
): Promise<void> {
  const from = Date.parse(day)
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query({
      text: `DECLARE fills NO SCROLL CURSOR FOR ${fillsText}`,
      values: [from, from + dayMs],
    })
    for (;;) {
      const { rows } = await client.query<FillRow>(`FETCH ${rowsAtOnce} FROM fills`)
      if (rows.length === 0) break
      await take(rows.map(fillOf))
    }
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // A connection in an unknown state is not returned to the pool.
    client.release(true)
    throw error
  }
}

/** Counts the fills of some days and the customers they are of. */
export async function countRealFills(
  reader: Kysely<Schema>,
  days: readonly string[],
): Promise<{ readonly fills: number; readonly customers: number }> {
  const users = new Set<string>()
  let fills = 0
  // No cases: days that are counted together.
  for (const day of days) {
    const from = Date.parse(day)
    const within = (column: 'opened_at' | 'closed_at') =>
      sql<boolean>`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${from + dayMs}`
    const { rows } = await sql<{ user_id: string; fills: bigint }>`
      SELECT user_id, count(*) AS fills FROM (
        SELECT user_id FROM orders_contracts WHERE mode = 'real' AND part_of IS NULL AND ${within('opened_at')}
        UNION ALL
        SELECT user_id FROM orders_contracts WHERE mode = 'real' AND status = 'closed' AND ${within('closed_at')}) f
       GROUP BY user_id`.execute(reader)
    // No cases: as above.
    for (const row of rows) {
      users.add(row.user_id)
      fills += Number(row.fills)
    }
  }
  return { fills, customers: users.size }
}

const opposite = { buy: 'sell', sell: 'buy' } as const

function fillOf(row: FillRow): RealFill {
  const cause = causeOf(row)
  const at = Number(row.at)
  return {
    userId: row.user_id,
    orderId: row.id,
    code: row.code,
    side: row.event === 'open' ? row.direction : opposite[row.direction],
    event: row.event,
    cause,
    at,
    // A closing by the installation for its customer, such as before an erasure, has no call of its own.
    called: cause === 'call' ? (row.fill ?? { calledAt: at, dueAt: at, freshMs: 0 }) : null,
    level: row.level === null ? null : price(row.level),
    price: price(row.price),
    spreadAdded: price(row.spread),
    quote: {
      seq: Number(row.seq),
      source: row.source,
      time: Number(row.source_time),
      receivedAt: Number(row.received_at),
      bid: row.bid as Price,
      ask: row.ask as Price,
    },
  }
}

const atLevels: readonly (CloseReason | null)[] = ['stopLoss', 'takeProfit', 'trailing']

function causeOf({ event, order_kind: kind, reason, level }: FillRow): FillCause {
  if (event === 'open') return kind === 'market' ? 'call' : 'level'
  if (reason === 'user') return 'call'
  return atLevels.includes(reason) && level !== null ? 'level' : 'forced'
}
