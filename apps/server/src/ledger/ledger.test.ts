import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { withClient } from '../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import type { AccountRef, Ledger, Posting, PostingOutcome } from './ledger.ts'
import { createLedger } from './postgres-ledger.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { customer, hold, ofHouse, openAndFund, posting, release, stateOf, transfer } from './test-accounts.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const capital = ofHouse('trading-capital')
const fees = ofHouse('fee-revenue')
const protection = ofHouse('negative-balance')
const done = { ok: true, repeated: false }
let db: TestDatabase
let ledger: Ledger
let people = 0

beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, clock)
  await openAndFund(ledger, ['ann'], 10_000n)
})
afterAll(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

/** A new customer with `minor` in demo money. */
async function person(minor: bigint): Promise<string> {
  const owner = `person-${people++}`
  await openAndFund(ledger, [owner], minor)
  return owner
}

const lose = (id: string, owner: string, minor: bigint, coverFrom?: AccountRef): Posting =>
  posting(id, transfer('contract-loss', customer(owner), capital, minor, coverFrom))

const refused = (why: string, account: AccountRef | null = null): PostingOutcome =>
  ({ ok: false, why, account }) as PostingOutcome

test('architecture "The ledger": a posting moves money once, whoever repeats its id', async () => {
  const owner = await person(1_000n)
  expect(await ledger.post(lose('once', owner, 300n))).toEqual(done)
  expect(await ledger.post(lose('once', owner, 300n))).toEqual({ ok: true, repeated: true })
  const together = await db.transaction((tx) =>
    ledger.postIn(tx, [lose('twice', owner, 100n), lose('twice', owner, 100n), lose('twice', owner, 100n)]),
  )
  expect(together).toEqual([done, { ok: true, repeated: true }, { ok: true, repeated: true }])
  expect(await stateOf(ledger, owner)).toEqual([600n, 0n])
})

test('architecture "The ledger": what is held cannot be spent or held again, and comes back when released', async () => {
  const owner = await person(1_000n)
  const account = customer(owner)
  expect(await ledger.post(posting('h1', hold('hold-1', account, 700n)))).toEqual(done)
  expect(await ledger.post(lose('h2', owner, 301n))).toEqual(refused('insufficient', account))
  expect(await ledger.post(posting('h3', hold('hold-2', account, 301n)))).toEqual(
    refused('insufficient', account),
  )
  expect(await ledger.post(posting('h4', hold('hold-1', account, 1n)))).toEqual(refused('forbidden'))
  expect(await ledger.post(posting('h5', release('hold-1', 200n)))).toEqual(done)
  expect(await stateOf(ledger, owner)).toEqual([1_000n, 500n])
  expect(await ledger.post(posting('h6', release('hold-1', 501n)))).toEqual(refused('no-hold'))
  expect(await ledger.post(posting('h7', release('hold-1')))).toEqual(done)
  expect(await ledger.post(posting('h8', release('hold-1')))).toEqual(refused('no-hold'))
  expect(await stateOf(ledger, owner)).toEqual([1_000n, 0n])
})

test('a position closes in one posting: its hold is released and its loss and fee taken', async () => {
  const owner = await person(1_000n)
  await ledger.post(posting('open', hold('margin', customer(owner), 1_000n)))
  const close = posting(
    'close',
    release('margin'),
    transfer('contract-loss', customer(owner), capital, 600n, protection),
    transfer('contract-commission', customer(owner), fees, 5n, protection),
  )
  expect(await ledger.post(close)).toEqual(done)
  expect(await stateOf(ledger, owner)).toEqual([395n, 0n])
})

test('T8, rulebook "Contracts": a loss beyond the balance is taken by negative-balance, never by the customer', async () => {
  const owner = await person(1_000n)
  await ledger.post(posting('other', hold('other-margin', customer(owner), 400n)))
  expect(await ledger.post(lose('big', owner, 1_500n, protection))).toEqual(done)
  expect(await stateOf(ledger, owner)).toEqual([0n, 400n])
  const { rows } = await db.pool.query(
    "SELECT kind, minor FROM ledger_entries WHERE posting = 'big' ORDER BY seq",
  )
  expect(rows).toEqual([
    { kind: 'contract-loss', minor: 1_000n },
    { kind: 'negative-balance-protection', minor: 500n },
  ])
  expect(await ledger.post(lose('bigger', owner, 10_000_000_000n, protection))).toEqual(
    refused('insufficient', protection),
  )
  expect(await ledger.post(posting('none', hold('none', customer(owner), 1n)))).toEqual(
    refused('insufficient', customer(owner)),
  )
})

test('a cover must be the house’s negative-balance account in the same money', async () => {
  const owner = await person(10n)
  await ledger.open([ofHouse('negative-balance', 'USDT')])
  expect(await ledger.post(lose('c1', owner, 20n, fees))).toEqual(refused('forbidden'))
  expect(await ledger.post(lose('c2', owner, 20n, ofHouse('negative-balance', 'USDT')))).toEqual(
    refused('forbidden'),
  )
  expect(await ledger.post(lose('c3', owner, 20n, ofHouse('negative-balance', 'BTC')))).toEqual(
    refused('no-account'),
  )
})

test('T1: what no row permits is refused, and so are other assets, strangers and amounts that are none', async () => {
  const owner = await person(1_000n)
  const rich = await person(1_000n)
  await ledger.open([customer(owner, 'USDT'), ofHouse('trading-capital', 'USDT'), ofHouse('world', 'USDT')])
  const attempts: readonly (readonly [string, Posting])[] = [
    ['forbidden', posting('t1', transfer('gift', customer(rich), customer(owner), 1n))],
    ['forbidden', posting('t2', transfer('contract-profit', fees, customer(owner), 1n))],
    [
      'forbidden',
      posting('t3', transfer('contract-loss', customer(owner), ofHouse('trading-capital', 'USDT'), 1n)),
    ],
    [
      'forbidden',
      posting('t4', transfer('demo-grant', ofHouse('world', 'USDT'), customer(owner, 'USDT'), 1n)),
    ],
    ['forbidden', lose('t5', owner, 0n)],
    ['forbidden', lose('t6', owner, -5n)],
    ['forbidden', lose('t7', owner, 2n ** 80n)],
    ['forbidden', posting('t8', hold('zero', customer(owner), 0n))],
    ['forbidden', posting('t9')],
    ['forbidden', posting('t10', hold('h-t10', customer(owner), 5n), release('h-t10', -1n))],
    ['no-account', lose('t11', 'nobody', 1n)],
    ['no-hold', posting('t12', release('no-such-hold'))],
  ]
  for (const [why, attempt] of attempts) {
    expect([attempt.id, await ledger.post(attempt)]).toEqual([attempt.id, refused(why)])
  }
  expect(await stateOf(ledger, owner)).toEqual([1_000n, 0n])
})

test('a refused posting leaves no trace and does not disturb those beside it', async () => {
  const owner = await person(100n)
  const halfway = posting(
    'half',
    hold('half-hold', customer(owner), 10n),
    transfer('contract-loss', customer(owner), capital, 50n),
    release('half-hold', 4n),
    transfer('contract-loss', customer(owner), capital, 45n),
  )
  const outcomes = await db.transaction((tx) =>
    ledger.postIn(tx, [
      lose('before', owner, 10n),
      halfway,
      lose('after', owner, 90n),
      lose('late', owner, 1n),
    ]),
  )
  expect(outcomes).toEqual([
    done,
    refused('insufficient', customer(owner)),
    done,
    refused('insufficient', customer(owner)),
  ])
  expect(await stateOf(ledger, owner)).toEqual([0n, 0n])
  const { rows } = await db.pool.query("SELECT id FROM ledger_postings WHERE id IN ('half', 'late')")
  expect(rows).toEqual([])
  expect((await db.pool.query("SELECT id FROM ledger_holds WHERE id = 'half-hold'")).rows).toEqual([])
})

test('a transaction that rolls back posts nothing and announces nothing; one that commits announces whom it touched', async () => {
  const owner = await person(100n)
  const heard: (readonly AccountRef[])[] = []
  const stop = ledger.onPosted((accounts) => heard.push(accounts))
  const failing = ledger.transaction(async (tx) => {
    await ledger.postIn(tx, [lose('rolled', owner, 10n)])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await stateOf(ledger, owner)).toEqual([100n, 0n])
  await ledger.transaction((tx) => ledger.postIn(tx, [lose('rolled', owner, 10n)]))
  await expect.poll(() => heard).toEqual([[customer(owner)]])
  await ledger.post(posting('heard-hold', hold('heard', customer(owner), 10n)))
  await expect.poll(() => heard.length).toBe(2)
  await ledger.post(posting('heard-release', release('heard')))
  await expect.poll(() => heard).toEqual([[customer(owner)], [customer(owner)], [customer(owner)]])
  stop()
})

test('an account opened in a transaction that rolls back is not remembered', async () => {
  const attempt = db.transaction(async (tx) => {
    await ledger.open([customer('ghost')], tx)
    const grant = posting('ghost', transfer('demo-grant', ofHouse('world'), customer('ghost'), 5n))
    expect(await ledger.postIn(tx, [grant])).toEqual([done])
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  expect(await ledger.post(lose('ghost-loss', 'ghost', 1n))).toEqual(refused('no-account'))
})

test('one caller’s text that PostgreSQL cannot hold fails alone', async () => {
  const owner = await person(100n)
  const [bad, good] = await Promise.allSettled([
    ledger.post(lose('nul\u0000', owner, 1n)),
    ledger.post(lose('fine "\\{}', owner, 1n)),
  ])
  expect(bad.status).toBe('rejected')
  expect(good).toEqual({ status: 'fulfilled', value: done })
})

test('calls.md statement: newest first, signed, with the running balance, in pages and between two moments', async () => {
  const owner = await person(1_000n)
  for (let n = 1n; n <= 4n; n++) {
    clock.advance(60_000)
    await ledger.post({ ...lose(`s-${owner}-${n}`, owner, n), reference: `order-${n}` })
  }
  await ledger.post(posting(`p-${owner}`, transfer('contract-profit', capital, customer(owner), 20n)))
  const request = { owner, assets: ['DEMO'] as const, limit: 2 }
  const first = await ledger.statement(request)
  expect(first.map((e) => [e.kind, e.signedMinor, e.balanceAfterMinor, e.reference])).toEqual([
    ['contract-profit', 20n, 1_010n, null],
    ['contract-loss', -4n, 990n, 'order-4'],
  ])
  const second = await ledger.statement({ ...request, before: first[1]?.seq ?? 0n })
  expect(second.map((e) => e.signedMinor)).toEqual([-3n, -2n])
  const [newest, until] = [new Date(clock.now()), new Date(clock.now() - 60_000)]
  const early = await ledger.statement({ ...request, limit: 100, to: newest, from: until })
  expect(early.map((e) => e.signedMinor)).toEqual([-3n])
  expect(first[0]?.at).toEqual(newest)
  expect(await ledger.statement({ ...request, assets: ['USDT'] })).toEqual([])
})

const insertEntry = `INSERT INTO ledger_entries
  (posting, kind, debited, credited, asset, minor, debited_after, credited_after, customer, created_at)
  SELECT 'by-hand', $1, d.id, c.id, $2, $3, 0, 0, CASE WHEN $4 THEN d.id END, now()
    FROM ledger_accounts d, ledger_accounts c
   WHERE d.owner = 'ann' AND d.asset = 'DEMO' AND c.class = $5 AND c.owner = 'house' AND c.asset = 'DEMO'`

test('T1: the database itself refuses an unlisted triple, even from the owner of the tables', async () => {
  await withClient(db.owner, async (client) => {
    const attempt = (...values: unknown[]) => client.query(insertEntry, values)
    await expect(attempt('gift', 'DEMO', 1, true, 'trading-capital')).rejects.toThrow('not permitted')
    await expect(attempt('contract-loss', 'DEMO', 1, true, 'fee-revenue')).rejects.toThrow('not permitted')
    await expect(attempt('contract-loss', 'USDT', 1, true, 'trading-capital')).rejects.toThrow(
      'not permitted',
    )
    await expect(attempt('contract-loss', 'DEMO', 1, false, 'trading-capital')).rejects.toThrow(
      'not permitted',
    )
    await expect(attempt('contract-loss', 'DEMO', 0, true, 'trading-capital')).rejects.toThrow(
      'check constraint',
    )
    await client.query('BEGIN')
    await expect(attempt('contract-loss', 'DEMO', 1, true, 'trading-capital')).resolves.toMatchObject({
      rowCount: 1,
    })
    await client.query('ROLLBACK')
  })
})

test('entries are append-only: refused to the application by its rights, to the owner by a trigger', async () => {
  const changes = [
    'UPDATE ledger_entries SET minor = 1',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'DELETE FROM ledger_postings',
  ]
  for (const change of changes) {
    await expect(db.pool.query(change)).rejects.toThrow('permission denied')
    await withClient(db.owner, (client) => expect(client.query(change)).rejects.toThrow('append-only'))
  }
})

test('T9: the application has no balance setter and can add no entry, posting, hold or permission of its own', async () => {
  const forbidden = [
    "UPDATE ledger_accounts SET balance = 1 WHERE owner = 'ann'",
    "INSERT INTO ledger_accounts (class, owner, asset, balance) VALUES ('customer', 'eve', 'DEMO', 5)",
    "INSERT INTO ledger_postings VALUES ('x', null, now())",
    'UPDATE ledger_holds SET remaining = 0',
    "INSERT INTO ledger_permitted VALUES ('gift', 'customer', 'customer', 'any')",
    'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
  ]
  for (const statement of forbidden) {
    await expect(db.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
  }
})

test('T8: the database lets no account but the world go below zero, whoever writes', async () => {
  await withClient(db.owner, (client) =>
    expect(client.query("UPDATE ledger_accounts SET balance = -1 WHERE owner = 'ann'")).rejects.toThrow(
      'ledger_accounts_never_negative',
    ),
  )
})

test('reconcile names what a database owner changed by hand', async () => {
  const other = await freshDatabase()
  try {
    const theirs = createLedger(other, clock)
    await openAndFund(theirs, ['ann', 'bob'], 100n)
    await theirs.post(posting('r', hold('r', customer('bob'), 10n)))
    expect(await reconcile(other)).toEqual([])
    await withClient(other.owner, async (client) => {
      await client.query("UPDATE ledger_accounts SET balance = balance + 7 WHERE owner = 'ann'")
      await client.query("UPDATE ledger_accounts SET held = held + 1 WHERE owner = 'bob'")
      await client.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER')
      await client.query(
        "UPDATE ledger_entries SET kind = 'gift', debited_after = 3 WHERE posting = 'grant-bob'",
      )
    })
    const findings = (await reconcile(other)).join('\n')
    expect(findings).toContain('of ann in DEMO has the balance 107, its entries sum to 100')
    expect(findings).toContain('the accounts in DEMO sum to 7, not to zero')
    expect(findings).toContain('of bob in DEMO has 11 held, its open holds sum to 10')
    expect(findings).toMatch(/leaves account \d+ at 3/)
    expect(findings).toContain('moves money as no rule permits: gift from world to customer')
  } finally {
    await other.dispose()
  }
})

test('another module’s SQL function posts in the same round trip with what encode gives', async () => {
  const owner = await person(50n)
  const encoded = await ledger.encode([lose('sql', owner, 20n), lose('sql-2', owner, 40n)])
  const { rows } = await db.pool.query(
    'SELECT outcomes::text[] FROM ledger_post_steps(now(), $1, $2, $3, $4, NULL)',
    [encoded.postings.toLiteral(), encoded.steps.toLiteral(), encoded.accounts, encoded.holds],
  )
  expect(rows[0].outcomes).toEqual(['done', 'insufficient'])
  expect(await stateOf(ledger, owner)).toEqual([30n, 0n])
})

test('I11.1: every kind that takes a customer’s money is bounded by what is free, but for the results of positions', async () => {
  const { rows } = await db.pool.query<{ kind: string }>(
    `SELECT DISTINCT kind FROM ledger_permitted WHERE debited_class = 'customer' AND NOT bounded ORDER BY kind`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual([
    'contract-cash-in-lieu',
    'contract-commission',
    'contract-dividend',
    'contract-loss',
    'contract-owed',
    'contract-swap',
    'option-loss',
  ])
})
