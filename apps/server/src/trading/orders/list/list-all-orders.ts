import type {
  Calls,
  ListedContract,
  ListedOrder,
  Option,
  OrderType,
  ParsedInputOf,
  PlanOrder,
  ResultOf,
} from '@candor/contract'
import { writeUsdt } from '@candor/money'
import { normalizeTag } from '@candor/rules'
import type { PriceBoard } from '../../../market-data/price-board/price-board.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { readCursor, readId } from '../../../platform/http/pages.ts'
import type { TradingRuntime } from '../../engine/trading-runtime.ts'
import { writeSums } from '../../statistics/net-result.ts'
import { tradeStatistics } from '../../statistics/trade-statistics.ts'
import type { OrderKindOfLine } from '../orders-tables.ts'
import { contractsNow } from '../routes.ts'
import {
  type ListLine,
  type ListPlace,
  type OrderListRequest,
  pageOfLines,
  paidByActions,
  totalsOf,
} from './order-list-store.ts'

export interface OrderListContext {
  readonly db: Database
  readonly runtime: TradingRuntime
  /** From the options and smart modules: these of a customer's orders, in their present state. */
  readonly options: (ids: readonly string[]) => Promise<readonly Option[]>
  readonly plans: (ids: readonly string[]) => Promise<readonly PlanOrder[]>
}

type Input = ParsedInputOf<Calls['listAllOrders']>

/** All orders of an account in one list, and what they came to. */
export const orderListHandlers = (context: OrderListContext) =>
  ({
    listAllOrders: (input, caller) => listPage(context, input, caller),
    tradeStatistics: (input, caller) => tradeStatistics(context.db, input, caller),
  }) satisfies Handlers

async function listPage(
  context: OrderListContext,
  input: Input,
  caller: Caller,
): Promise<ResultOf<Calls['listAllOrders']>> {
  const request = listRequestOf(context, input, caller)
  const place = placeOf(input.cursor)
  const [lines, totals] = await Promise.all([
    // Reads one more than requested, to know whether there is a next page.
    pageOfLines(context.db, request, place, input.limit + 1),
    place === null ? totalsOf(context.db, request) : null,
  ])
  const page = lines.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: await written(context, page),
    nextCursor: lines.length > page.length && last !== undefined ? `${last.createdAt}_${last.id}` : null,
    totals: totals === null ? null : writeSums(totals),
  }
}

function placeOf(cursor: string | undefined): ListPlace | null {
  const [createdAt, text] = readCursor(cursor, /^(\d{1,15})_([^_]+)$/) ?? []
  const id = readId(text)
  return createdAt === undefined || id === undefined ? null : { createdAt: BigInt(createdAt), id }
}

const futuresOf = ({ markets }: Pick<PriceBoard, 'markets'>): string[] =>
  markets.filter(({ type }) => type === 4).map(({ code }) => code)

const kindOf: Readonly<Record<OrderType, OrderKindOfLine>> = {
  contracts: 'contract',
  futures: 'contract',
  options: 'option',
  smart: 'plan',
}
const everyType: readonly OrderType[] = ['contracts', 'futures', 'options', 'smart']

function listRequestOf(
  { runtime }: OrderListContext,
  { type, status, q, tag, from, to }: Input,
  { userId, mode }: Caller,
): OrderListRequest {
  const types = new Set(type ?? everyType)
  const both = types.has('contracts') === types.has('futures')
  const piece = q?.trim().toLowerCase() ?? ''
  return {
    userId,
    mode,
    kinds: [...new Set([...types].map((one) => kindOf[one]))],
    markets: both ? null : { in: types.has('futures'), codes: futuresOf(runtime.board) },
    statuses: status ?? null,
    piece: piece === '' ? null : piece,
    fromMs: from === undefined ? null : Date.parse(from),
    toMs: to === undefined ? null : Date.parse(to),
    tag: tag === undefined ? null : normalizeTag(tag),
  }
}

/** Formats the lines as each module writes its own, in the list's order. */
async function written(context: OrderListContext, lines: readonly ListLine[]): Promise<ListedOrder[]> {
  const idsOf = (kind: OrderKindOfLine) => lines.filter((line) => line.kind === kind).map(({ id }) => id)
  const found = await Promise.all([
    listedContracts(context, idsOf('contract')),
    context.options(idsOf('option')),
    context.plans(idsOf('plan')),
  ])
  const byId = new Map(found.flat().map((order: ListedOrder) => [order.id, order]))
  return lines.flatMap(({ id }) => byId.get(id) ?? [])
}

async function listedContracts(
  { db, runtime }: OrderListContext,
  ids: readonly string[],
): Promise<ListedContract[]> {
  const [orders, paid] = await Promise.all([contractsNow(runtime, ids), paidByActions(db, ids)])
  return orders.map((order) => {
    const { dividends = 0n, split_cash = 0n } = paid.get(order.id) ?? {}
    return { ...order, dividends: writeUsdt(dividends), splitCash: writeUsdt(split_cash) }
  })
}
