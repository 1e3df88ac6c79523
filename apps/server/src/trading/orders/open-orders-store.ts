import type { AccountMode } from '@candor/contract'
import { type Lots, type Price, parseRate, price, type Rate } from '@candor/money'
import {
  type Direction,
  type MarginLevels,
  type Market,
  standardMarginLevels,
  withTerms,
} from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PositionBook } from '../engine/book.ts'
import type { Position } from '../engine/position.ts'
import type { ContractRow, Terms } from './orders-tables.ts'

/** The best price that every trailing stop of a side up to a number has seen. */
export interface RecordedPeak {
  readonly code: string
  /** Mode whose stops followed it; `both`: recorded before modes were distinguished. */
  readonly mode: AccountMode | 'both'
  readonly direction: Direction
  readonly through: bigint
  readonly best: bigint
}

/** Returns SQL that stores the best prices of `peakValues`, its first five values, where a condition holds. */
export const insertPeaks = (condition = 'true'): string =>
  `INSERT INTO orders_trail_peaks AS kept (code, mode, direction, through, best)
   SELECT code, mode, direction, through, CASE direction WHEN 'buy' THEN max(best) ELSE min(best) END
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) u (code, direction, through, best, mode)
    WHERE ${condition} GROUP BY code, mode, direction, through
   ON CONFLICT (code, mode, direction, through) DO UPDATE SET best =
     CASE kept.direction WHEN 'buy' THEN greatest(kept.best, EXCLUDED.best) ELSE least(kept.best, EXCLUDED.best) END`

export const peakValues = (peaks: readonly RecordedPeak[]): unknown[] => [
  peaks.map(({ code }) => code),
  peaks.map(({ direction }) => direction),
  peaks.map(({ through }) => through),
  peaks.map(({ best }) => best),
  peaks.map(({ mode }) => mode),
]

/** Loads an engine's initial orders and stores the progress of trailing stops. */
export class OpenOrdersStore {
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  async nextSequence(): Promise<bigint> {
    const { last } = await this.db.query
      .selectFrom('orders_contracts')
      .select((eb) => eb.fn.max('sequence').as('last'))
      .executeTakeFirstOrThrow()
    return (last ?? 0n) + 1n
  }

  async nextTrail(): Promise<bigint> {
    const { rows } = await this.db.pool.query<{ last: bigint | null }>(
      `SELECT greatest((SELECT max(trail_number) FROM orders_contracts WHERE trail_number IS NOT NULL),
                       (SELECT max(through) FROM orders_trail_peaks)) AS last`,
    )
    return (rows[0]?.last ?? 0n) + 1n
  }

  async keepPeaks(peaks: readonly RecordedPeak[]): Promise<void> {
    await this.db.pool.query({ name: 'orders-keep-peaks', text: insertPeaks(), values: peakValues(peaks) })
  }

  /** Drops best prices that these cover: later and no worse. */
  async dropCovered(peaks: readonly RecordedPeak[]): Promise<void> {
    if (peaks.length === 0) return
    await this.db.pool.query({
      name: 'orders-drop-peaks',
      text: `DELETE FROM orders_trail_peaks early USING orders_trail_peaks late
        WHERE early.code = ANY ($1::text[]) AND late.code = early.code AND late.direction = early.direction
          AND late.mode = early.mode
          AND early.through < late.through
          AND CASE early.direction WHEN 'buy' THEN early.best <= late.best ELSE early.best >= late.best END`,
      values: [[...new Set(peaks.map(({ code }) => code))]],
    })
  }

  /** Every order that is open or waits back into the book, the oldest first. */
  async loadOpen(book: PositionBook, board: PriceBoard): Promise<void> {
    const rows = await this.db.query
      .selectFrom('orders_contracts')
      .selectAll()
      .where('status', 'in', ['pending', 'open'])
      .orderBy('sequence')
      .execute()
    const peaks = await this.db.query.selectFrom('orders_trail_peaks').selectAll().execute()
    for (const row of rows) {
      const position = positionOf(row, book, boughtWith(marketOf(board, row.code), row.terms))
      if (position.status === 'pending') book.wait(position)
      else {
        book.add(position)
        const trail = trailOf(row, peaks)
        if (trail !== null) book.levels.armTrailing(position, trail)
      }
    }
  }
}

function marketOf(board: PriceBoard, code: string): Market {
  const market = board.listed(code)
  if (market === null) throw new Error(`a position is in a market that is not listed: ${code}`)
  return market
}

const rateOf = (text: string): Rate => {
  const rate = parseRate(text)
  if (rate === null) throw new Error(`not a rate: ${text}`)
  return rate
}

/** The market with the tariff the order was bought with (trust T18). */
const boughtWith = (listed: Market, terms: Terms): Market => ({
  ...withTerms(listed, {
    commissionRate: rateOf(terms.commissionRate),
    swapLong: rateOf(terms.swapLong),
    swapShort: rateOf(terms.swapShort),
    spreadAdded: terms.spreadAdded === undefined ? listed.spreadAdded : price(terms.spreadAdded),
  }),
  ...(terms.endsAtRoll && { endsAtRoll: terms.endsAtRoll }),
  marginLevels: statedLevels(terms),
})

/** The levels an order states; the standard ones where it states none. */
const statedLevels = ({ marginCall, marginCloseOut }: Terms): MarginLevels => ({
  call: marginCall === undefined ? standardMarginLevels.call : rateOf(marginCall),
  closeOut: marginCloseOut === undefined ? standardMarginLevels.closeOut : rateOf(marginCloseOut),
})

function positionOf(row: ContractRow, book: PositionBook, market: Market): Position {
  return {
    id: row.id,
    sequence: row.sequence,
    orderNo: row.order_no,
    publicId: row.public_id,
    account: book.account(row.user_id, row.mode),
    market,
    direction: row.direction,
    kind: row.kind,
    lots: row.lots as Lots,
    leverage: row.leverage,
    openPrice: (row.open_price ?? row.price ?? 0n) as Price,
    marginMinor: row.margin,
    createdAt: Number(row.created_at),
    openedAt: row.opened_at === null ? null : Number(row.opened_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    partOf: row.part_of,
    status: row.status,
    stopLoss: row.stop_loss as Price | null,
    takeProfit: row.take_profit as Price | null,
    price: row.price as Price | null,
    trailing: row.trail_distance as Price | null,
    feeMinor: row.fee,
    swapMinor: row.swap,
    swappedThrough: Number(row.swapped_through),
    closePrice: row.close_price as Price | null,
    profitMinor: row.profit,
    closeReason: row.close_reason,
    closedAt: row.closed_at === null ? null : Number(row.closed_at),
    holds: row.holds?.map(([id, minor]) => ({ id, minor: BigInt(minor) })) ?? [
      { id: row.id, minor: row.margin },
    ],
    owedMinor: row.owed,
    inDoubt: 0,
    events: row.events,
    stopTicket: -1,
    targetTicket: -1,
    entryTicket: -1,
    expiryTicket: -1,
    trail: null,
  }
}

/** Restores the progress of a trailing stop: the best price when it was set, and the best that the stops of its time have seen since. */
function trailOf(row: ContractRow, peaks: readonly RecordedPeak[]) {
  if (row.trail_from === null || row.trail_number === null) return null
  const seen = peaks
    .filter(({ code, direction }) => code === row.code && direction === row.direction)
    .filter(({ mode }) => mode === 'both' || mode === row.mode)
    .filter(({ through }) => through >= (row.trail_number ?? 0n))
    .map(({ best }) => best)
  const isBetter = (a: bigint, b: bigint) => (row.direction === 'buy' ? a > b : a < b)
  const best = seen.reduce((far, one) => (isBetter(one, far) ? one : far), row.trail_from)
  return { number: row.trail_number, from: row.trail_from as Price, best: best as Price }
}
