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
import { openReceiptSigner, type Receipt } from '../trust/receipt-keys.ts'
import { verifyReceipt } from '../trust/verify-receipt.ts'
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

const open = (sandbox = true) =>
  ContractsRoom.open({
    db,
    ledger,
    board,
    clock,
    sandbox,
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
const refusal = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    const { code, details } = error as { code: number; details: { reason?: string } | null }
    return details?.reason === undefined ? code : `${code} ${details.reason}`
  }
  return 'accepted'
}
const order = (caller: Caller, id: string): Promise<Order> =>
  handlers().getContractOrderById({ id }, caller, null) as Promise<Order>
const balance = async (caller: Caller) => (await ledger.balancesOf(caller.userId))[0]

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

const plain = { protected: false, stopLoss: null, takeProfit: null }
const limit = (caller: Caller, fields: Record<string, unknown> = {}) =>
  buy(caller, { ...plain, kind: 'limit', price: '1.14', ...fields })
const act =
  (name: 'editContract' | 'closeContract' | 'reverseContract' | 'cancelContract') =>
  (caller: Caller, fields: Record<string, unknown>, ask: IdempotentAsk = { ...key(), call: name }) =>
    (handlers()[name] as (input: unknown, caller: Caller, ask: IdempotentAsk) => Promise<Order>)(
      calls[name].input.parse(fields),
      caller,
      ask,
    )
const edit = act('editContract')
const close = act('closeContract')
const reverse = act('reverseContract')
const cancel = act('cancelContract')
const closeAll = (
  caller: Caller,
  fields = {},
  ask: IdempotentAsk = { ...key(), call: 'closeAllContracts' },
) => handlers().closeAllContracts(fields, caller, ask) as Promise<{ closed: Order[]; refused: object[] }>
const held = async (caller: Caller) => (await balance(caller))?.heldMinor
const verified = async (caller: Caller, id: string) => {
  const receipt = (await handlers().getReceipt({ orderId: id }, caller, null)) as unknown as Receipt
  const copy = { ...receipt, document: JSON.parse(JSON.stringify(receipt.document)) }
  expect(verifyReceipt(copy, signer.keySet)).toEqual({ signed: true, findings: [] })
  return receipt.document as { events: { kind: string; level?: string | null; price?: string }[] }
}

describe('limit and stop entry (issue 3, rulebook Contracts)', () => {
  it('holds margin and opening commission while it waits, and fills at the first tradable quote through its level, at that quote', async () => {
    const anna = await customer()
    const placed = await limit(anna)
    expect(placed).toMatchObject({ status: 'pending', openPrice: null, price: '1.14000', openedAt: null })
    expect(await held(anna)).toBe(380_000_000n)
    quote('EURUSD', '1.1405', '1.1406')
    quote('EURUSD', '0.6', '0.6001')
    await room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    quote('EURUSD', '1.1389', '1.139')
    await room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({
      status: 'open',
      openPrice: '1.13901',
      margin: '379.670000',
    })
    expect(await held(anna)).toBe(379_670_000n)
    const { events } = await verified(anna, placed.id)
    expect(events[1]).toMatchObject({ kind: 'open', level: '1.14', price: '1.13901' })
  })

  it('each kind waits on its own side, with its commission, and a stop that a gap makes dearer still opens', async () => {
    const anna = await customer(30_000_000_000n)
    steady('BTCUSD', '7000', '7001')
    const of = (direction: string, kind: string, price: string) =>
      buy(anna, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2, direction, kind, price })
    const orders = [
      await of('buy', 'limit', '6900'),
      await of('buy', 'stop', '7100'),
      await of('sell', 'limit', '7100'),
      await of('sell', 'stop', '6900'),
    ]
    expect(await held(anna)).toBe(14_028_000_000n)
    quote('BTCUSD', '7110', '7200')
    await room.queue.settled()
    const now = await Promise.all(orders.map(({ id }) => order(anna, id)))
    expect(now.map(({ status, openPrice }) => `${status} ${openPrice}`)).toEqual([
      'pending null',
      'open 7200.00',
      'open 7110.00',
      'pending null',
    ])
    // The stop's margin is 3 600 now; 3 557.1 were held for it and 7.2 of them are its commission: no more is asked for.
    expect(now[1]?.margin).toBe('3600.000000')
    expect(await balance(anna)).toMatchObject({ balanceMinor: 29_985_690_000n })
    expect(await held(anna)).toBe(2n * 3_456_900_000n + 3_549_900_000n + 3_549_990_000n)
    for (const { id } of now.slice(1, 3)) await verified(anna, id)
  })

  it('has the funds before it waits (10011), and a cancel gives all of them back once', async () => {
    const anna = await customer(381_000_000n)
    const placed = await limit(anna)
    expect(await refusal(limit(anna))).toBe(10011)
    expect(room.book.find(anna.userId, 'demo')?.waiting.size).toBe(1)
    expect(await cancel(anna, { id: placed.id })).toMatchObject({ status: 'cancelled' })
    expect(await refusal(cancel(anna, { id: placed.id }))).toBe(11004)
    expect(await held(anna)).toBe(0n)
    quote('EURUSD', '1.1', '1.1001')
    await room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ status: 'cancelled', closedAt: null })
    await verified(anna, placed.id)
  })

  it('ends at its time, and a quote of that moment does not fill it', async () => {
    const anna = await customer()
    const until = new Date(start + 60_000).toISOString()
    expect(await refusal(limit(anna, { expiresAt: new Date(start).toISOString() }))).toBe(11001)
    const placed = await limit(anna, { expiresAt: until })
    clock.advance(60_000)
    quote('EURUSD', '1.1', '1.1001')
    await room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ status: 'expired', expiresAt: until })
    expect(await held(anna)).toBe(0n)
  })

  it('is edited: a dearer level holds more first, a wrong one is 11046, and its exits are measured from it', async () => {
    const anna = await customer(1_000_000_000n)
    const placed = await limit(anna, { price: '0.6', lots: '0.1' })
    expect(await held(anna)).toBe(200_000_000n)
    expect(await refusal(edit(anna, { id: placed.id, price: '1.16' }))).toBe(11046)
    expect(await refusal(edit(anna, { id: placed.id, stopLoss: '0.7' }))).toBe(11040)
    expect(await refusal(edit(anna, { id: placed.id, takeProfit: '0.5' }))).toBe(11041)
    const moved = await edit(anna, { id: placed.id, price: '1.14', stopLoss: '1.13', takeProfit: '1.15' })
    expect(moved).toMatchObject({ price: '1.14000', stopLoss: '1.13000', margin: '380.000000' })
    expect(await held(anna)).toBe(380_000_000n)
    const poor = await limit(anna, { price: '0.6', lots: '0.3' })
    expect(await refusal(edit(anna, { id: poor.id, price: '1.14' }))).toBe(10011)
    expect(await order(anna, poor.id)).toMatchObject({ price: '0.60000' })
    await room.close()
    room = await open()
    quote('EURUSD', '1.1395', '1.1396')
    await room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('open')
    expect(await held(anna)).toBe(379_870_000n + 600_000_000n)
    quote('EURUSD', '1.1299', '1.13')
    await room.queue.settled()
    expect(await order(anna, placed.id)).toMatchObject({ closeReason: 'stopLoss' })
    expect(await held(anna)).toBe(600_000_000n)
    await verified(anna, placed.id)
  })

  it('fills those reached by one quote in the order of their placing', async () => {
    const anna = await customer()
    const placed: Order[] = []
    for (const price of ['1.12', '1.14', '1.13']) placed.push(await limit(anna, { price, lots: '0.01' }))
    told = []
    quote('EURUSD', '1.1', '1.1001')
    await room.queue.settled()
    expect(told.map(({ data }) => (data as Order).id)).toEqual(placed.map(({ id }) => id))
  })

  it('rests while its market is closed or halted, and is placed there too', async () => {
    const anna = await customer()
    steady('SPY', '200', '200.01')
    const spy = { ...plain, code: 'SPY', lots: '1', leverage: 5, kind: 'limit', price: '190' }
    const placed = await buy(anna, spy)
    steady('SPY', '185', '185.01')
    await room.queue.settled()
    expect((await order(anna, placed.id)).status).toBe('pending')
    const waiting = await limit(anna)
    board.halt('EURUSD', 'the source is wrong')
    expect(await refusal(buy(anna, plain))).toBe('10015 halted')
    quote('EURUSD', '1.1', '1.1001')
    await room.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('pending')
    board.halt('EURUSD', null)
    quote('EURUSD', '1.1', '1.1001')
    await room.queue.settled()
    expect((await order(anna, waiting.id)).status).toBe('open')
  })
})

describe('trailing stop', () => {
  it('follows each tradable quote in hours and closes at the first one through it, both ways', async () => {
    const anna = await customer()
    const long = await buy(anna, { ...plain, trailing: '0.01' })
    const short = await buy(anna, { ...plain, direction: 'sell', trailing: '0.02' })
    expect(long.trailing).toBe('0.01000')
    for (const bid of ['1.155', '1.16', '1.1515']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await room.queue.settled()
    expect((await order(anna, long.id)).status).toBe('open')
    quote('EURUSD', '1.1499', '1.15')
    await room.queue.settled()
    expect(await order(anna, long.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.14989' })
    const { events } = await verified(anna, long.id)
    expect(events[1]).toMatchObject({ level: '1.14999', best: '1.15999', trailing: '0.01' })
    expect((await order(anna, short.id)).status).toBe('open')
    quote('EURUSD', '1.17', '1.1701')
    await room.queue.settled()
    expect(await order(anna, short.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.17011' })
  })

  it('keeps what it followed over a restart, begins anew when it is changed, and is removed', async () => {
    const anna = await customer()
    const kept = await buy(anna, { ...plain, trailing: '0.01' })
    const removed = await buy(anna, { ...plain, trailing: '0.01' })
    const changed = await buy(anna, plain)
    for (const bid of ['1.16', '1.17']) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    await edit(anna, { id: removed.id, trailing: null })
    expect(await refusal(edit(anna, { id: changed.id, trailing: '0.000001' }))).toBe(11040)
    await edit(anna, { id: changed.id, trailing: '0.02' })
    await room.close()
    room = await open()
    quote('EURUSD', '1.1602', '1.1603')
    await room.queue.settled()
    expect((await order(anna, kept.id)).status).toBe('open')
    quote('EURUSD', '1.1598', '1.1599')
    await room.queue.settled()
    expect(await order(anna, kept.id)).toMatchObject({ closeReason: 'trailing' })
    quote('EURUSD', '1.1499', '1.15')
    await room.queue.settled()
    expect(await order(anna, changed.id)).toMatchObject({ closeReason: 'trailing' })
    expect(await order(anna, removed.id)).toMatchObject({ status: 'open', trailing: null })
  })
})

describe('part close, close all, reverse', () => {
  it('a closed part is an order of its own with its shares; what stays keeps its order, exits and terms', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const opened = await buy(anna, {
      code: 'BTCUSD',
      lots: '1',
      leverage: 2,
      stopLoss: '6000',
      takeProfit: '9000',
      trailing: '900',
    })
    quote('BTCUSD', '7100', '7101')
    for (const lots of ['0.0005', '1.001', '0.9995'])
      expect(await refusal(close(anna, { id: opened.id, lots }))).toBe(11044)
    const rest = await close(anna, { id: opened.id, lots: '0.3' })
    expect(rest).toMatchObject({
      id: opened.id,
      status: 'open',
      lots: '0.7',
      margin: '2450.350000',
      fee: '4.900700',
    })
    const { items } = (await handlers().listContractOrder(
      { limit: 20, status: 'closed' },
      anna,
      null,
    )) as unknown as {
      items: Order[]
    }
    expect(items[0]).toMatchObject({
      partOf: opened.id,
      lots: '0.3',
      profit: '29.700000',
      fee: '4.230300',
      closeReason: 'user',
    })
    expect(await held(anna)).toBe(2_450_350_000n)
    expect((await balance(anna))?.balanceMinor).toBe(10_000_000_000n - 7_001_000n + 29_700_000n - 2_130_000n)
    await verified(anna, String(items[0]?.id))
    quote('BTCUSD', '6900', '6901')
    quote('BTCUSD', '6790', '6791')
    quote('BTCUSD', '6100', '6101')
    for (let n = 0; n < 20; n++) quote('BTCUSD', '6190', '6191')
    await room.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
    expect(await held(anna)).toBe(0n)
    await verified(anna, opened.id)
  })

  it('closing the whole volume as a part is a close', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    expect(await close(anna, { id: opened.id, lots: '0.1' })).toMatchObject({
      status: 'closed',
      partOf: null,
    })
  })

  it('closes all, or all of one market; the same key gives the same answer and closes nothing more', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const euro = [await buy(anna), await buy(anna)]
    const coin = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2 })
    const waits = await limit(anna)
    const ask = { ...key(), call: 'closeAllContracts' as const }
    const first = await closeAll(anna, { code: 'EURUSD' }, ask)
    expect(first.closed.map(({ id }) => id)).toEqual(euro.map(({ id }) => id))
    const again = await buy(anna)
    expect(JSON.stringify(await closeAll(anna, { code: 'EURUSD' }, ask))).toBe(JSON.stringify(first))
    clock.advance(6_000)
    quote('EURUSD', '1.15', '1.1501')
    const rest = await closeAll(anna)
    expect(rest.closed.map(({ id }) => id)).toEqual([again.id])
    expect(rest.refused).toEqual([{ id: coin.id, code: 10015, reason: 'stale' }])
    expect((await order(anna, waits.id)).status).toBe('pending')
    expect(await refusal(closeAll(anna, { code: 'NOPE' }))).toBe(11001)
  })

  it('reverses at one quote, both or neither', async () => {
    const anna = await customer(400_000_000n)
    const opened = await buy(anna)
    const turned = await reverse(anna, { id: opened.id })
    expect(turned).toMatchObject({
      direction: 'sell',
      lots: '0.1',
      status: 'open',
      openPrice: '1.14999',
      stopLoss: null,
    })
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closePrice: '1.14999' })
    expect(await held(anna)).toBe(383_330_000n)
    for (const id of [opened.id, turned.id]) await verified(anna, id)
    expect(await refusal(reverse(anna, { id: opened.id }))).toBe(11004)
    quote('EURUSD', '1.152', '1.1521')
    expect(await refusal(reverse(anna, { id: turned.id }))).toBe(10011)
    expect(await order(anna, turned.id)).toMatchObject({ status: 'open' })
    expect(await held(anna)).toBe(383_330_000n)
    quote('EURUSD', '1.1', '1.1001')
    expect(await close(anna, { id: turned.id })).toMatchObject({ status: 'closed' })
    expect(await held(anna)).toBe(0n)
  })

  it('somebody else’s are as absent as none (11004)', async () => {
    const anna = await customer()
    const other = await customer()
    const opened = await buy(anna)
    const placed = await limit(anna)
    expect(await refusal(reverse(other, { id: opened.id }))).toBe(11004)
    expect(await refusal(cancel(other, { id: placed.id }))).toBe(11004)
    expect(await refusal(close(other, { id: opened.id, lots: '0.05' }))).toBe(11004)
    expect(await refusal(edit(other, { id: placed.id, price: '1.1' }))).toBe(11004)
    expect(await closeAll(other)).toEqual({ closed: [], refused: [] })
    expect(await refusal(cancel(anna, { id: opened.id }))).toBe(11004)
    expect(await refusal(close(anna, { id: placed.id }))).toBe(11004)
  })
})

describe('margin call (rulebook Contracts)', () => {
  it('is told once each time the margin level comes down to 100 %', async () => {
    const anna = await customer(500_000_000n)
    await buy(anna, plain)
    const mine = () => notices.filter(({ userId }) => userId === anna.userId).map(({ data }) => data)
    quote('EURUSD', '1.1389', '1.139')
    expect(mine()).toEqual([])
    for (const bid of ['1.1388', '1.1385', '1.1384', '1.138'])
      quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
    expect(mine()).toEqual([
      {
        kind: 'marginCall',
        equity: '382.800000',
        marginUsed: '383.370000',
        marginLevel: '0.9985',
        at: new Date(start).toISOString(),
      },
    ])
    quote('EURUSD', '1.15', '1.1501')
    room.engine.recallMargins()
    quote('EURUSD', '1.138', '1.1381')
    expect(mine()).toHaveLength(2)
  })
})
