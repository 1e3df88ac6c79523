import { expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import {
  balance,
  buy,
  customer,
  fixture,
  open,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
  verified,
} from '../../../testing/contracts-fixture.ts'

useContractsFixture()

const stopped = 8
const accountOf = ({ userId, mode }: Caller) => fixture.runtime.book.account(userId, mode)

it('I11.9: one quote stops many accounts out turn by turn; each is closed once at that quote, with its receipt, while others trade', async () => {
  await fixture.runtime.close()
  fixture.runtime = await open({ unitsPerTurn: 1 })
  steady('BTCUSD', '8000', '8000')
  steady('XAUUSD', '2000', '2000')
  const customers = await Promise.all(Array.from({ length: stopped }, () => customer()))
  const other = await customer()
  const bitcoin = { ...plain, code: 'BTCUSD', lots: '0.9', leverage: 2 }
  const opened = []
  for (const who of customers) opened.push(await buy(who, bitcoin), await buy(who, bitcoin))
  const gold = await buy(other, { ...plain, code: 'XAUUSD', lots: '0.1', leverage: 20, stopLoss: '1990' })
  fixture.runtime.engine.finish()

  const { engine } = fixture.runtime
  // 9 985.6 − 2 × 4 500 is far below half of the margin of 7 200, and of that of one alone.
  for (let n = 0; n < 20 && !engine.isWalking; n++) quote('BTCUSD', '3000', '3000')
  expect(engine.isWalking).toBe(true)
  const last = customers.at(-1) ?? other
  const calls = [
    engine.inTurn(other, 'EURUSD', () => `another customer${engine.isWalking ? ' meanwhile' : ''}`),
    engine.inTurn(last, null, () => `the last one, with ${accountOf(last).positions.size} left`),
  ]
  // They wait: until they are taken the board is ahead of the engine.
  for (let n = 0; n < 5; n++) quote('BTCUSD', `${5_000 + n}`, `${5_000 + n}`)
  quote('XAUUSD', '1989', '1989.1')
  quote('XAUUSD', '2000', '2000.1')
  expect(await Promise.all(calls)).toEqual(['another customer meanwhile', 'the last one, with 0 left'])
  engine.finish()
  await fixture.runtime.queue.settled()

  for (const [at, { id }] of opened.entries()) {
    const who = customers[at >> 1] ?? other
    const document = await verified(who, id)
    expect(document.events.filter(({ kind }) => kind === 'close')).toMatchObject([{ price: '3000' }])
  }
  expect(await order(other, gold.id)).toMatchObject({ status: 'closed', closeReason: 'stopLoss' })
  for (const who of customers) expect(await balance(who)).toMatchObject({ heldMinor: 0n })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.9: of one account with many positions a step looks at some, and closes the worst of all of them first', async () => {
  await fixture.runtime.close()
  fixture.runtime = await open({ unitsPerTurn: 1 })
  steady('BTCUSD', '8000', '8000')
  const anna = await customer()
  const bitcoin = { ...plain, code: 'BTCUSD', lots: '0.04', leverage: 2 }
  for (let n = 0; n < 40; n++) await buy(anna, bitcoin)
  const worst = await buy(anna, { ...bitcoin, lots: '0.05' })
  fixture.runtime.engine.finish()
  const { engine, book } = fixture.runtime
  // Its first steps look, and none of them closes anything.
  for (let n = 0; n < 25 && !engine.isWalking; n++) quote('BTCUSD', '3000', '3000')
  expect([engine.isWalking, accountOf(anna).positions.size]).toEqual([true, 41])
  engine.finish()
  await fixture.runtime.queue.settled()
  expect(book.positions.has(worst.id)).toBe(false)
  expect(await order(anna, worst.id)).toMatchObject({ closeReason: 'stopOut' })
  expect(await reconcile(fixture.db)).toEqual([])
})
