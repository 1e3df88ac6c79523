import type {
  AccountMode,
  Calls,
  ContractOrder,
  contractsCalls,
  ParsedInputOf,
  receiptsCalls,
} from '@candor/contract'
import { parseLots } from '@candor/money'
import { countedFor, type Decision, type Refused } from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers, HandlersOf, IdempotencyContext } from '../../platform/http/handlers.ts'
import { readSequence } from '../../platform/http/pages.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { committed, IdempotentCalls } from '../commits/idempotent-calls.ts'
import type { AccountLimits, Requester } from '../engine/engine-context.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import type { FreshRule } from '../quotes/fresh-rule.ts'
import { atFreshPrices, marketOf, marketsOf, ownLimitOnceFresh } from '../quotes/market-calls.ts'
import { QuoteTokens } from '../quotes/quote-token.ts'
import { accountAtStopOuts, contractReceipt } from '../receipts/contract-receipt.ts'
import { proveEvents } from '../receipts/prove-events.ts'
import { receiptQuotes } from '../receipts/receipt-quotes.ts'
import { closeAll, decideCloses, openOrders } from './close-all.ts'
import { orderOf, orderOfRow } from './order-entity.ts'
import type { ContractRow } from './orders-tables.ts'
import { previewContract } from './preview-contract.ts'
import { readChanges, readPlacement } from './read-request.ts'

export interface OrdersPorts {
  readonly runtime: TradingRuntime
  readonly clock: Clock
  /** From the trust module: forbids a customer a new leveraged position (`beyondOwnLimit`); absent: never. */
  readonly ownLimit?: (userId: string, mode: AccountMode) => Promise<Refused | null>
  /** From accounts: checks whether the operator or the customer froze the account; absent: never. */
  readonly isFrozen?: (userId: string) => Promise<boolean>
  /** From the parameters: the most one account may hold at once; absent: no bound. */
  readonly limits?: () => Promise<AccountLimits>
  /** Limits the age of the price that a call fills at; absent: as old as its market allows. */
  readonly fresh?: FreshRule
  /** From the parameters: checks whether a contract bought now in a futures market ends at its roll; absent: never. */
  readonly endsAtRoll?: (code: string) => Promise<boolean>
  /** From the markets module: every stored quote. */
  readonly proofs: QuoteHistory
  /** From the trust module: signs a document for the installation. */
  readonly sign: (document: Readonly<Record<string, unknown>>) => Receipt
}

type OrdersCalls = typeof contractsCalls & typeof receiptsCalls

/** The orders' part of the route table. */
export function ordersHandlers(ports: OrdersPorts): HandlersOf<OrdersCalls> {
  const idempotent = new IdempotentCalls(ports.runtime)
  return {
    ...openingHandlers(ports, idempotent),
    ...changingHandlers(ports, idempotent),
    ...readingHandlers(ports),
  }
}

/** Calls that decide about new orders. */
function openingHandlers(ports: OrdersPorts, idempotent: IdempotentCalls) {
  const { runtime, clock } = ports
  const tokens = new QuoteTokens()
  return {
    previewContract: (input, caller) => previewContract({ runtime, tokens, now: clock.now() }, input, caller),
    buyContract: (input, caller, key) => {
      const called = { tokens, idempotent, calledAt: clock.now() }
      const codes = input.kind === 'market' ? [input.code] : []
      return atFreshPrices(
        ports,
        caller,
        () => codes,
        async (prices) => {
          const ownLimit = await ownLimitOnceFresh(ports, caller, prices)
          return buyContract(ports, called, input, { ...requesterOf(caller, key), ownLimit, prices })
        },
      )
    },
  } satisfies Handlers
}

/** Calls that decide about orders there are. */
function changingHandlers(ports: OrdersPorts, idempotent: IdempotentCalls) {
  const { runtime } = ports
  return {
    editContract: async (input, caller, key) => {
      // Stops may be moved by a frozen customer; the price of an order that waits is new risk.
      if (input.price != null && (await ports.isFrozen?.(caller.userId)) === true)
        throw new Refusal('accountFrozen')
      const requester = requesterOf(caller, key)
      return idempotent.changing(requester, () =>
        runtime.turns.take(`${requester.userId} ${input.id}`, () => editOrder(runtime, input, requester)),
      )
    },
    closeContract: ({ id, lots }, caller, key) =>
      atFreshPrices(
        ports,
        caller,
        () => marketOf(runtime, caller, id),
        (prices) => {
          const requester = { ...requesterOf(caller, key), prices }
          return idempotent.changing(requester, () =>
            lots == null
              ? runtime.engine.close(id, requester)
              : runtime.engine.closePart(id, parseLots(lots), requester),
          )
        },
      ),
    closeAllContracts: ({ code = null }, caller, key) =>
      atFreshPrices(
        ports,
        caller,
        () => marketsOf(runtime, caller, code),
        (prices) => {
          const requester = { ...requesterOf(caller, key), prices }
          return idempotent.changingMany(requester, {
            choose: () => openOrders(runtime, requester, code),
            work: (ids) => closeAll(runtime, requester, ids),
          })
        },
      ),
    reverseContract: ({ id }, caller, key) =>
      // A reversal closes the position and opens another: the opening is new risk.
      atFreshPrices(
        ports,
        caller,
        () => marketOf(runtime, caller, id),
        async (prices) => {
          const ownLimit = await ownLimitOnceFresh(ports, caller, prices)
          const requester = { ...requesterOf(caller, key), ownLimit, prices }
          return idempotent.changing(requester, () => runtime.engine.reverse(id, requester))
        },
      ),
    cancelContract: ({ id }, caller, key) => {
      const requester = requesterOf(caller, key)
      return idempotent.changing(requester, () => runtime.engine.cancel(id, requester))
    },
  } satisfies Handlers
}

/** Calls that show orders and their receipts. */
function readingHandlers(ports: OrdersPorts) {
  const { runtime } = ports
  return {
    listContractOrder: (input, caller) => listOrders(runtime, input, caller),
    getContractOrderById: async ({ id }, caller) => {
      const row = await findOwnOrder(runtime, caller, id)
      const [order] = await runtime.store.tagged([await runtime.look(() => shown(runtime, row))])
      if (order === undefined) throw new Error('one order has one line')
      return order
    },
    getReceipt: async ({ orderId }, caller) => receiptOf(ports, await findOwnOrder(runtime, caller, orderId)),
    receiptAccount: async ({ orderId }, caller) => {
      const row = await findOwnOrder(runtime, caller, orderId)
      return { orderId: row.id, ...accountAtStopOuts(await runtime.store.events(row.id), runtime.board) }
    },
    publicReceipt: async ({ id }) => {
      const row = await runtime.store.findPublic(id)
      if (row === null) throw new Refusal('notFound')
      return receiptOf(ports, row)
    },
  } satisfies Handlers
}

/** Parts of one call to buy, besides the ports. */
interface CalledBuy {
  readonly tokens: QuoteTokens
  readonly idempotent: IdempotentCalls
  /** A price promised to the customer is judged at this moment, epoch ms. */
  readonly calledAt: number
}

/** Opens at the market, or places to wait. */
async function buyContract(
  ports: OrdersPorts,
  { tokens, idempotent, calledAt }: CalledBuy,
  input: ParsedInputOf<Calls['buyContract']>,
  caller: Requester,
): Promise<ContractOrder> {
  const { runtime } = ports
  const requester = { ...caller, limits: await ports.limits?.() }
  const ends = (await ports.endsAtRoll?.(input.code)) ?? false
  return idempotent.placing(requester, input.code, () => {
    const promised = input.quoteId == null ? null : tokens.read(input.quoteId)
    const read = readPlacement(input, runtime.board, promised, calledAt)
    if (!read.ok) return read
    const { request, market } = read.value
    return runtime.engine.place(request, ends ? { ...market, endsAtRoll: true } : market, requester)
  })
}

/** A dearer level is held for first; what the present price refuses then is refused, and what is held stays with the order. */
async function editOrder(
  runtime: TradingRuntime,
  input: ParsedInputOf<Calls['editContract']>,
  requester: Requester,
): Promise<Decision<PendingCommit>> {
  const changes = readChanges(input)
  if (!changes.ok) return changes
  const more = await runtime.engine.inTurn(requester, null, () =>
    runtime.engine.topUp(input.id, changes.value, requester),
  )
  if (!more.ok) return more
  if (more.value !== null) await committed(runtime, more.value)
  return runtime.engine.inTurn(requester, null, () => runtime.engine.edit(input.id, changes.value, requester))
}

/** Cancels what waits and closes what a customer has open in one mode at the present prices; refuses with the first that cannot be closed. */
export async function closeEverything(
  runtime: TradingRuntime,
  userId: string,
  mode: AccountMode,
): Promise<void> {
  const requester: Requester = { userId, mode, key: null }
  const { book, engine } = runtime
  const cancelling = await engine.inTurn(requester, null, () =>
    [...(book.find(userId, mode)?.waiting.keys() ?? [])].map((id) => engine.cancel(id, requester)),
  )
  for (const decision of cancelling) await committed(runtime, orRefuse(decision))
  const closing = await engine.inTurn(requester, null, () =>
    decideCloses(runtime, requester, openOrders(runtime, requester, null)),
  )
  for (const { decision } of closing) await committed(runtime, orRefuse(decision))
}

const requesterOf = (caller: Caller, key: IdempotencyContext | null): Requester => ({
  userId: caller.userId,
  mode: caller.mode,
  key,
})

async function findOwnOrder(runtime: TradingRuntime, caller: Caller, id: string): Promise<ContractRow> {
  const row = await runtime.store.find(caller.userId, caller.mode, id)
  if (row === null) throw new Refusal('notFound')
  return row
}

/** An open order with what it is worth this moment, a finished one as it ended. */
function shown(runtime: TradingRuntime, row: ContractRow): ContractOrder {
  const position = runtime.book.positions.get(row.id) ?? runtime.book.waiting.get(row.id)
  if (position !== undefined)
    return orderOf(
      position,
      position.status === 'open' ? runtime.valuation.profitOf(position) : null,
      runtime.closingPriceOf(position),
    )
  const market = runtime.board.listed(row.code)
  if (market === null) throw new Error(`an order is in a market that is not listed: ${row.code}`)
  return orderOfRow(row, market)
}

/** Returns these orders in their present state, for a list that found them to be the caller's. */
export async function contractsNow(
  runtime: TradingRuntime,
  ids: readonly string[],
): Promise<ContractOrder[]> {
  const rows = await runtime.store.byIds(ids)
  return runtime.store.tagged(await runtime.look(() => rows.map((row) => shown(runtime, row))))
}

async function listOrders(
  runtime: TradingRuntime,
  input: ParsedInputOf<Calls['listContractOrder']>,
  caller: Caller,
): Promise<{ items: ContractOrder[]; nextCursor: string | null }> {
  const rows = await runtime.store.page({
    userId: caller.userId,
    mode: caller.mode,
    status: input.status,
    code: input.code,
    before: readSequence(input.cursor, 'invalid'),
    limit: input.limit,
  })
  const page = rows.slice(0, input.limit)
  const more = rows.length > input.limit
  return {
    items: await runtime.store.tagged(await runtime.look(() => page.map((row) => shown(runtime, row)))),
    nextCursor: more ? (page.at(-1)?.sequence.toString() ?? null) : null,
  }
}

async function receiptOf({ runtime, sign, proofs }: OrdersPorts, row: ContractRow) {
  const market = runtime.board.listed(row.code)
  if (market === null) throw new Error(`an order is in a market that is not listed: ${row.code}`)
  const events = await runtime.store.events(row.id)
  const quotes = await receiptQuotes(runtime.store, events, proofs.paths)
  const document = contractReceipt(row, events, market, {
    quotes,
    proofs: await proveEvents(row, events, proofs),
    counts: countedFor(row.mode, proofs.sandbox),
  })
  return { ...sign(document), publicId: row.public_id }
}
