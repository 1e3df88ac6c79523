import { randomUUID } from 'node:crypto'
import { Exact, parseUsdt, lots as readLots } from '@candor/money'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { VenueAccount } from '../../cli/local-venue/venue-account.ts'
import { VenueServer } from '../../cli/local-venue/venue-server.ts'
import { house, type Ledger } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { readHouseBalances } from '../../ledger/reports/house-balances.ts'
import { ManualClock } from '../../platform/clock.ts'
import { withIdleLimit } from '../../platform/database/session-limits.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { hedgeCapital } from './book-fill.ts'
import type { HedgedMarket } from './hedged-market.ts'
import { Hedging } from './hedging.ts'
import type { Venue } from './venue.ts'
import { BinanceVenue } from './venues/binance/binance-venue.ts'

// Hedging on real parts for its tests: a database, a ledger, and the exchange's adapter against a local venue over HTTP and WebSocket.

const keys = { key: 'key-of-tests', secret: 'secret-of-tests' }
/** Short waits, so that what was lost is asked for at once. */
export const patience = {
  responseMs: 500,
  receiveWindowMs: 300,
  settlingMs: 100,
  firstWaitMs: 10,
  longestWaitMs: 40,
}

export const bitcoin: HedgedMarket = {
  ...{ code: 'BTCUSDT', symbol: 'BTCUSDT', contractSize: 1n, multiplier: 1n, backlogMinor: 10n ** 12n },
  steps: { step: readLots('0.001'), minimum: readLots('0.001'), most: readLots('1000') },
}

export interface HedgingFixture {
  db: TestDatabase
  ledger: Ledger
  server: VenueServer
  /** That of the venue, whichever it is. */
  account: VenueAccount
  hedging: Hedging
  /** In lots, by market; changed by `trade`. */
  net: bigint
  limit: bigint | null
  price: { bid: string; ask: string } | null
  logged: string[]
}

export const fixture = {} as HedgingFixture
const listeners = new Set<() => void>()
/** Every engine of a test, also one that another has taken over from: its venue would be reconnected to for ever. */
const opened: Hedging[] = []

/** A venue of the tests, and the adapter that hedging reaches it by. */
export interface Counterparty {
  readonly account: VenueAccount
  close(): Promise<void>
  adapter(name: string): Venue
}

let counterparty: Counterparty

async function openExchange(): Promise<Counterparty> {
  const server = new VenueServer({
    keys,
    symbols: { BTCUSDT: { step: '0.001', minimum: '0.001', most: '1000' } },
    priceOf: () => fixture.price,
  })
  fixture.server = server
  const port = await server.listen(0)
  const addresses = { url: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` }
  return {
    account: server.account,
    close: () => server.close(),
    adapter: (name) => new BinanceVenue({ ...addresses, name, keys, patience }),
  }
}

/** To be called once at the top of a test file. Every test begins without a position, and with a limit of one lot. */
export function useHedgingFixture(open: () => Promise<Counterparty> = openExchange): void {
  beforeAll(async () => {
    fixture.db = await freshDatabase()
  })
  beforeEach(async () => {
    const { db } = fixture
    fixture.ledger = createLedger(db, new ManualClock(Date.now()))
    Object.assign(fixture, { net: 0n, limit: readLots('1'), price: { bid: '100', ask: '100' }, logged: [] })
    counterparty = await open()
    fixture.account = counterparty.account
    venueName = `test-${randomUUID()}`
    await asOwner('TRUNCATE hedging_stops')
    await fund(1_000_000n)
    await lead()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((hedging) => hedging.stop()))
    await counterparty.close()
    expect(await reconcile(fixture.db)).toEqual([])
  })
  afterAll(() => fixture.db.dispose())
}

/** Books of each test are their own. */
let venueName = ''

/** Runs a statement that no process of ours may run. */
export async function asOwner(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(withIdleLimit(fixture.db.owner))
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function fund(usdt: bigint): Promise<void> {
  const world = { class: 'world', owner: house, asset: 'USDT' } as const
  await fixture.ledger.open([world, hedgeCapital])
  const steps = [
    { do: 'transfer' as const, kind: 'treasury-in', from: world, to: hedgeCapital, minor: usdt * 1_000_000n },
  ]
  expect(await fixture.ledger.post({ id: randomUUID(), reference: null, steps })).toMatchObject({ ok: true })
}

/** Begins to hedge as a new engine, which raises the number of the lease. */
export async function lead(): Promise<Hedging> {
  const { db, ledger } = fixture
  const { rows } = await db.pool.query<{ fence: bigint }>(
    'UPDATE orders_lease SET fence = fence + 1 RETURNING fence',
  )
  const venue = counterparty.adapter(venueName)
  const one = new Exact(1n)
  const note = (_details: object, message: string) => void fixture.logged.push(message)
  fixture.hedging = await Hedging.open({
    ...{ db, venue, markets: [bitcoin], fence: rows[0]?.fence ?? 0n, now: Date.now, firstWaitMs: 10 },
    books: { ledger, venue: venueName, now: Date.now, rateOf: () => one, quoteCurrencyOf: () => 'USDT' },
    exposure: {
      net: () => fixture.net,
      limit: () => fixture.limit,
      valueOf: (_code, size) => size,
      rateOf: () => one,
      quoteCurrencyOf: () => 'USDT',
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    newClientId: () => `cd${randomUUID().replaceAll('-', '')}`,
    log: { info: note, warn: note, error: note },
  })
  opened.push(fixture.hedging)
  return fixture.hedging
}

/** Ends an engine as a crash does: what it had under way is not waited for, and nothing of it reaches the database any more. */
export async function takeOver(): Promise<Hedging> {
  const former = fixture.hedging
  const next = await lead()
  void former.stop()
  return next
}

/** Customers trade: their net position is now this many lots. */
export function trade(net: string): void {
  fixture.net = net.startsWith('-') ? -readLots(net.slice(1)) : readLots(net)
  for (const listener of listeners) listener()
}

export const hedger = () => {
  const found = fixture.hedging.hedgers.get('BTCUSDT')
  if (found === undefined) throw new Error('BTCUSDT is hedged')
  return found
}

/** Resolves when the drop copy agrees with our books and nothing is under way: the state after every disturbance. */
export async function settled(laidOff: string): Promise<void> {
  await expect
    .poll(async () => {
      const open = hedger().openOrder?.clientId ?? null
      return { open, laidOff: hedger().position.lots, venue: fixture.account.position('BTCUSDT') }
    })
    .toEqual({ open: null, laidOff: lotsOfText(laidOff), venue: lotsOfText(laidOff) })
}

export const connected = () => expect.poll(() => fixture.hedging.hindranceOf('BTCUSDT')).toBeNull()

const lotsOfText = (text: string) => (text.startsWith('-') ? -readLots(text.slice(1)) : readLots(text))

export const orders = async () =>
  (
    await fixture.db.query
      .selectFrom('hedging_orders')
      .select(['client_id', 'side', 'lots', 'state', 'executed', 'reason'])
      .where('venue', '=', venueName)
      .orderBy('number')
      .execute()
  ).map((row) => ({ ...row, executed: Number(row.executed) / 1e8, lots: Number(row.lots) / 1e8 }))

export const fills = () =>
  fixture.db.query
    .selectFrom('hedging_fills')
    .select(['fill_id', 'client_id', 'quantity', 'realised', 'charged', 'paid'])
    .where('venue', '=', venueName)
    .orderBy('number')
    .execute()

export async function capital(): Promise<bigint> {
  const [row] = await readHouseBalances(fixture.db.query, ['hedge-capital'])
  return row?.balance ?? 0n
}

export const minor = (text: string): bigint => parseUsdt(text) ?? 0n
