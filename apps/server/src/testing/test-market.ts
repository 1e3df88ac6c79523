import { randomUUID } from 'node:crypto'
import type { AccountMode, Calls, ContractOrder, Notice, ParsedInputOf } from '@candor/contract'
import { calls } from '@candor/contract'
import { price } from '@candor/money'
import { afterAll, beforeAll, expect } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { dueActions } from '../market-data/market-events/actions.ts'
import { withClient } from '../platform/database/database-server.ts'
import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { ordersHandlers } from '../trading/orders/routes.ts'
import { tradingProfitOf, unrealisedOf } from '../trading/risk/funds/account-funds.ts'
import { refuseEvents } from './commits/refuse-events.ts'
import { type ModuleFixture, noon, openModuleFixture } from './module-fixture.ts'
import { followEventsOf, requestInTime } from './test-market-events.ts'

const signed = (document: Readonly<Record<string, unknown>>) => ({ keyId: '-', signature: '-', document })

/** Runs `work` and fails if it walks through orders: a quote of a quiet market must look at none. */
export function withoutWalking<T>({ book }: Pick<TradingRuntime, 'book'>, work: () => T): T {
  const walked = (): never => {
    throw new Error('a quote walked through the orders')
  }
  const own = { positions: book.positions.values, waiting: book.waiting.values, of: book.orders.of }
  Object.assign(book.positions, { values: walked })
  Object.assign(book.waiting, { values: walked })
  Object.assign(book.orders, { of: walked })
  try {
    return work()
  } finally {
    Object.assign(book.positions, { values: own.positions })
    Object.assign(book.waiting, { values: own.waiting })
    Object.assign(book.orders, { of: own.of })
  }
}

/** The engine with all events of a market, on a fixture whose clock moves only on request. */
export async function openTradedMarket(fixture: ModuleFixture) {
  const { db, clock, ledger, board } = fixture
  const warnings: string[] = []
  const open = async () => {
    const events = followEventsOf(fixture, () => board, warnings)
    const opened = await TradingRuntime.open({
      db,
      ledger,
      board,
      clock,
      events: fixture.events,
      actions: events.actions,
      quoteHistory: fixture.proofs,
    })
    return opened
  }
  let runtime = await open()
  /** Markets where what is bought now ends with its contract. */
  const ending = new Set<string>()
  const handlers = () =>
    ordersHandlers({
      runtime,
      clock,
      proofs: fixture.proofs,
      sign: signed,
      endsAtRoll: async (code) => ending.has(code),
    }) as Required<ReturnType<typeof ordersHandlers>>
  const caller = (userId: string, mode: AccountMode = 'demo') => ({
    userId,
    sessionId: userId,
    mode,
    language: 'en' as const,
    address: '127.0.0.1',
  })
  /** Offers a quote exactly so wide. */
  const quote = (code: string, bid: string, ask: string) =>
    board.offer({ code, bid: price(bid), ask: price(ask), time: clock.now(), source: 'live', volume: 0 })
  const key = () => ({ key: randomUUID(), bodyHash: 'a', call: 'buyContract' as const })
  return {
    runtime: () => runtime,
    ending,
    warnings,
    quote,
    /** As many alike quotes as it takes until they trade, however far from those before. */
    warm: (code: string, bid: string, ask: string) => {
      for (let n = 0; n < 25; n++) quote(code, bid, ask)
    },
    buy: (
      userId: string,
      fields: Readonly<Record<string, unknown>>,
      mode?: AccountMode,
    ): Promise<ContractOrder> => {
      const plain = { leverage: 5, protected: false, direction: 'buy' }
      const body: ParsedInputOf<Calls['buyContract']> = calls.buyContract.input.parse({ ...plain, ...fields })
      return handlers().buyContract(body, caller(userId, mode), key()) as Promise<ContractOrder>
    },
    close: (userId: string, id: string, mode?: AccountMode): Promise<ContractOrder> =>
      handlers().closeContract({ id }, caller(userId, mode), key()) as Promise<ContractOrder>,
    /** Closes a part of an order. */
    closePart: (userId: string, id: string, lots: string): Promise<ContractOrder> =>
      handlers().closeContract({ id, lots }, caller(userId), key()) as Promise<ContractOrder>,
    edit: (userId: string, fields: Readonly<Record<string, unknown>>): Promise<ContractOrder> => {
      const body = calls.editContract.input.parse(fields)
      return handlers().editContract(body, caller(userId), key()) as Promise<ContractOrder>
    },
    order: (userId: string, id: string): Promise<ContractOrder> =>
      handlers().getContractOrderById({ id }, caller(userId), null) as Promise<ContractOrder>,
    receipt: async (userId: string, orderId: string) => {
      const { document } = (await handlers().getReceipt({ orderId }, caller(userId), null)) as {
        document: Readonly<Record<string, unknown>>
      }
      return document
    },
    /** The worth of an account if it closed now, before commission, in USDT's smallest unit. */
    worth: (userId: string): bigint => {
      const account = runtime.book.find(userId, 'demo')
      if (account === null) throw new Error('no such account')
      const profit =
        tradingProfitOf(account, runtime.valuation) ?? unrealisedOf(account, runtime.valuation).minor
      return (account.balanceMinor ?? 0n) + profit
    },
    notices: (): Notice[] =>
      fixture.events.published
        .filter(({ type }) => type === 'notification')
        .map(({ data }) => data as Notice),
    /** Carries out what is due by the clock, and what was requested meanwhile. */
    pass: async () => {
      await runtime.readActions()
      await runtime.engine.actions.still()
      runtime.engine.passTime()
      await runtime.queue.settled()
    },
    restart: async () => {
      await runtime.close()
      runtime = await open()
    },
    dispose: () => runtime.close(),
  }
}

/** Fixture and market of a test file, once `useFundedMarket` has opened them. */
export let fixture: ModuleFixture
export let market: Awaited<ReturnType<typeof openTradedMarket>>

/**
 * Opens a traded market on a fixture of its own before the tests of a file, with DEMO in each of these accounts of the operator, and closes
 * both after them: then the ledger must add up.
 */
export function useFundedMarket(
  classes: readonly Parameters<ModuleFixture['fund']>[0][] = ['trading-capital'],
): void {
  beforeAll(async () => {
    fixture = await openModuleFixture()
    for (const one of classes) await fixture.fund(one, 'house', 'DEMO', 10n ** 12n)
    market = await openTradedMarket(fixture)
  })
  afterAll(async () => {
    await market.dispose()
    expect(await reconcile(fixture.db)).toEqual([])
    await fixture.dispose()
  })
}

let week = 0
/** Moves the clock to noon of a later week: its markets are open, and nights and prices of earlier tests are past. */
export const nextWeek = () => fixture.clock.set(noon + ++week * 7 * 86_400_000)

/** Carries out a statement as the owner of the fixture's database. */
export const byOwner = (statement: string, values: readonly unknown[] = []) =>
  withClient(fixture.db.owner, (client) => client.query(statement, [...values]))

/** Requests an action for now that the database does not take. The returned function lets it, a minute later, and carries the action out. */
export async function putOff(code: string, kind: 'split' | 'dividend', value: string) {
  const allow = await refuseEvents(byOwner, kind)
  const action = { code, kind, value, at: fixture.clock.now(), by: 'olga' }
  expect(await requestInTime(fixture.db.query, fixture.clock, action)).toBeNull()
  await market.pass()
  await expect.poll(() => fixture.board.haltedFor(code)).toBe('corporateAction')
  // The table has it a moment later.
  const isWritten = async () =>
    (await dueActions(fixture.db)).some((due) => due.code === code && due.isPutOff === true)
  await expect.poll(isWritten).toBe(true)
  return async () => {
    await allow()
    fixture.clock.advance(61_000)
    await market.pass()
  }
}
