import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calls, type ContractOrder, calls, type ParsedInputOf } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { ledgerAssetOf } from '../ledger/account-class.ts'
import { type AccountRef, house, type Ledger } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { QuoteKeeper } from '../market-data/history/quote-keeper.ts'
import { QuotePaths } from '../market-data/history/quote-paths.ts'
import { MemoryPriceBoard } from '../market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { openReceiptSigner, type Receipt, type ReceiptSigner } from '../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../proofs/receipts/verify-receipt.ts'
import type { Account, Position } from '../trading/engine/position.ts'
import type { MarketActionsPort } from '../trading/engine/runtime-options.ts'
import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { type OrdersPorts, ordersHandlers } from '../trading/orders/routes.ts'
import type { FreshRule } from '../trading/quotes/fresh-rule.ts'
import { releaseHeld } from './commits/release-held.ts'

// The trading module on real parts for its tests: one database a file, a new board, clock and engine a test.

/** A Wednesday noon, UTC. */
export const start = Date.parse('2026-11-18T12:00:00Z')

interface Published {
  readonly userId: string
  readonly data: unknown
}

export interface ContractsFixture {
  db: TestDatabase
  ledger: Ledger
  clock: ManualClock
  board: MemoryPriceBoard
  sandbox: boolean
  /** The number of the board's first quote. */
  firstSeq: number
  /** Stores every quote of the board. */
  keeper: QuoteKeeper
  runtime: TradingRuntime
  /** Limits the age of a call's price, where a test sets it. */
  fresh: FreshRule | undefined
  /** The customer's own limit or freeze, where a test sets one. */
  ownLimit: OrdersPorts['ownLimit']
  signer: ReceiptSigner
  dataDir: string
  /** Orders and notifications that were published. */
  published: Published[]
  notices: Published[]
  /** Errors of an engine that can write nothing more. */
  stopped: unknown[]
}

/** Of the running test; filled by `useContractsFixture`. */
export const fixture = {} as ContractsFixture

/** To be called once at the top of a test file. Every test begins with a steady EURUSD. */
export function useContractsFixture(): void {
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'candor-keys-'))
    const db = await freshDatabase()
    Object.assign(fixture, { db, dataDir, signer: openReceiptSigner(dataDir), stopped: [] })
    fixture.ledger = createLedger(db, new ManualClock(start))
    for (const of of ['trading-capital', 'negative-balance'] as const)
      for (const mode of ['demo', 'real'] as const)
        await fund({ class: of, owner: house, asset: ledgerAssetOf(mode) }, 10n ** 12n, 'operator-funding')
  })
  beforeEach(async () => {
    const clock = new ManualClock(start)
    numbersBegin += 1e10
    const ledger = createLedger(fixture.db, clock)
    Object.assign(fixture, { clock, ledger, published: [], notices: [] })
    Object.assign(fixture, { fresh: undefined, ownLimit: undefined })
    newBoard(0)
    fixture.runtime = await open()
    steady('EURUSD', '1.15', '1.1501')
    return async () => {
      releaseHeld()
      await fixture.runtime.close()
      expectOrdersByMarket(fixture.runtime)
    }
  })
  afterAll(async () => {
    await fixture.db.dispose()
    rmSync(fixture.dataDir, { recursive: true, force: true })
  })
}

/** Checks that the orders by market are all that are open or wait, and nothing else. */
function expectOrdersByMarket({ book, board }: TradingRuntime): void {
  const idsOf = (orders: Iterable<Position>) => [...orders].map(({ id }) => id).sort()
  const ownersOf = (accounts: Iterable<Account>) => [...accounts].map(({ userId }) => userId).sort()
  const all = [...book.positions.values(), ...book.waiting.values()]
  expect(idsOf(board.markets.flatMap(({ code }) => book.orders.of(code)))).toEqual(idsOf(all))
  expect(ownersOf(book.orders.accounts)).toEqual(ownersOf(new Set(all.map(({ account }) => account))))
}

/** An engine on the fixture's database and board, as after a start. */
export function open(
  options: {
    standingBy?: () => void
    unitsPerTurn?: number
    actions?: MarketActionsPort
    ordersPerStatement?: number
  } = {},
): Promise<TradingRuntime> {
  // A quote's walk is not interrupted unless a test requests it, so its effects are known when the quote was offered.
  const { standingBy = () => {}, unitsPerTurn = Number.POSITIVE_INFINITY, ...more } = options
  const { db, ledger, board, clock, stopped } = fixture
  return TradingRuntime.open({
    db,
    ledger,
    board,
    clock,
    standingBy,
    unitsPerTurn,
    ...more,
    quoteHistory: proofs(),
    stopped: (error) => stopped.push(error),
    events: {
      publish: (userId, mode, type, data) => {
        if (type === 'order') fixture.published.push({ userId, data })
        // Each notice goes to the tabs of both accounts.
        if (type === 'notification' && mode === 'demo') fixture.notices.push({ userId, data })
      },
      endSession: () => undefined,
    },
  })
}

/** The engine ends and another begins, as over a restart. */
export async function restart(): Promise<void> {
  await fixture.runtime.close()
  fixture.runtime = await open()
}

/** Sequence numbers of a test's quotes are above those of earlier tests, as an installation's never go back. */
let numbersBegin = 0

/** A board without any quote, its numbers above those of the one before. */
export function newBoard(above: number, sandbox = true): void {
  const firstSeq = numbersBegin + above
  const { db, clock } = fixture
  fixture.firstSeq = firstSeq
  fixture.sandbox = sandbox
  fixture.board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq, sandbox })
  fixture.keeper = new QuoteKeeper(db, clock, () => undefined)
  fixture.keeper.listen(fixture.board)
}

/** Sources that prove receipts: all stored quotes of the fixture's board. */
export const proofs = () => ({
  paths: new QuotePaths(fixture.db, () => fixture.keeper.flush()),
  sandbox: fixture.sandbox,
})

export function handlers() {
  const { runtime, clock, signer, fresh, ownLimit } = fixture
  const given = { ...(fresh && { fresh }), ...(ownLimit && { ownLimit }) }
  const all = ordersHandlers({ runtime, clock, proofs: proofs(), sign: signer.sign, ...given })
  return all as Required<typeof all>
}

export const quote = (
  code: string,
  bid: string,
  ask: string,
  source: 'simulated' | 'live' = 'simulated',
): void =>
  fixture.board.offer({
    code,
    bid: price(bid),
    ask: price(ask),
    time: fixture.clock.now(),
    source,
    volume: 0,
  })

export function steady(code: string, bid: string, ask: string): void {
  for (let n = 0; n < 8; n++) quote(code, bid, ask)
}

/** Enough quotes that even a gap is believed. */
export function believed(code: string, at: string): void {
  for (let n = 0; n < 25; n++) quote(code, at, at)
}

export async function fund(account: AccountRef, minor: bigint, kind: string): Promise<void> {
  const world: AccountRef = { class: 'world', owner: house, asset: account.asset }
  await fixture.ledger.open([world, account])
  const steps = [{ do: 'transfer' as const, kind, from: world, to: account, minor }]
  const posting = { id: randomUUID(), reference: null, steps }
  expect((await fixture.ledger.post(posting)).ok).toBe(true)
}

/** With 10 000 USDT of demo money. */
export async function customer(minor = 10_000_000_000n): Promise<Caller> {
  const userId = randomUUID()
  await fund({ class: 'customer', owner: userId, asset: 'DEMO' }, minor, 'demo-grant')
  return { userId, sessionId: randomUUID(), mode: 'demo', language: 'en', address: '127.0.0.1' }
}

export const key = (hash = 'a', call: IdempotencyContext['call'] = 'buyContract'): IdempotencyContext => ({
  key: randomUUID(),
  bodyHash: hash,
  call,
})

type Fields = Readonly<Record<string, unknown>>

/** Without exits. */
export const plain = { protected: false, stopLoss: null, takeProfit: null }

export const body = (fields: Fields = {}): ParsedInputOf<Calls['buyContract']> =>
  calls.buyContract.input.parse({
    code: 'EURUSD',
    direction: 'buy',
    lots: '0.1',
    leverage: 30,
    stopLoss: '1.1',
    takeProfit: '1.2',
    ...fields,
  })

export const buy = (caller: Caller, fields: Fields = {}, idempotency = key()): Promise<ContractOrder> =>
  handlers().buyContract(body(fields), caller, idempotency) as Promise<ContractOrder>

export const limit = (caller: Caller, fields: Fields = {}): Promise<ContractOrder> =>
  buy(caller, { ...plain, kind: 'limit', price: '1.14', ...fields })

type Deed = 'editContract' | 'closeContract' | 'reverseContract' | 'cancelContract'
const act =
  (name: Deed) =>
  (caller: Caller, fields: Fields, idempotency = key('a', name)): Promise<ContractOrder> => {
    const all: Readonly<
      Record<Deed, (input: never, caller: Caller, idempotency: IdempotencyContext) => unknown>
    > = handlers()
    return all[name](calls[name].input.parse(fields) as never, caller, idempotency) as Promise<ContractOrder>
  }
export const edit = act('editContract')
export const close = act('closeContract')
export const reverse = act('reverseContract')
export const cancel = act('cancelContract')
export const closeAll = (caller: Caller, fields = {}, idempotency = key('a', 'closeAllContracts')) =>
  handlers().closeAllContracts(fields, caller, idempotency) as Promise<{
    closed: ContractOrder[]
    refused: object[]
  }>

/** The code it is refused with, and its reason. */
export async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    const { code, details } = error as { code: number; details: { reason?: string } | null }
    return details?.reason === undefined ? code : `${code} ${details.reason}`
  }
  return 'accepted'
}

export const order = (caller: Caller, id: string): Promise<ContractOrder> =>
  handlers().getContractOrderById({ id }, caller, null) as Promise<ContractOrder>

export const balance = async (caller: Caller) => (await fixture.ledger.balancesOf(caller.userId))[0]

export const heldBy = async (caller: Caller) => (await balance(caller))?.heldMinor

/** A receipt's document as the tests look into it. */
export interface Documented extends Receipt {
  readonly document: {
    readonly order: object
    readonly events: readonly {
      readonly kind: string
      readonly level?: string | null
      readonly price?: string
      readonly after?: unknown
    }[]
  }
}

/** A receipt as its customer gets it: as text. */
export async function receiptOf(caller: Caller, orderId: string): Promise<Documented> {
  return JSON.parse(JSON.stringify(await handlers().getReceipt({ orderId }, caller, null)))
}

/** Returns the document of a receipt after checking its signature and its numbers. */
export async function verified(caller: Caller, id: string): Promise<Documented['document']> {
  const receipt = await receiptOf(caller, id)
  expect(verifyReceipt(receipt, fixture.signer.keySet)).toMatchObject({ signed: true, findings: [] })
  return receipt.document
}
