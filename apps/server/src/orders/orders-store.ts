import type { AccountMode } from '@candor/contract'
import { type Lots, type Price, parseRate, price, type Rate, writePrice } from '@candor/money'
import { type Direction, type Market, type OrderStatus, withTerms } from '@candor/rules'
import type { Database } from '../db/database.ts'
import { readTogether } from '../db/read-together.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import type { PriceBoard } from '../markets/board.ts'
import type { PositionBook } from './book.ts'
import type { CommittedFunds } from './commit-queue.ts'
import type { JournalledQuotes, QuoteRef, ShownQuote } from './contract-receipt.ts'
import type { ContractRow, Terms } from './orders-tables.ts'
import type { Position } from './position.ts'
import type { ClosingPrices } from './valuation.ts'

/** The best price that every trailing stop of a side up to a number has seen. */
export interface KeptPeak {
  readonly code: string
  /** Whose stops followed it; `both`: kept before modes were told apart. */
  readonly mode: AccountMode | 'both'
  readonly direction: Direction
  readonly through: bigint
  readonly best: bigint
}

/** Reads of the orders' tables; what an order is written by is `orders_commit`. */
export class OrdersStore {
  private readonly db: Database
  /** By `balanceKey`: a batch that ends gives many accounts to read at once. */
  private readonly fundsTogether = readTogether((keys) => this.fundsOf([...new Set(keys.map(ownerOf))]))

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

  /** Keeps best prices; one that a later and no worse one covers is dropped. */
  async keepPeaks(peaks: readonly KeptPeak[]): Promise<void> {
    await this.db.pool.query({
      name: 'orders-keep-peaks',
      text: `INSERT INTO orders_trail_peaks AS kept (code, mode, direction, through, best)
        SELECT code, mode, direction, through, CASE direction WHEN 'buy' THEN max(best) ELSE min(best) END
          FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) u (code, direction, through, best, mode)
         GROUP BY code, mode, direction, through
        ON CONFLICT (code, mode, direction, through) DO UPDATE SET best =
          CASE kept.direction WHEN 'buy' THEN greatest(kept.best, EXCLUDED.best) ELSE least(kept.best, EXCLUDED.best) END`,
      values: [
        peaks.map(({ code }) => code),
        peaks.map(({ direction }) => direction),
        peaks.map(({ through }) => through),
        peaks.map(({ best }) => best),
        peaks.map(({ mode }) => mode),
      ],
    })
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
        if (trail !== null) book.armTrailing(position, trail)
      }
    }
  }

  /** Money of these customers by `balanceKey`, as committed. */
  async fundsOf(owners: readonly string[]): Promise<Map<string, CommittedFunds>> {
    const { rows } = await this.db.pool.query<FundsRow & { owner: string; asset: string }>({
      name: 'orders-funds',
      text: `SELECT owner, asset, ${fundsColumns} FROM ledger_accounts
        WHERE class = 'customer' AND asset IN ('USDT', 'DEMO') AND owner = ANY ($1)`,
      values: [owners],
    })
    return new Map(
      rows.map((row) => [balanceKey(row.owner, row.asset === 'DEMO' ? 'demo' : 'real'), fundsOfRow(row)]),
    )
  }

  /** One account's money as committed; nothing where it was never opened. */
  async fundsOfOne(userId: string, mode: AccountMode): Promise<CommittedFunds> {
    const funds = await this.fundsTogether(balanceKey(userId, mode))
    return funds ?? { balanceMinor: 0n, heldOtherMinor: 0n, version: 0n }
  }

  /**
   * What positions in these markets closed at last, by code: the worst of the newest minute that could fill an order of this mode, and
   * where no minute is kept the newest journalled quote.
   */
  async lastKnown(mode: AccountMode, codes: readonly string[]): Promise<Map<string, ClosingPrices>> {
    // Where nothing ever came from a market's own source, as in a sandbox, made-up prices decide about real accounts too.
    const extremes = mode === 'real' ? ['real_ext', 'any_ext'] : ['any_ext']
    const worst = extremes.map(
      (ext) =>
        `(SELECT ${ext} FROM markets_quote_minutes m WHERE m.code = c.code AND ${ext} IS NOT NULL ORDER BY first_seq DESC LIMIT 1)`,
    )
    const { rows } = await this.db.pool.query<{ code: string; bid: bigint; ask: bigint }>(
      `SELECT c.code, coalesce(w.ext[1], q.bid) AS bid, coalesce(w.ext[4], q.ask) AS ask
         FROM unnest($1::text[]) c (code)
         CROSS JOIN LATERAL (SELECT coalesce(${worst.join(', ')}) AS ext) w
         LEFT JOIN LATERAL (
           SELECT bid, ask FROM markets_quotes q WHERE q.code = c.code ORDER BY seq DESC, revision DESC LIMIT 1) q ON w.ext IS NULL
        WHERE w.ext IS NOT NULL OR q.bid IS NOT NULL`,
      [codes],
    )
    return new Map(
      rows.map(({ code, bid, ask }) => [code, { sellPrice: bid as Price, buyPrice: ask as Price }]),
    )
  }

  async find(userId: string, mode: AccountMode, id: string): Promise<ContractRow | null> {
    if (!isUuid(id)) return null
    const row = await this.db.query
      .selectFrom('orders_contracts')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .executeTakeFirst()
    return row ?? null
  }

  /** These orders, in no particular order. */
  async byIds(ids: readonly string[]): Promise<ContractRow[]> {
    if (ids.length === 0) return []
    return this.db.query.selectFrom('orders_contracts').selectAll().where('id', 'in', ids).execute()
  }

  async findPublic(publicId: string): Promise<ContractRow | null> {
    if (!isUuid(publicId)) return null
    const row = await this.db.query
      .selectFrom('orders_contracts')
      .selectAll()
      .where('public_id', '=', publicId)
      .executeTakeFirst()
    return row ?? null
  }

  /** Newest first, `limit` and one more, so that the caller sees whether there is a next page. */
  async page(ask: {
    userId: string
    mode: AccountMode
    status: OrderStatus | undefined
    code: string | undefined
    before: bigint | null
    limit: number
  }): Promise<ContractRow[]> {
    let query = this.db.query
      .selectFrom('orders_contracts')
      .selectAll()
      .where('user_id', '=', ask.userId)
      .where('mode', '=', ask.mode)
    if (ask.status !== undefined) query = query.where('status', '=', ask.status)
    if (ask.code !== undefined) query = query.where('code', '=', ask.code)
    if (ask.before !== null) query = query.where('sequence', '<', ask.before)
    return query
      .orderBy('sequence', 'desc')
      .limit(ask.limit + 1)
      .execute()
  }

  /** The first answer given to a key, if there was one. */
  async kept(userId: string, key: string): Promise<{ bodyHash: string; answer: unknown } | null> {
    const row = await this.db.query
      .selectFrom('http_idempotency')
      .select(['body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    return row === undefined ? null : { bodyHash: row.body_hash, answer: row.answer }
  }

  /** Keeps a key's first answer; one already kept stays. */
  async keep(userId: string, key: IdempotentAsk, answer: unknown, now: number): Promise<void> {
    await this.db.query
      .insertInto('http_idempotency')
      .values({
        user_id: userId,
        key: key.key,
        call: key.call,
        body_hash: key.bodyHash,
        answer: JSON.stringify(answer),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** The answer to a key that was kept before there was one. */
  async answer(userId: string, key: string, answer: unknown): Promise<void> {
    await this.db.query
      .updateTable('http_idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
  }

  /** Profit, fees and swaps of the orders closed since a moment, added up. */
  async earnedSince(userId: string, mode: AccountMode, since: number): Promise<bigint> {
    const { rows } = await this.db.pool.query<{ earned: bigint | null }>(
      `SELECT sum(profit + swap - fee)::bigint AS earned FROM orders_contracts
        WHERE user_id = $1 AND mode = $2 AND closed_at >= $3`,
      [userId, mode, since],
    )
    return rows[0]?.earned ?? 0n
  }

  async recordEquity(userId: string, mode: AccountMode, at: number, equity: bigint): Promise<void> {
    await this.db.query
      .insertInto('orders_equity')
      .values({ user_id: userId, mode, at: BigInt(at), equity })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Records one moment of many accounts; a point that stands already stays. */
  async recordEquities(
    at: number,
    points: readonly { readonly userId: string; readonly mode: AccountMode; readonly equity: bigint }[],
  ): Promise<void> {
    await this.db.pool.query(
      `INSERT INTO orders_equity (user_id, mode, at, equity)
       SELECT user_id, mode, $1, equity FROM unnest($2::uuid[], $3::text[], $4::bigint[]) p (user_id, mode, equity)
       ON CONFLICT DO NOTHING`,
      [
        at,
        points.map(({ userId }) => userId),
        points.map(({ mode }) => mode),
        points.map(({ equity }) => String(equity)),
      ],
    )
  }

  async equity(userId: string, mode: AccountMode, since: number): Promise<{ at: bigint; equity: bigint }[]> {
    return this.db.query
      .selectFrom('orders_equity')
      .select(['at', 'equity'])
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('at', '>=', BigInt(since))
      .orderBy('at')
      .execute()
  }

  /** Journalled quotes by their numbers, as receipts show them. */
  async quotes(refs: readonly QuoteRef[]): Promise<JournalledQuotes> {
    const { rows } = await this.db.pool.query<{
      code: string
      seq: bigint
      source: string
      source_time: bigint
      received_at: bigint
      bid: bigint
      ask: bigint
    }>(
      `SELECT q.* FROM unnest($1::text[], $2::bigint[]) r (code, seq) JOIN markets_quotes q USING (code, seq)
        WHERE q.revision = 0`,
      [refs.map(({ code }) => code), refs.map(({ seq }) => seq)],
    )
    const known = new Map(
      rows.map((row): [string, ShownQuote] => [
        `${row.code} ${row.seq}`,
        {
          code: row.code,
          seq: Number(row.seq),
          source: row.source,
          time: Number(row.source_time),
          receivedAt: Number(row.received_at),
          bid: writePrice(row.bid as Price),
          ask: writePrice(row.ask as Price),
        },
      ]),
    )
    return ({ code, seq }) => known.get(`${code} ${seq}`) ?? null
  }

  async events(orderId: string) {
    return this.db.query
      .selectFrom('orders_events')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('number')
      .execute()
  }
}

interface FundsRow {
  readonly balance: bigint
  readonly other: bigint
  readonly version: bigint
}

const fundsColumns = 'balance, held - held_margin - held_order AS other, version'

const fundsOfRow = ({ balance, other, version }: FundsRow): CommittedFunds => ({
  balanceMinor: balance,
  heldOtherMinor: other,
  version,
})

export const balanceKey = (owner: string, mode: AccountMode): string => `${mode} ${owner}`

const ownerOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

function marketOf(board: PriceBoard, code: string): Market {
  const market = board.listed(code)
  if (market === null) throw new Error(`an open order is in a market that is not listed: ${code}`)
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

/** How far a trailing stop had followed: the best price when it was set, and what every stop of its time has seen since. */
function trailOf(row: ContractRow, peaks: readonly KeptPeak[]) {
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
