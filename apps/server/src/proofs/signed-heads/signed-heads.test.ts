import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usdt } from '@candor/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fundHouse, openHouseAccounts } from '../../ledger/fund-sandbox.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { createAudit } from '../audit/audit.ts'
import { openReceiptSigner, type ReceiptSigner } from '../receipts/receipt-keys.ts'
import { checkHeads } from './check-heads.ts'
import { SignedHeads } from './signed-heads.ts'

let db: TestDatabase
let signer: ReceiptSigner
let folder: string
const clock = new ManualClock(1_800_000_000_000)
const audit = createAudit(clock)
const hour = 3_600_000

beforeAll(async () => {
  db = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'candor-heads-'))
  signer = openReceiptSigner(folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.dispose()
})

const act = (subject: string) =>
  db.transaction((tx) => audit.write(tx, { actor: 'system', action: 'test.write', subject }))
const quote = (seq: number) =>
  db.pool.query(
    `INSERT INTO markets_quotes (code, seq, source, source_time, received_at, bid, ask) VALUES ('EURUSD', $1, 'live', 1, 1, 10, 11)`,
    [seq],
  )
const addQuoteHour = (first: number) =>
  db.pool.query(
    `INSERT INTO markets_quote_hours (code, first_seq, last_seq, hour, count, any_ext, real_ext, content, hash)
     VALUES ('EURUSD', $1, $1, 1, 1, '{10,10,11,11,0,0}', NULL, 'c', 'h')`,
    [first],
  )
/** Two turns: what the first one saw, the second covers. */
const publish = async (heads: SignedHeads) => {
  await heads.turn()
  clock.advance(hour)
  return heads.turn()
}
/** As many turns more as it takes: what other tests are writing in the same cluster holds a head up as well. */
const untilThere = async (heads: SignedHeads, first: ReturnType<SignedHeads['turn']>) => {
  let head = await first
  const turn = async () => {
    head ??= await heads.turn()
    return head
  }
  await expect.poll(turn).not.toBeNull()
  return head
}

beforeEach(async () => {
  await act(`case:${clock.now()}`)
})

test('T14: a head covers audit log, ledger and journal, follows the one before, and comes once an hour', async () => {
  const ledger = createLedger(db, clock)
  await openHouseAccounts(ledger)
  await fundHouse(ledger, true)
  await quote(1)
  await addQuoteHour(1)
  const heads = new SignedHeads({ db, clock }, signer)
  expect(heads.reference()).toBeNull()
  const first = await untilThere(heads, publish(heads))
  expect(first).toMatchObject({ number: 1, audit: { seq: '1' }, ledger: { seq: '9' }, quotes: { seq: '1' } })
  expect(first?.prices?.seq).toBe('1')
  await heads.turn()
  expect(await heads.turn()).toBeNull()
  await quote(2)
  const second = await untilThere(heads, publish(heads))
  expect(second).toMatchObject({ number: 2, quotes: { seq: '2' } })
  expect(second?.ledger).toEqual(first?.ledger)
  expect(heads.reference()).toMatchObject({ number: 2 })
  expect(await checkHeads(db, signer.keySet, await heads.published())).toEqual({ heads: 2, findings: [] })
})

test('T14: what is still being written is not covered before it is there', async () => {
  const heads = new SignedHeads({ db, clock }, signer)
  const writing = await db.pool.connect()
  await writing.query('BEGIN')
  await writing.query(
    `INSERT INTO markets_quotes (code, seq, source, source_time, received_at, bid, ask) VALUES ('EURUSD', 3, 'live', 1, 1, 10, 11)`,
  )
  await quote(4)
  expect(await publish(heads)).toBeNull()
  await writing.query('COMMIT')
  writing.release()
  expect(await untilThere(heads, heads.turn())).toMatchObject({ number: 3, quotes: { seq: '4' } })
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([])
})

const pastTheGuard = (table: string, statement: string) =>
  withClient(db.owner, (client) =>
    client.query(
      `ALTER TABLE ${table} DISABLE TRIGGER USER; ${statement}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
    ),
  )

test('T14: a changed entry of the ledger and a changed quote are found by whoever computes the heads again', async () => {
  const minor = usdt('1').minor
  await pastTheGuard('ledger_entries', `UPDATE ledger_entries SET minor = minor + ${minor} WHERE seq = 3`)
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([
    'head 1 covers other rows of the ledger',
  ])
  await pastTheGuard('ledger_entries', `UPDATE ledger_entries SET minor = minor - ${minor} WHERE seq = 3`)
  await pastTheGuard('markets_quotes', 'UPDATE markets_quotes SET bid = 9 WHERE seq = 2')
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([
    'head 2 covers other rows of the quote journal',
  ])
  await pastTheGuard('markets_quotes', 'UPDATE markets_quotes SET bid = 10 WHERE seq = 2')
})

test('T14: what the quotes of an hour were cannot be changed unseen', async () => {
  await expect(db.pool.query("UPDATE markets_quote_hours SET hash = 'x'")).rejects.toThrow()
  await pastTheGuard('markets_quote_hours', "UPDATE markets_quote_hours SET any_ext = '{9,10,11,11,0,0}'")
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([
    'head 1 covers other rows of the kept quotes',
  ])
  await pastTheGuard('markets_quote_hours', "UPDATE markets_quote_hours SET any_ext = '{10,10,11,11,0,0}'")
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([])
})

test('T14: a log that was written anew from the first row on is found by a head that somebody kept', async () => {
  const heads = new SignedHeads({ db, clock }, signer)
  const archived = await heads.published()
  await pastTheGuard('trust_heads', 'DELETE FROM trust_heads')
  await pastTheGuard('trust_audit', 'DELETE FROM trust_audit')
  await act('another story')
  await publish(heads)
  expect((await checkHeads(db, signer.keySet, [])).findings).toEqual([])
  expect((await checkHeads(db, signer.keySet, archived)).findings).toContain(
    'the head 3 that was saved is not published here any more',
  )
})
