import type { AccountMode, ContractOrder } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import type { OrderStatus } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { readTogether, rowsBy } from '../../platform/database/read-together.ts'
import { IdempotentResponses } from '../../platform/http/idempotency/idempotent-responses.ts'
import { isUuid } from '../../platform/uuid.ts'
import { EquityStore } from '../equity/equity-store.ts'
import type { JournalledQuotes, QuoteRef, ShownQuote } from '../receipts/contract-receipt.ts'
import { FundsStore } from '../risk/funds/funds-store.ts'
import { OpenOrdersStore } from './open-orders-store.ts'
import type { ContractRow, EventRow } from './orders-tables.ts'
import { withTags } from './tags/order-tags-store.ts'

/** Reads of orders and of what happened to them; what an order is written by is `orders_commit`. */
export class OrdersStore {
  private readonly db: Database
  /** Batches reads, since an export requests many receipts at once. */
  private readonly byId = readTogether(
    async (ids) => new Map((await this.byIds(ids)).map((row) => [row.id, row])),
  )
  private readonly eventsById = readTogether(async (ids) => rowsBy(await this.eventsOf(ids), orderIdOf))
  private readonly quoteByName = readTogether((names) => this.quotesByName(names))
  readonly responses: IdempotentResponses
  readonly equity: EquityStore
  readonly funds: FundsStore
  readonly openOrders: OpenOrdersStore

  constructor(db: Database) {
    this.db = db
    this.responses = new IdempotentResponses(db)
    this.equity = new EquityStore(db)
    this.funds = new FundsStore(db)
    this.openOrders = new OpenOrdersStore(db)
  }

  /** Adds to these contracts the tags that their owner gave them. */
  tagged(orders: readonly ContractOrder[]): Promise<ContractOrder[]> {
    return withTags(this.db.query, orders)
  }

  async find(userId: string, mode: AccountMode, id: string): Promise<ContractRow | null> {
    if (!isUuid(id)) return null
    const row = await this.byId(id.toLowerCase())
    return row?.user_id === userId && row.mode === mode ? row : null
  }

  /** These orders, in no particular order. */
  async byIds(ids: readonly string[]): Promise<ContractRow[]> {
    if (ids.length === 0) return []
    return this.db.query.selectFrom('orders_contracts').selectAll().where('id', 'in', ids).execute()
  }

  /** Lists the orders of all customers, the oldest first. For checks of a whole database. */
  everyOrder(): Promise<ContractRow[]> {
    return this.db.query.selectFrom('orders_contracts').selectAll().orderBy('sequence').execute()
  }

  /** Lists positions closed before a moment, the newest first. For checks of a whole database. */
  newestClosed(limit: number, beforeMs: bigint): Promise<ContractRow[]> {
    return this.db.query
      .selectFrom('orders_contracts')
      .selectAll()
      .where('status', '=', 'closed')
      .where('closed_at', '<', beforeMs)
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute()
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
  async page(request: {
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
      .where('user_id', '=', request.userId)
      .where('mode', '=', request.mode)
    if (request.status !== undefined) query = query.where('status', '=', request.status)
    if (request.code !== undefined) query = query.where('code', '=', request.code)
    if (request.before !== null) query = query.where('sequence', '<', request.before)
    return query
      .orderBy('sequence', 'desc')
      .limit(request.limit + 1)
      .execute()
  }

  /** Net results of the contracts closed since a moment, added up. */
  async earnedSince(userId: string, mode: AccountMode, since: number): Promise<bigint> {
    const { rows } = await this.db.pool.query<{ earned: bigint | null }>(
      `SELECT sum(profit + swap - fee + dividends + split_cash)::bigint AS earned FROM orders_all
        WHERE kind = 'contract' AND user_id = $1 AND mode = $2 AND closed_at >= $3`,
      [userId, mode, since],
    )
    return rows[0]?.earned ?? 0n
  }

  /** Times when an account had open contracts (epoch ms), joined where they touch, in order; without end while some are open. */
  async openStretches(userId: string, mode: AccountMode): Promise<{ from: number; to: number }[]> {
    const { rows } = await this.db.pool.query<{ from: bigint; to: bigint | null }>(
      `SELECT lower(stretch) AS from, upper(stretch) AS to
         FROM unnest((SELECT range_agg(int8range(opened_at, CASE WHEN closed_at > opened_at THEN closed_at WHEN closed_at IS NOT NULL THEN opened_at END)) FROM orders_contracts
                       WHERE user_id = $1 AND mode = $2 AND opened_at IS NOT NULL)) stretch
        ORDER BY stretch`,
      [userId, mode],
    )
    return rows.map(({ from, to }) => ({
      from: Number(from),
      to: to === null ? Number.POSITIVE_INFINITY : Number(to),
    }))
  }

  /** Journalled quotes by their numbers, as receipts show them. */
  async quotes(refs: readonly QuoteRef[]): Promise<JournalledQuotes> {
    const names = [...new Set(refs.map(nameOf))]
    const known = new Map<string, ShownQuote>()
    for (const found of await Promise.all(names.map((name) => this.quoteByName(name))))
      if (found !== undefined) known.set(nameOf(found), found)
    return (ref) => known.get(nameOf(ref)) ?? null
  }

  /** Returns an order's events in their order. */
  async events(orderId: string): Promise<EventRow[]> {
    return (await this.eventsById(orderId)) ?? []
  }

  private eventsOf(orderIds: readonly string[]): Promise<EventRow[]> {
    return this.db.query
      .selectFrom('orders_events')
      .selectAll()
      .where('order_id', 'in', orderIds)
      .orderBy('order_id')
      .orderBy('number')
      .execute()
  }

  private async quotesByName(names: readonly string[]): Promise<Map<string, ShownQuote>> {
    const refs = names.map((name) => name.split(' '))
    const { rows } = await this.db.pool.query<{
      code: string
      seq: bigint
      source: string
      source_time: bigint
      received_at: bigint
      bid: bigint
      ask: bigint
    }>(
      `SELECT q.* FROM unnest($1::text[], $2::bigint[]) r (code, seq) JOIN markets_first_quotes q USING (code, seq)`,
      [refs.map(([code]) => code), refs.map(([, seq]) => seq)],
    )
    return new Map(
      rows.map((row) => {
        const shown = {
          code: row.code,
          seq: Number(row.seq),
          source: row.source,
          time: Number(row.source_time),
          receivedAt: Number(row.received_at),
          bid: writePrice(row.bid as Price),
          ask: writePrice(row.ask as Price),
        }
        return [nameOf(shown), shown]
      }),
    )
  }
}

const orderIdOf = ({ order_id }: EventRow): string => order_id
const nameOf = ({ code, seq }: QuoteRef): string => `${code} ${seq}`
