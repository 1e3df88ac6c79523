import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Calls, Order, ParsedInputOf } from '@candor/contract'
import { calls } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../db/test-database.ts'
import type { Caller } from '../http/caller.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import { type AccountRef, house, type Ledger, ledgerAssetOf } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { MemoryPriceBoard } from '../markets/price-board.ts'
import { openReceiptSigner } from '../trust/receipt-keys.ts'
import { ContractsRoom } from './contracts-room.ts'
import { ordersHandlers } from './routes.ts'

const start = Date.parse('2026-11-18T12:00:00Z') // a Wednesday
let db: TestDatabase
let ledger: Ledger
let clock: ManualClock
let board: MemoryPriceBoard
let room: ContractsRoom
let told: { userId: string; data: unknown }[]
let notices: { userId: string; data: unknown }[]
const dataDir = mkdtempSync(join(tmpdir(), 'candor-keys-'))
const signer = openReceiptSigner(dataDir)

const stopped: unknown[] = []

const open = (sandbox = true, standingBy = () => {}) =>
  ContractsRoom.open({
    db,
    ledger,
    board,
    clock,
    sandbox,
    standingBy,
    stopped: (error) => stopped.push(error),
    events: {
      publish: (userId, _mode, type, data) =>
        (type === 'order' ? told : type === 'notification' ? notices : []).push({ userId, data }),
      endSession: () => undefined,
    },
  })
const handlers = () => {
  const all = ordersHandlers({ room, clock, sign: signer.sign })
  return all as Required<typeof all>
}
const quote = (code: string, bid: string, ask: string, source: 'simulated' | 'live' = 'simulated') =>
  board.offer({ code, bid: price(bid), ask: price(ask), time: clock.now(), source, volume: 0 })
const steady = (code: string, bid: string, ask: string) => {
  for (let n = 0; n < 8; n++) quote(code, bid, ask)
}
const fund = async (account: AccountRef, minor: bigint, kind: string) => {
  const world: AccountRef = { class: 'world', owner: house, asset: account.asset }
  await ledger.open([world, account])
  const posting = {
    id: randomUUID(),
    reference: null,
    steps: [{ do: 'transfer' as const, kind, from: world, to: account, minor }],
  }
  expect((await ledger.post(posting)).ok).toBe(true)
}
const customer = async (minor = 10_000_000_000n): Promise<Caller> => {
  const userId = randomUUID()
  await fund({ class: 'customer', owner: userId, asset: 'DEMO' }, minor, 'demo-grant')
  return { userId, sessionId: randomUUID(), mode: 'demo', language: 'en' }
}
const key = (hash = 'a'): IdempotentAsk => ({ key: randomUUID(), bodyHash: hash, call: 'buyContract' })
const body = (fields: Record<string, unknown> = {}): ParsedInputOf<Calls['buyContract']> =>
  calls.buyContract.input.parse({
    code: 'EURUSD',
    direction: 'buy',
    lots: '0.1',
    leverage: 30,
    stopLoss: '1.1',
    takeProfit: '1.2',
    ...fields,
  })
const buy = (
  caller: Caller,
  fields: Record<string, unknown> = {},
  ask: IdempotentAsk = key(),
): Promise<Order> => handlers().buyContract(body(fields), caller, ask) as Promise<Order>
const order = (caller: Caller, id: string): Promise<Order> =>
  handlers().getContractOrderById({ id }, caller, null) as Promise<Order>

beforeAll(async () => {
  db = await freshDatabase()
  for (const of of ['trading-capital', 'negative-balance'] as const)
    await (async () => {
      ledger = createLedger(db, new ManualClock(start))
      for (const mode of ['demo', 'real'] as const)
        await fund({ class: of, owner: house, asset: ledgerAssetOf(mode) }, 10n ** 12n, 'operator-funding')
    })()
})
beforeEach(async () => {
  clock = new ManualClock(start)
  told = []
  notices = []
  ledger = createLedger(db, clock)
  board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: Math.floor(Math.random() * 1e9) })
  room = await open()
  steady('EURUSD', '1.15', '1.1501')
  return async () => room.close()
})
afterAll(() => db.dispose())

describe('two engines on one database (issue 3)', () => {
  it('one leads; the other stands by, takes over within 3 s when the first is gone, and nothing fires twice', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const first = room
    const firstBoard = board
    board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 4_000_000_000 })
    let waits = false
    const taking = open(true, () => {
      waits = true
    })
    await expect.poll(() => waits).toBe(true)
    expect(await Promise.race([taking.then(() => 'leads'), 'stands by'])).toBe('stands by')
    const gone = performance.now()
    await db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    room = await taking
    expect(performance.now() - gone).toBeLessThan(3_000)
    steady('EURUSD', '1.15', '1.1501')
    // The first has not noticed: it sees the price through the stop before the second does.
    for (let n = 0; n < 8; n++)
      firstBoard.offer({
        code: 'EURUSD',
        bid: price('1.1301'),
        ask: price('1.1302'),
        time: clock.now(),
        source: 'simulated',
        volume: 0,
      })
    await expect(first.queue.settled()).rejects.toMatchObject({ code: 'CA001' })
    expect(stopped).toHaveLength(1)
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
    quote('EURUSD', '1.1389', '1.139')
    await room.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closePrice: '1.13889' })
    const entries = await ledger.statement({ owner: anna.userId, assets: ['DEMO'], limit: 10 })
    expect(entries.filter(({ kind }) => kind === 'contract-loss')).toHaveLength(1)
    await expect(first.close()).rejects.toMatchObject({ code: 'CA001' })
  })
})
