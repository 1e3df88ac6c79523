import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { testContext } from '../../testing/test-context.ts'
import { trialBalance } from '../books/book-balances.ts'
import { createLedger } from '../postgres-ledger.ts'
import { customer, ofHouse, openAndFund, posting, transfer } from '../test-accounts.ts'
import { checkCount, overdrawnCustomers } from './reconcile.ts'
import { reconciliationModule } from './reconciliation.module.ts'
import { reconciliationState, requestReconciliation, runReconciliation } from './reconciliations.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const [first, second] = [randomUUID(), randomUUID()]
const by = randomUUID()
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 4 })
  await db.pool.query(
    `INSERT INTO operators_people (id, email, email_key, mailbox_key, role, password_hash, totp_secret, created_at)
       VALUES ($1, 'fay@x.example', 'fay@x.example', 'fay@x.example', 'finance', 'a hash', 'sealed:none', now())`,
    [by],
  )
  await openAndFund(createLedger(db, clock), ['ann', 'bob'], 100n)
})
afterAll(() => db.dispose())

const request = (id: string) => db.transaction((tx) => requestReconciliation(tx, { id, by, at: clock.now() }))
const opened = () => reconciliationModule.open(testContext({ db, now: () => clock.now() }), {})
/** The value of a metric, as Prometheus reads it; '' when it has none. */
async function metric(name: string): Promise<string> {
  const registry = new Registry()
  ;(await opened()).measure(registry)
  return /^candor_\S+ (.*)$/m.exec(await registry.getSingleMetricAsString(name))?.[1] ?? ''
}
const metrics = () =>
  Promise.all([metric('candor_reconciliation_age_seconds'), metric('candor_reconciliation_findings')])
const alerts = async () => (await opened()).backOffice.alerts[0]?.alerts()

test('I11.11: the console shows the reconciliation that a job carries out every second', async () => {
  const { backOffice, jobs } = await opened()
  expect(await backOffice.handlers.opsReconciliation()).toEqual({
    findings: ['The ledger has not been checked yet.'],
    ...{ accounts: [], checkedAt: null, running: null },
  })
  expect(jobs).toMatchObject([{ name: 'reconcile', noCases: 'adds up the whole ledger', everyMs: 1_000 }])
  expect(await metrics()).toEqual(['', '0'])
  expect(backOffice.alerts).toMatchObject([{ page: 'reconciliation', roles: ['finance', 'risk', 'admin'] }])
})

test('I11.11: a reconciliation is requested once, runs once, and shows what does not add up', async () => {
  expect(await reconciliationState(db)).toEqual({
    findings: [],
    accounts: [],
    checkedAt: null,
    running: null,
  })
  expect(await runReconciliation(db, () => clock.now())).toBe(false)
  expect([await request(first), await request(second)]).toEqual([true, false])
  expect((await reconciliationState(db)).running).toEqual({
    ...{ askedAt: clock.now(), startedAt: null, done: 0, steps: checkCount + 1 },
  })
  clock.advance(1_000)
  expect(await runReconciliation(db, () => clock.now())).toBe(true)
  expect(await runReconciliation(db, () => clock.now())).toBe(false)
  const sound = await reconciliationState(db)
  expect(sound).toMatchObject({ findings: [], checkedAt: clock.now(), running: null })
  expect(sound.accounts.find(({ class: name }) => name === 'customer')).toEqual({
    ...{ class: 'customer', asset: 'DEMO', accounts: 2, balance: '0.000200', held: '0.000000' },
  })
  expect(await alerts()).toEqual([])
  clock.advance(7_000)
  expect(await metrics()).toEqual(['7', '0'])
})

test('I11.11: operators are alerted to the first finding, since it was found', async () => {
  await withClient(db.owner, (client) =>
    client.query("UPDATE ledger_accounts SET balance = balance + 7 WHERE owner = 'ann'"),
  )
  clock.advance(1_000)
  await request(second)
  const foundAt = clock.now()
  // A result is dated by its beginning, when its snapshot was taken.
  const { backOffice, jobs } = await opened()
  expect(await jobs[0]?.run()).toBe(true)
  const { findings, checkedAt } = await reconciliationState(db)
  expect(findings[0]).toContain('of ann in DEMO has the balance 107, its entries sum to 100')
  expect(checkedAt).toBe(foundAt)
  expect(await alerts()).toEqual([
    { tone: 'bad', text: `The ledger does not reconcile: ${findings[0]}`, sinceMs: foundAt },
  ])
  expect(await backOffice.handlers.opsReconciliation()).toMatchObject({ findings, running: null })
  expect(await metrics()).toEqual(['0', `${findings.length}`])
})

test('I11.11: the number of finished checks is seen while others run', async () => {
  await withClient(db.owner, (client) =>
    client.query(`
      CREATE TABLE progress (done int);
      CREATE FUNCTION keep_progress() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO public.progress VALUES (NEW.done); RETURN NEW; END $$;
      CREATE TRIGGER progress AFTER UPDATE ON ledger_reconciliations FOR EACH ROW EXECUTE FUNCTION keep_progress();`),
  )
  await request(randomUUID())
  expect(await runReconciliation(db, () => clock.now())).toBe(true)
  const { rows } = await withClient(db.owner, (client) =>
    client.query('SELECT DISTINCT done FROM progress ORDER BY 1'),
  )
  expect(rows.map(({ done }) => done)).toEqual(Array.from({ length: checkCount + 2 }, (_, done) => done))
})

test('I16.9: the console reads the trial balance from the books, as they stand at the end of a day', async () => {
  const { backOffice } = await opened()
  expect(await backOffice.handlers.opsTrialBalance({ day: '2026-01-05' })).toEqual(
    await trialBalance(db, '2026-01-05'),
  )
})

test('customers of whom more is set aside than there is are listed', async () => {
  expect(await overdrawnCustomers(db)).toEqual([])
  const ledger = createLedger(db, clock)
  const margin = {
    do: 'hold',
    holdId: 'margin',
    account: customer('bob'),
    minor: 80n,
    purpose: 'margin',
  } as const
  const loss = transfer(
    'contract-loss',
    customer('bob'),
    ofHouse('trading-capital'),
    50n,
    ofHouse('negative-balance'),
  )
  await ledger.post(posting('margin', margin))
  await ledger.post(posting('loss', loss))
  expect(await overdrawnCustomers(db)).toEqual([{ owner: 'bob', balance: 50n }])
})
