import { randomUUID } from 'node:crypto'
import { price } from '@candor/money'
import { allMarkets, type FundingNetwork, type QuoteSource } from '@candor/rules'
import { addTestUser } from '../accounts/test-user.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { readPayoutAddress } from '../funding/chain/address.ts'
import type { LedgerAsset } from '../ledger/account-class.ts'
import { house, type Ledger } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import { createSpendOnce } from '../ledger/spend-once.ts'
import { fundsWithoutEngine, permitTestDeposits } from '../ledger/test-funds.ts'
import { journalQuotes } from '../market-data/history/quote-journal.ts'
import { QuoteKeeper } from '../market-data/history/quote-keeper.ts'
import { type QuoteHistory, QuotePaths } from '../market-data/history/quote-paths.ts'
import { splitsSince } from '../market-data/market-events/actions.ts'
import { MemoryPriceBoard } from '../market-data/price-board/memory-price-board.ts'
import type { OpenedModule, ServerContext, ServerModule } from '../module.ts'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { createRunOnce } from '../platform/http/idempotency/run-once.ts'
import { createRunTogether, createUntilFree } from '../platform/http/idempotency/run-together.ts'
import { newId } from '../platform/new-id.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { type Call, serve } from './serve-handlers.ts'
import { testContext } from './test-context.ts'

/** A Wednesday noon in New York: every class of market trades. */
export const noon = Date.UTC(2026, 10, 18, 17)

interface PublishedEvent {
  readonly userId: string
  readonly mode: string
  readonly type: string
  readonly data: unknown
}

/** The context of a module, and what moves its surroundings. */
export interface ModuleFixture extends ServerContext {
  readonly db: TestDatabase
  readonly clock: ManualClock
  readonly board: MemoryPriceBoard
  /** The same quotes as a real installation accepts them. */
  readonly strictBoard: MemoryPriceBoard
  /** Opens a module with its ledger accounts; its side of the console is registered nowhere. */
  openModule<Ports, Opened extends OpenedModule>(
    module: ServerModule<Ports, Opened>,
    ports: Ports,
    changes?: Partial<ServerContext>,
  ): Promise<Opened>
  /** The canonical form of a payout address; null: none of this network. */
  readAddress(network: FundingNetwork, text: string): string | null
  readonly events: AccountEvents & { readonly published: PublishedEvent[] }
  readonly runTogether: ReturnType<typeof createRunTogether>
  readonly untilFree: ReturnType<typeof createUntilFree>
  /** Funds whose available amount is all free: no engine leads here, and no one has positions. */
  readonly funds: ReservesFunds
  readonly journal: typeof journalQuotes
  readonly splits: typeof splitsSince
  /** Proofs for quotes of the board, all of which are stored. */
  readonly proofs: QuoteHistory
  readonly customers: Map<string, { country: string | null; frozen: boolean }>
  /** Customers whose identity is approved. */
  readonly verified: Set<string>
  /** A quote of this mid, 0.02 wide, at the clock's time. */
  quote(code: string, mid: string, source?: QuoteSource): void
  /** Enough quotes of this mid that the next is tradable. */
  warm(code: string, mid: string, source?: QuoteSource): void
  /** Credits an account from the world. */
  fund(
    of:
      | 'customer'
      | 'trading-capital'
      | 'yield-reserve'
      | 'negative-balance'
      | 'loan-capital'
      | 'savings-reserve',
    owner: string,
    asset: LedgerAsset,
    minor: bigint,
  ): Promise<void>
  /** A customer with this much demo and real money, in whole units. */
  customer(demo?: bigint, real?: bigint): Promise<string>
  /** Serves handlers over HTTP; every result is checked against its schema. */
  serve(handlers: Handlers): Promise<Call>
  /** Adds the row of a customer, for tables that refer to it. */
  addUser(id: string): Promise<void>
  dispose(): Promise<void>
}

const unit = 1_000_000n

/** A module on real parts: its own database, the ledger, a price board and HTTP; the clock moves only on request. */
export async function openModuleFixture(
  options: { readonly sandbox?: boolean } = {},
): Promise<ModuleFixture> {
  const db = await freshDatabase({ max: 12 })
  // Deposits are another module's: here the world pays in, in this database alone.
  await permitTestDeposits(db.owner)
  const clock = new ManualClock(noon)
  const ledger = createLedger(db, clock)
  const { sandbox = true } = options
  const runOnce = createRunOnce((work) => ledger.transaction(work), clock)
  const funds = fundsWithoutEngine(db, clock)
  const closers: (() => Promise<unknown>)[] = []
  const customers: ModuleFixture['customers'] = new Map()
  const verified: ModuleFixture['verified'] = new Set()
  const events = recordedEvents()
  const parameters = new Parameters(db, clock, { sandbox })
  const spendOnce = createSpendOnce({ ledger, funds }, runOnce)
  const context = testContext(
    { db, now: () => clock.now() },
    { clock, ledger, events, runOnce, spendOnce, parameters, sandbox },
  )
  return {
    ...context,
    db,
    clock,
    ...openPrices(db, clock, sandbox),
    ...openMoney(ledger, customers),
    openModule: async (module, ports, changes = {}) => {
      await ledger.open(module.accounts ?? [])
      return module.open({ ...context, ...changes }, ports)
    },
    readAddress: (network, text) => readPayoutAddress(true, network, text),
    events,
    funds,
    runTogether: createRunTogether((work) => ledger.transaction(work), clock),
    untilFree: createUntilFree((work) => db.transaction(work)),
    journal: journalQuotes,
    splits: splitsSince,
    customers,
    verified,
    addUser: (id) => addTestUser(db, id, new Date(clock.now())),
    serve: async (handlers) => {
      const { call, close } = await serve(handlers, verified)
      closers.push(close)
      return call
    },
    dispose: async () => {
      for (const close of closers) await close()
      await db.dispose()
    },
  }
}

function recordedEvents(): ModuleFixture['events'] {
  const published: PublishedEvent[] = []
  return {
    published,
    publish: (userId, mode, type, data) => void published.push({ userId, mode, type, data }),
    endSession: () => undefined,
  }
}

/** Opens both boards, and a store of the first one's quotes. */
function openPrices(
  db: TestDatabase,
  clock: ManualClock,
  sandbox: boolean,
): Pick<ModuleFixture, 'board' | 'strictBoard' | 'quote' | 'warm' | 'proofs'> {
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1, sandbox })
  const strictBoard = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const keeper = new QuoteKeeper(db, clock, () => undefined)
  keeper.listen(board)
  const quote: ModuleFixture['quote'] = (code, mid, source = 'live') => {
    const bid = (price(mid) - price('0.01')) as ReturnType<typeof price>
    const ask = (price(mid) + price('0.01')) as ReturnType<typeof price>
    for (const one of [strictBoard, board])
      one.offer({ code, bid, ask, time: clock.now(), source, volume: 0 })
  }
  return {
    board,
    strictBoard,
    quote,
    warm: (code, mid, source) => {
      for (let n = 0; n < 7; n++) quote(code, mid, source)
    },
    proofs: { paths: new QuotePaths(db, () => keeper.flush()), sandbox },
  }
}

/** Opens the world's side of the ledger: the money that a test begins with. */
function openMoney(
  ledger: Ledger,
  customers: ModuleFixture['customers'],
): Pick<ModuleFixture, 'fund' | 'customer'> {
  const fund: ModuleFixture['fund'] = async (of, owner, asset, minor) => {
    const to = { class: of, owner, asset } as const
    const world = { class: 'world', owner: house, asset } as const
    await ledger.open([to, world])
    const kind = of === 'customer' ? 'test-deposit' : 'operator-funding'
    const outcome = await ledger.post({
      id: randomUUID(),
      reference: null,
      steps: [{ do: 'transfer', kind, from: world, to, minor }],
    })
    if (!outcome.ok) throw new Error(`funding was refused: ${outcome.why}`)
  }
  return {
    fund,
    customer: async (demo = 10_000n, real = 0n) => {
      const id = newId()
      customers.set(id, { country: null, frozen: false })
      await ledger.open([
        { class: 'customer', owner: id, asset: 'DEMO' },
        { class: 'customer', owner: id, asset: 'USDT' },
      ])
      if (demo > 0n) await fund('customer', id, 'DEMO', demo * unit)
      if (real > 0n) await fund('customer', id, 'USDT', real * unit)
      return id
    },
  }
}
