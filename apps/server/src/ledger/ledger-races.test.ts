import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { createLedger } from './postgres-ledger.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { runBank, seededChance } from './soak/bank.ts'
import { customer, hold, ofHouse, openAndFund, posting, stateOf, transfer } from './test-accounts.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await freshDatabase({ max: 20 })
})
afterAll(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

test('proof "bank test": 16 workers move money, and every snapshot sums exactly', async () => {
  const report = await runBank(db, {
    workers: 16,
    transfersPerWorker: 150,
    customers: 20,
    chance: seededChance(7),
  })
  expect(report.wrong).toEqual([])
  expect(report.snapshots).toBeGreaterThan(20)
  expect(report.completed).toBeGreaterThan(600)
  expect(report.refused).toBeGreaterThan(50)
})

test('proof "races": of 200 postings at once exactly as many succeed as the money allows', async () => {
  const ledgers = Array.from({ length: 4 }, () => createLedger(db, systemClock))
  for (const [round, way] of (['post', 'postIn', 'hold'] as const).entries()) {
    const owner = `racer-${way}`
    const ledger = createLedger(db, systemClock)
    await openAndFund(ledger, [owner], 1_234n)
    const attempt = (n: number) => {
      const mine = ledgers[n % ledgers.length] ?? ledger
      const id = `race-${round}-${n}`
      const step =
        way === 'hold'
          ? hold(id, customer(owner), 10n)
          : transfer('contract-loss', customer(owner), ofHouse('trading-capital'), 10n)
      if (way === 'post') return mine.post(posting(id, step))
      return db.transaction(async (tx) => (await mine.postIn(tx, [posting(id, step)]))[0])
    }
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => attempt(n)))
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(123)
    expect(await stateOf(ledger, owner)).toEqual(way === 'hold' ? [1_234n, 1_230n] : [4n, 0n])
  }
})

test('proof "idempotency": the same posting 50 times at once has one effect', async () => {
  const ledgers = Array.from({ length: 5 }, () => createLedger(db, systemClock))
  const first = createLedger(db, systemClock)
  await openAndFund(first, ['echo'], 1_000n)
  const same = posting('echo', transfer('contract-loss', customer('echo'), ofHouse('trading-capital'), 10n))
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (ledgers[n % 5] ?? first).post(same)),
  )
  expect(outcomes.filter((outcome) => outcome.ok && !outcome.repeated)).toHaveLength(1)
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(await stateOf(first, 'echo')).toEqual([990n, 0n])
})

test('architecture "locks in sorted order": batches that name the same accounts in opposite orders never deadlock', async () => {
  const ledger = createLedger(db, systemClock)
  const owners = Array.from({ length: 12 }, (_, n) => `ring-${n}`)
  await openAndFund(ledger, owners, 100_000n)
  const lose = (owner: string, id: string) =>
    posting(id, transfer('contract-loss', customer(owner), ofHouse('trading-capital'), 1n))
  const batch = (n: number) => {
    const order = n % 2 === 0 ? owners : [...owners].reverse()
    return db.transaction((tx) =>
      ledger.postIn(
        tx,
        order.map((owner) => lose(owner, `ring-${n}-${owner}`)),
      ),
    )
  }
  const outcomes = (await Promise.all(Array.from({ length: 100 }, (_, n) => batch(n)))).flat()
  expect(outcomes.every((outcome) => outcome.ok && !outcome.repeated)).toBe(true)
  expect(await stateOf(ledger, 'ring-0')).toEqual([99_900n, 0n])
})
