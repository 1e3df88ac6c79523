import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { RunOnce } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Ledger, Posting, Reservation } from './ledger.ts'
import { createLedger } from './postgres-ledger.ts'
import type { ReservationEnd, ReservesFunds } from './reserves-funds.ts'
import {
  createSpendOnce,
  ReservedMoney,
  type Spending,
  withReserved,
  withReservedUpTo,
} from './spend-once.ts'
import { customer, hold, ofHouse, openAndFund, posting, stateOf, transfer } from './test-accounts.ts'
import { fundsWithoutEngine } from './test-funds.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
let db: TestDatabase
let ledger: Ledger
let funds: ReservesFunds
/** Ends of the reservations, and the amounts requested. */
let ends: ReservationEnd[] = []
let requested: bigint[] = []
/** True: the engine that gives reservations has been replaced. */
let isReplaced = false

beforeAll(async () => {
  db = await freshDatabase({ max: 3 })
  ledger = createLedger(db, clock)
  const given = fundsWithoutEngine(db, clock)
  funds = {
    reserve: async (userId, mode, minor) => {
      requested.push(minor)
      const result = await given.reserve(userId, mode, minor)
      if (!isReplaced || !('granted' in result)) return result
      return { granted: { ...result.granted, fence: result.granted.fence + 1n } }
    },
    reserveUpTo: async (userId, mode, most) => {
      requested.push(most)
      return given.reserveUpTo(userId, mode, most)
    },
    settle: async (_reservation: Reservation, end) => {
      ends.push(end)
      // The engine may be away.
      throw new Error('nobody settles')
    },
  }
})
afterAll(() => db.dispose())
beforeEach(() => {
  ends = []
  requested = []
  isReplaced = false
})

let people = 0
async function person(minor: bigint): Promise<string> {
  const owner = `spender-${people++}`
  await openAndFund(ledger, [owner], minor)
  return owner
}

const stake = (owner: string, minor: bigint): Posting =>
  posting(randomUUID(), hold(randomUUID(), customer(owner), minor, 'other'))
const spend = <T>(
  userId: string,
  spending: Spending | (() => Promise<Spending>),
  work: (money: ReservedMoney, tx: Tx) => Promise<T>,
) =>
  withReserved({ ledger, funds }, { userId, mode: 'demo' }, spending, (money) =>
    db.transaction((tx) => work(money, tx)),
  )
const usdt = (minor: bigint): Spending => ({ asset: 'USDT', minor })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: unknown) => error,
  )

test('I11.1: money is reserved before the transaction, and the reservation ends as it was used', async () => {
  const ann = await person(100n)
  expect(
    await spend(ann, usdt(60n), async (money, tx) => [money.minor, await money.post(tx, stake(ann, 60n))]),
  ).toEqual([60n, { ok: true, repeated: false }])
  expect(await stateOf(ledger, ann)).toEqual([100n, 60n])
  await spend(
    ann,
    async () => usdt(10n),
    async () => 'nothing posted',
  )
  const refused = spend(ann, usdt(10n), async () => {
    throw new Refusal('amountInvalid')
  })
  await expect(refused).rejects.toMatchObject({ code: 10016 })
  const broken = spend(ann, usdt(10n), async () => {
    throw new Error('the connection broke')
  })
  await expect(broken).rejects.toThrow('the connection broke')
  expect(requested).toEqual([60n, 10n, 10n, 10n])
  expect(ends).toEqual(['used', 'unused', 'unused', 'unknown'])
})

test('I11.1: nothing is reserved for coins, nor for nothing', async () => {
  const ann = await person(100n)
  const minorOf = (spending: Spending) => spend(ann, spending, async (money) => money.minor)
  expect(await minorOf({ asset: 'BTC', minor: 5n })).toBe(0n)
  // Each asset has its own decimals, in a refusal too.
  for (const [asset, free] of [
    ['BTC', '0.00000000'],
    ['ETH', '0.000000000'],
    ['USDT', '0.000000'],
  ] as const)
    expect(await spend(ann, { asset, minor: 0n }, async (money) => money.short())).toMatchObject({
      code: 10011,
      details: { free, stale: false },
    })
  expect(await minorOf(usdt(0n))).toBe(0n)
  expect(requested).toEqual([])
  expect(ends).toEqual([])
})

test('I11.1: more than is free is refused with what is free', async () => {
  const ann = await person(100n)
  const short = { code: 10011, details: { free: '0.000100', stale: false } }
  expect(
    await refusalOf(spend(ann, usdt(101n), (money, tx) => money.post(tx, stake(ann, 101n)))),
  ).toMatchObject(short)
  const atOnce = await spend(ann, usdt(101n), async (money) => money.short())
  expect(atOnce).toMatchObject(short)
  // Reserved too little, which a rate that moved meanwhile may show.
  const less = await spend(ann, usdt(40n), async (money) => money.short())
  expect(less).toMatchObject({ code: 10011, details: { free: '0.000040', stale: false } })
  expect(ends).toEqual(['unused'])
})

test('I11.1: a lost reservation is given three times, then the call is refused as unavailable', async () => {
  const ann = await person(100n)
  isReplaced = true
  const lost = spend(ann, usdt(5n), (money, tx) => money.post(tx, stake(ann, 5n)))
  await expect(lost).rejects.toMatchObject({ code: 10015, details: { reason: 'stale' } })
  expect(requested).toEqual([5n, 5n, 5n])
  expect(ends).toEqual(['unused', 'unused', 'unused'])
  let tries = 0
  const found = spend(ann, usdt(5n), async (money, tx) => {
    tries += 1
    isReplaced = tries < 2
    return money.post(tx, stake(ann, 5n))
  })
  isReplaced = true
  expect(await found).toMatchObject({ ok: true })
  expect(tries).toBe(3)
})

test('I11.1: coins that a customer lacks are refused with what is free of them', async () => {
  const ann = await person(0n)
  const btc = customer(ann, 'BTC')
  await ledger.open([btc, ofHouse('world', 'BTC')])
  await ledger.post(posting(`coins-${ann}`, transfer('deposit', ofHouse('world', 'BTC'), btc, 9n)))
  await ledger.post(posting(`held-${ann}`, hold(`held-${ann}`, btc, 2n, 'other')))
  const lacking = (...steps: Posting['steps']) =>
    refusalOf(
      spend(ann, { asset: 'BTC', minor: 8n }, (money, tx) => money.post(tx, posting(randomUUID(), ...steps))),
    )
  const free = { code: 10011, details: { free: '0.00000007', stale: false } }
  expect(await lacking(hold(randomUUID(), btc, 8n, 'other'))).toMatchObject(free)
  expect(await lacking(transfer('withdrawal', btc, ofHouse('world', 'BTC'), 8n))).toMatchObject(free)
  expect(await lacking(hold(randomUUID(), btc, 2n ** 62n, 'other'))).toMatchObject(free)
  expect(await lacking(hold(randomUUID(), customer('nobody', 'ETH'), 1n, 'other'))).toMatchObject({
    details: { free: '0.000000000' },
  })
})

test('I11.1: what the engine says is free is passed on, and another coin that lacks is no lost reservation', async () => {
  const ann = await person(100n)
  const short = { free: '1.250000', stale: true }
  const estimating = { ...funds, reserve: async () => ({ short }) }
  const spender = { userId: ann, mode: 'demo' } as const
  const refused = withReserved({ ledger, funds: estimating }, spender, usdt(9n), (money) =>
    db.transaction((tx) => money.post(tx, stake(ann, 9n))),
  )
  await expect(refused).rejects.toMatchObject({ code: 10011, details: short })
  const btc = customer(ann, 'BTC')
  await ledger.open([btc])
  const lacking = posting(randomUUID(), hold(randomUUID(), btc, 1n, 'other'))
  await expect(spend(ann, usdt(5n), (money, tx) => money.post(tx, lacking))).rejects.toMatchObject({
    ...{ code: 10011, details: { free: '0.00000000', stale: false } },
  })
  expect(requested).toEqual([5n])
})

test('another account that lacks is left to the caller, and so is what is forbidden', async () => {
  const ann = await person(100n)
  const post = (one: Posting) => spend(ann, usdt(5n), (money, tx) => money.post(tx, one))
  const profit = transfer('contract-profit', ofHouse('trading-capital'), customer(ann), 10n ** 12n)
  expect(await post(posting(randomUUID(), profit))).toEqual({
    ...{ ok: false, why: 'insufficient' },
    account: ofHouse('trading-capital'),
  })
  const gift = transfer('gift', customer(ann), ofHouse('fee-revenue'), 1n)
  expect(await post(posting(randomUUID(), gift))).toEqual({ ok: false, why: 'forbidden', account: null })
  expect(ends).toEqual(['unused', 'unused'])
})

test('money is posted together or not at all, and only what the customer lacks refuses it', async () => {
  const ann = await person(100n)
  const both = (first: bigint, second: bigint) =>
    spend(ann, usdt(50n), (money, tx) => money.postAll(tx, [stake(ann, first), stake(ann, second)]))
  await expect(both(40n, 11n)).rejects.toMatchObject({ code: 10015 })
  expect(await stateOf(ledger, ann)).toEqual([100n, 0n])
  expect(await both(40n, 10n)).toHaveLength(2)
  expect(await stateOf(ledger, ann)).toEqual([100n, 50n])
})

test('I11.1: as much as is free is reserved, and at most what is asked for', async () => {
  const ann = await person(100n)
  const upTo = (most: bigint) =>
    withReservedUpTo({ ledger, funds }, { userId: ann, mode: 'demo' }, most, async (money) => money.minor)
  expect(await Promise.all([upTo(70n), upTo(1_000n), upTo(0n)])).toEqual([70n, 100n, 0n])
  expect(requested.toSorted((a, b) => Number(a - b))).toEqual([70n, 1_000n])
  expect(ends).toEqual(['unused', 'unused'])
})

test('spending once runs its effect under the caller’s key, with the reserved money', async () => {
  const ann = await person(100n)
  const keys: string[] = []
  const runOnce: RunOnce = (_caller, { key }, effect) => {
    keys.push(key)
    return db.transaction(effect)
  }
  const spendOnce = createSpendOnce({ ledger, funds }, runOnce)
  const caller = { userId: ann, sessionId: ann, mode: 'demo', language: 'en', address: '-' } as const
  const key = { key: 'a key', bodyHash: 'a', call: 'withdrawal' } as const
  expect(await spendOnce(caller, key, usdt(30n), async (_tx, money) => money.minor)).toBe(30n)
  expect(keys).toEqual(['a key'])
})

test('a posting that no customer pays for, or that has no outcome, is a defect', async () => {
  const ann = await person(1n)
  const money = new ReservedMoney(ledger, 'USDT', null)
  const withoutPayer = posting(randomUUID(), { do: 'release', holdId: 'none', minor: null })
  const outcome = { ok: false, why: 'no-reservation', account: null } as const
  await db.transaction(async (tx) => {
    await expect(money.paid(tx, withoutPayer, outcome)).rejects.toThrow('no customer pays')
    expect(await money.paid(tx, undefined, outcome)).toBeNull()
    expect(await money.paid(tx, withoutPayer, { ok: true, repeated: false })).toBeNull()
  })
  expect(money.used).toBe(false)
  expect(money.pay(withoutPayer)).toBe(withoutPayer)
  const silent = new ReservedMoney({ ...ledger, postIn: async () => [] } as Ledger, 'USDT', null)
  await db.transaction((tx) => expect(silent.post(tx, stake(ann, 1n))).rejects.toThrow('no outcome'))
})
