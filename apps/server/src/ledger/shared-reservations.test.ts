import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { Ledger, Posting, Reservation } from './ledger.ts'
import { createLedger } from './postgres-ledger.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { customer, hold, openAndFund, posting, release } from './test-accounts.ts'
import { readTradingFunds, takeReservationBack } from './trading-funds.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
let db: TestDatabase
let ledger: Ledger
let numbers = 0

beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, clock)
  await openAndFund(ledger, ['ann', 'ben'], 10_000n)
})
afterAll(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

/** As the engine gives one; no engine has led this database yet, so the number of the lease is 0. */
const reserved = (owner: string, minor: bigint): Reservation => ({
  fence: 0n,
  number: BigInt(++numbers),
  account: customer(owner),
  minor,
  until: clock.now() + 10_000,
})

const stake = (id: string, owner: string, minor: bigint, reservation: Reservation): Posting => ({
  ...posting(id, hold(`stake-${id}`, customer(owner), minor, 'other')),
  reservation,
})

/** Posts in one call; each outcome as `done` or why not. */
async function together(postings: readonly Posting[]): Promise<string[]> {
  const outcomes = await db.transaction((tx) => ledger.postIn(tx, postings))
  return outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.why))
}

test('I11.1: postings of one call share a reservation as far as it reaches, and none uses it afterwards', async () => {
  const shared = reserved('ann', 100n)
  expect(
    await together([
      stake('a1', 'ann', 60n, shared),
      stake('a2', 'ann', 41n, shared),
      stake('a3', 'ann', 40n, shared),
      stake('a4', 'ann', 1n, shared),
    ]),
  ).toEqual(['done', 'no-reservation', 'done', 'no-reservation'])
  expect(await together([stake('a5', 'ann', 1n, shared)])).toEqual(['no-reservation'])
  const { rows } = await db.pool.query('SELECT posting FROM ledger_reservations_used WHERE number = $1', [
    shared.number,
  ])
  expect(rows).toEqual([{ posting: 'a1' }])
})

test('I11.1: in one call each posting has its own reservation, good for its own account alone', async () => {
  const [anns, bens] = [reserved('ann', 100n), reserved('ben', 50n)]
  expect(
    await together([
      stake('b1', 'ben', 50n, anns),
      stake('b2', 'ben', 50n, bens),
      stake('b3', 'ann', 100n, { ...anns, fence: 1n }),
      stake('b4', 'ann', 101n, anns),
      stake('b5', 'ann', 100n, anns),
    ]),
  ).toEqual(['no-reservation', 'done', 'no-reservation', 'no-reservation', 'done'])
})

test('I11.1: what a posting frees it may set aside again without a reservation; what only another one freed it may not', async () => {
  const first = reserved('ann', 30n)
  expect(await together([stake('c1', 'ann', 30n, first)])).toEqual(['done'])
  const again = posting('c2', release('stake-c1'), hold('stake-c2', customer('ann'), 30n, 'other'))
  expect(await together([again])).toEqual(['done'])
  expect(
    await together([
      posting('c3', release('stake-c2')),
      posting('c4', hold('stake-c4', customer('ann'), 30n, 'other')),
    ]),
  ).toEqual(['done', 'no-reservation'])
})

test('I11.1: a reservation that was taken back is never used, and one that was used stays as it is', async () => {
  const [back, used] = [reserved('ben', 20n), reserved('ben', 30n)]
  const at = new Date(clock.now())
  await takeReservationBack(db, back, at)
  expect(await together([stake('d1', 'ben', 20n, back)])).toEqual(['no-reservation'])
  expect(await together([stake('d2', 'ben', 30n, used)])).toEqual(['done'])
  await takeReservationBack(db, used, at)
  const { rows } = await db.pool.query(
    'SELECT minor, posting, at FROM ledger_reservations_used WHERE number = ANY ($1) ORDER BY number',
    [[back.number, used.number]],
  )
  expect(rows).toEqual([
    { minor: 20n, posting: null, at },
    { minor: 30n, posting: 'd2', at },
  ])
})

test('money that trades is read with what is set aside for other than trading', async () => {
  await openAndFund(ledger, ['cleo'], 500n)
  await together([stake('e1', 'cleo', 40n, reserved('cleo', 40n))])
  await ledger.post(posting('e2', hold('margin-e2', customer('cleo'), 100n)))
  await ledger.open([customer('cleo', 'USDT'), customer('cleo', 'BTC')])
  const funds = await readTradingFunds(db, ['cleo', 'nobody'])
  expect(funds.toSorted((a, b) => a.asset.localeCompare(b.asset))).toEqual([
    { owner: 'cleo', asset: 'DEMO', balance: 500n, other: 40n, version: expect.any(BigInt) },
    { owner: 'cleo', asset: 'USDT', balance: 0n, other: 0n, version: 0n },
  ])
})

test('nothing is posted by no postings, and nobody hears of no accounts', async () => {
  const heard: unknown[] = []
  const stop = ledger.onPosted((accounts) => heard.push(accounts))
  expect(await together([])).toEqual([])
  ledger.announceAccounts([])
  expect(heard).toEqual([])
  ledger.announceAccounts([customer('ann')])
  stop()
  ledger.announceAccounts([customer('ann')])
  expect(heard).toEqual([[customer('ann')]])
})
