import { payingPlaces, treasuryPlaces } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountClass } from '../../ledger/account-class.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { ofHouse, posting, transfer } from '../../ledger/test-accounts.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'

let db: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, { now: () => 0 })
  const classes: AccountClass[] = [
    ...treasuryPlaces,
    'world',
    'charity',
    'plan-principal',
    'savings-principal',
  ]
  await ledger.open(classes.flatMap((name) => [ofHouse(name, 'USDT'), ofHouse(name)]))
  for (const name of payingPlaces) expect(await post('treasury-in', 'world', name)).toBe('done')
  await ledger.open([{ class: 'customer', owner: 'anna', asset: 'USDT' }])
  expect(await post('deposit', 'world', 'customer')).toBe('done')
})
afterAll(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

let postings = 0
const accountOf = (name: AccountClass, asset: 'USDT' | 'DEMO') =>
  name === 'customer' ? ({ class: name, owner: 'anna', asset } as const) : ofHouse(name, asset)

async function post(
  kind: string,
  from: AccountClass,
  to: AccountClass,
  { asset = 'USDT', minor = 1_000n }: { asset?: 'USDT' | 'DEMO'; minor?: bigint } = {},
): Promise<string> {
  postings += 1
  const step = transfer(kind, accountOf(from, asset), accountOf(to, asset), minor)
  const outcome = await ledger.post(posting(`triple-${postings}`, step))
  return outcome.ok ? 'done' : outcome.why
}

test('I11.6: the operator’s capital and revenue leave to the world and come in by their own kinds', async () => {
  for (const name of payingPlaces) {
    expect(await post('treasury-in', 'world', name)).toBe('done')
    expect(await post('treasury-out', name, 'world')).toBe('done')
  }
  // Nothing was earned yet: the triple is there, the money is not.
  for (const name of ['fee-revenue', 'swap-revenue', 'loan-interest'] as const) {
    expect(await post('treasury-out', name, 'world')).toBe('insufficient')
    expect(await post('treasury-in', 'world', name)).toBe('forbidden')
  }
  expect(await post('treasury-move', 'trading-capital', 'loan-capital', { minor: 10n })).toBe('done')
})

test('I11.6: gains and losses of hedging are booked only to the trading capital', async () => {
  expect(await post('hedge-gain', 'world', 'trading-capital')).toBe('done')
  expect(await post('hedge-loss', 'trading-capital', 'world')).toBe('done')
  expect(await post('hedge-gain', 'world', 'loan-capital')).toBe('forbidden')
  expect(await post('hedge-loss', 'negative-balance', 'world')).toBe('forbidden')
})

test.each([
  ['treasury-out', 'customer', 'world'],
  ['treasury-in', 'world', 'customer'],
  ['treasury-out', 'plan-principal', 'world'],
  ['treasury-out', 'savings-principal', 'world'],
  ['treasury-out', 'charity', 'world'],
  ['treasury-move', 'customer', 'trading-capital'],
  ['treasury-move', 'trading-capital', 'customer'],
  ['treasury-move', 'plan-principal', 'yield-reserve'],
  ['treasury-move', 'charity', 'trading-capital'],
] as const)(
  'T1: %s takes nothing of a customer’s or a charity’s: %s to %s is refused',
  async (kind, from, to) => {
    expect(await post(kind, from, to)).toBe('forbidden')
  },
)

test('T1: the treasury moves real money only', async () => {
  expect(await post('treasury-in', 'world', 'trading-capital', { asset: 'DEMO' })).toBe('forbidden')
})

test('each kind is in the table: without its row the database refuses it, from any role', async () => {
  const without = async (kind: string, from: AccountClass, to: AccountClass) => {
    const rename = (before: string, after: string) =>
      withClient(db.owner, (client) =>
        client.query(
          'UPDATE ledger_permitted SET kind = $2 WHERE kind = $1 AND debited_class = $3 AND credited_class = $4',
          [before, after, from, to],
        ),
      )
    expect((await rename(kind, `${kind}-off`)).rowCount).toBe(1)
    const outcome = await post(kind, from, to)
    await rename(`${kind}-off`, kind)
    return outcome
  }
  expect(await without('treasury-out', 'trading-capital', 'world')).toBe('forbidden')
  expect(await without('treasury-in', 'world', 'conversion')).toBe('forbidden')
  expect(await without('hedge-loss', 'trading-capital', 'world')).toBe('forbidden')
  expect(await post('treasury-in', 'world', 'trading-capital')).toBe('done')
  expect(await post('hedge-loss', 'trading-capital', 'world')).toBe('done')
})

test('reserve in, reserve out is retired: its entries of before stay in order, a new one is refused', async () => {
  expect(await post('reserve-return', 'yield-reserve', 'trading-capital')).toBe('forbidden')
  // As an entry of before the treasury stands there.
  const permit = (sql: string) => withClient(db.owner, (client) => client.query(sql))
  await permit("INSERT INTO ledger_permitted SELECT * FROM ledger_retired WHERE kind = 'reserve-return'")
  expect(await post('reserve-return', 'yield-reserve', 'trading-capital', { minor: 1n })).toBe('done')
  await permit("DELETE FROM ledger_permitted WHERE kind = 'reserve-return'")
  expect(await reconcile(db)).toEqual([])
})
