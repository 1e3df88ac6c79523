import { randomUUID } from 'node:crypto'
import type { AccountMode, Calls, ContractOrder, Notice, ParsedInputOf } from '@candor/contract'
import { calls } from '@candor/contract'
import { price } from '@candor/money'
import { expect } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { ordersHandlers } from '../trading/orders/routes.ts'
import { tradingProfitOf, unrealisedOf } from '../trading/risk/funds/account-funds.ts'
import { type ModuleFixture, openModuleFixture } from './module-fixture.ts'
import { followEventsOf } from './test-market-events.ts'

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
      await runtime.engine.ready()
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

export type FundedMarket = Awaited<ReturnType<typeof openFundedMarket>>

/** A traded market on a fixture of its own, whose operator has `minor` DEMO in each of these accounts. */
export async function openFundedMarket(
  classes: readonly Parameters<ModuleFixture['fund']>[0][] = ['trading-capital'],
  minor = 10n ** 12n,
) {
  const fixture = await openModuleFixture()
  for (const one of classes) await fixture.fund(one, 'house', 'DEMO', minor)
  const market = await openTradedMarket(fixture)
  return {
    fixture,
    market,
    /** Closes both; the ledger must add up. */
    dispose: async () => {
      await market.dispose()
      expect(await reconcile(fixture.db)).toEqual([])
      await fixture.dispose()
    },
  }
}
