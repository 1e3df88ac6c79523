import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  balance,
  believed,
  buy,
  cancel,
  close,
  customer,
  edit,
  fixture,
  limit,
  open,
  order,
  plain,
  quote,
  refusal,
  start,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, passActions, requestInTime, splitNow } from '../../testing/test-market-events.ts'
import { progressNow, takeOverAfterKill } from '../quotes/test-progress.ts'
import { bitcoin, desk, granted, payOut, usdt, used } from '../risk/funds/test-free-money.ts'
import { operatorPaid, owedBy } from '../risk/test-owed.ts'

useContractsFixture()

const many = 8
/** Seconds after 17:00 New York on a Wednesday, when three nights are charged. */
const night = Date.parse('2026-11-18T22:00:01Z')
const nightAfter = Date.parse('2026-11-19T22:00:01Z')

beforeEach(async () => {
  await fixture.runtime.close()
  fixture.runtime = await open({ unitsPerTurn: 1 })
})

async function restartAfterTwoNights(bid = '1.15'): Promise<void> {
  await fixture.runtime.queue.settled()
  await fixture.runtime.close()
  fixture.clock.set(nightAfter)
  fixture.runtime = await open({ unitsPerTurn: 1 })
  quote('EURUSD', bid, `${Number(bid) + 0.0001}`)
}

const swapOf = (userId: string) =>
  [...fixture.runtime.book.account(userId, 'demo').positions.values()].map(({ swapMinor }) => swapMinor)

it('I11.9: a night is charged account by account over many turns; others are served in between, each account after its own', async () => {
  const customers = await Promise.all(Array.from({ length: many }, () => customer()))
  const opened = []
  for (const who of customers) opened.push(await buy(who, plain))
  const [first, last] = [customers[0], customers.at(-1)]
  if (first === undefined || last === undefined) throw new Error('there are customers')
  const { engine } = fixture.runtime
  fixture.clock.set(night)
  engine.passTime()
  expect(engine.isWalking).toBe(true)
  expect(swapOf(last.userId)).toEqual([0n])
  const calls = [
    engine.inTurn(first, null, () => [engine.isWalking, ...swapOf(first.userId)]),
    engine.inTurn(last, null, () => swapOf(last.userId)),
  ]
  // It comes after the night, for everybody.
  quote('EURUSD', '1.2', '1.2001')
  expect(await Promise.all(calls)).toEqual([[true, -2_760_120n], [-2_760_120n]])
  await engine.caughtUp()
  await fixture.runtime.queue.settled()
  for (const [at, { id }] of opened.entries()) {
    const who = customers[at] ?? first
    expect(await order(who, id)).toMatchObject({ swap: '-2.760120' })
  }
  const { rows } = await fixture.db.pool.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM orders_events WHERE kind = 'swap' AND order_id = ANY ($1)",
    [opened.map(({ id }) => id)],
  )
  expect(rows[0]?.n).toBe(BigInt(many))
  quote('EURUSD', '1.15', '1.1501')
  expect((await close(last, { id: opened.at(-1)?.id ?? '' })).swap).toBe('-2.760120')
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.9: nights missed while no server ran are charged account by account over many turns, one after the other, each once', async () => {
  const customers = await Promise.all(Array.from({ length: many }, () => customer()))
  const opened = []
  for (const who of customers) opened.push(await buy(who, plain))
  await fixture.runtime.queue.settled()
  await fixture.runtime.close()
  // Wednesday's three nights and Thursday's one pass.
  fixture.clock.set(Date.parse('2026-11-19T22:00:01Z'))
  fixture.runtime = await open({ unitsPerTurn: 1 })
  const { engine } = fixture.runtime
  const [first, last] = [customers[0], customers.at(-1)]
  if (first === undefined || last === undefined) throw new Error('there are customers')
  expect(engine.isWalking).toBe(false)
  quote('EURUSD', '1.15', '1.1501')
  expect(engine.isWalking).toBe(true)
  expect(swapOf(last.userId)).toEqual([0n])
  // A call of an account that the nights have still to come to waits for all of them.
  expect(await engine.inTurn(last, null, () => swapOf(last.userId))).toEqual([-3_680_160n])
  for (let night = 0; night < 2; night++) {
    await engine.caughtUp()
    await fixture.runtime.queue.settled()
    engine.passTime()
  }
  await engine.caughtUp()
  await fixture.runtime.queue.settled()
  for (const [at, { id }] of opened.entries())
    expect(await order(customers[at] ?? first, id)).toMatchObject({ swap: '-3.680160' })
  const { rows } = await fixture.db.pool.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM orders_events WHERE kind = 'swap' AND order_id = ANY ($1)",
    [opened.map(({ id }) => id)],
  )
  expect(rows[0]?.n).toBe(BigInt(2 * many))
  expect(await reconcile(fixture.db)).toEqual([])
})

it('who closes right after a start is charged, or given, every night that was missed', async () => {
  const anna = await customer()
  const { id } = await buy(anna, plain)
  await restartAfterTwoNights()
  expect(await close(anna, { id })).toMatchObject({ status: 'closed', swap: '-3.680160' })
  expect(await reconcile(fixture.db)).toEqual([])
})

/** Lets every night be charged and what waits for them be done. */
async function nightsPassed(): Promise<void> {
  const { engine } = fixture.runtime
  for (let night = 0; night < 4; night++) {
    await engine.caughtUp()
    await engine.settled()
    engine.passTime()
  }
}

it('I11.9: a stop that the first quote after missed nights reaches closes when all of them are charged', async () => {
  const anna = await customer()
  const { id } = await buy(anna, { ...plain, stopLoss: '1.149' })
  await restartAfterTwoNights('1.148')
  quote('EURUSD', '1.1491', '1.1492')
  await nightsPassed()
  expect(await order(anna, id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.14799' })
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'swap', 'swap', 'close'])
})

it('I11.9: so does a stop-out at it', async () => {
  const anna = await customer()
  steady('BTCUSD', '8000', '8000')
  const { id } = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1.8', leverage: 2 })
  await restartAfterTwoNights()
  believed('BTCUSD', '3000')
  await nightsPassed()
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'swap', 'swap', 'close'])
  expect(events.at(-1)).toMatchObject({ reason: 'stopOut' })
})

it('I11.9: so does a stop of a position that a change under way kept from being charged', async () => {
  const anna = await customer()
  const { id } = await buy(anna, { ...plain, stopLoss: '1.149' })
  await fixture.runtime.queue.settled()
  const commit = holdCommits()
  const edited = edit(anna, { id, takeProfit: '1.3' })
  await expect.poll(() => fixture.runtime.book.positions.get(id)?.inDoubt).toBe(1)
  fixture.clock.set(nightAfter)
  quote('EURUSD', '1.148', '1.1481')
  fixture.runtime.engine.finish()
  commit()
  await edited
  await nightsPassed()
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'edit', 'swap', 'swap', 'close'])
})

it('I11.9: a night that passed while no engine ran is charged before an exit by a stored quote closes, as its receipt demands', async () => {
  const [anna, ben] = [await customer(), await customer()]
  const early = await buy(anna, { ...plain, stopLoss: '1.149' })
  const late = await buy(ben, { ...plain, stopLoss: '1.148' })
  await fixture.runtime.queue.settled()
  await fixture.runtime.close()
  fixture.clock.set(night - 60_000)
  quote('EURUSD', '1.1485', '1.1486')
  fixture.clock.set(night)
  quote('EURUSD', '1.147', '1.1471')
  quote('EURUSD', '1.15', '1.1501')
  fixture.clock.advance(60_000)
  fixture.runtime = await open({ unitsPerTurn: 1 })
  await nightsPassed()
  const kinds = async (...of: Parameters<typeof verified>) =>
    (await verified(...of)).events.map(({ kind }) => kind)
  expect(await kinds(anna, early.id)).toEqual(['open', 'swap', 'close'])
  expect(await kinds(ben, late.id)).toEqual(['open', 'swap', 'close'])
})

it('I11.9: a stop waits for a night that comes after an action of another market, which is carried out late', async () => {
  await fixture.runtime.close()
  const { actions } = followEventsOf(fixture, () => fixture.board)
  fixture.runtime = await open({ actions })
  const anna = await customer()
  const { id } = await buy(anna, { ...plain, stopLoss: '1.149' })
  await fixture.runtime.queue.settled()
  await fixture.runtime.close()
  fixture.clock.set(nightAfter)
  fixture.runtime = await open({ actions })
  // Reaches the stop: the first night is charged, and the second is to follow.
  quote('EURUSD', '1.148', '1.1481')
  const between = night + 3_600_000
  const split = { code: 'AAPL', kind: 'split', value: '4:1', at: between, by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, { now: () => between }, split)).toBeNull()
  await passActions(fixture)
  await nightsPassed()
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'swap', 'swap', 'close'])
})

it('I11.9: an exit that waited for its nights is carried out after a kill that only the first of them survived', async () => {
  const anna = await customer()
  const { id } = await buy(anna, { ...plain, stopLoss: '1.149' })
  await fixture.runtime.close()
  const kill = await progressNow()
  fixture.clock.set(nightAfter)
  fixture.runtime = await open({ unitsPerTurn: 1 })
  // Killed before the second that would charge the next night.
  Object.assign(fixture.runtime.engine, { passTime: () => undefined })
  quote('EURUSD', '1.148', '1.1481')
  quote('EURUSD', '1.15', '1.1501')
  await fixture.runtime.engine.caughtUp()
  await fixture.runtime.queue.settled()
  expect((await order(anna, id)).status).toBe('open')
  await takeOverAfterKill(kill)
  await nightsPassed()
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'swap', 'swap', 'close'])
})

it('I11.9: the night of one account takes several turns, and one that waits for an outcome is not walked again by each quote', async () => {
  const anna = await customer()
  const { id } = await buy(anna, plain)
  for (let n = 0; n < 3; n++) await buy(anna, plain)
  const ben = await customer()
  for (let n = 0; n < 3; n++) await buy(ben, plain)
  const commit = holdCommits()
  const edited = edit(anna, { id, takeProfit: '1.3' })
  await expect.poll(() => fixture.runtime.book.positions.get(id)?.inDoubt).toBe(1)
  const { engine } = fixture.runtime
  fixture.clock.set(night)
  engine.passTime()
  const charged = () => swapOf(ben.userId).filter((minor) => minor !== 0n).length
  const inATurn = new Set<number>()
  for (let before = charged(); engine.isWalking; before = charged()) {
    await nextTurn()
    inATurn.add(charged() - before)
  }
  expect(inATurn).toEqual(new Set([0, 1]))
  // The first quote afterwards is walked as any; the next one finds that the account waits.
  quote('EURUSD', '1.15', '1.1501')
  engine.finish()
  await nextTurn()
  quote('EURUSD', '1.15', '1.1501')
  expect(engine.isWalking).toBe(false)
  commit()
  await edited
  await nightsPassed()
  expect(swapOf(anna.userId)).toEqual(Array(4).fill(-2_760_120n))
})

it('I11.9: a split after two nights that came due at once finds both charged', async () => {
  await fixture.runtime.close()
  fixture.runtime = await open({ actions: followEventsOf(fixture, () => fixture.board).actions })
  const anna = await customer()
  // New York is open at 15:00 UTC.
  fixture.clock.advance(3 * 3_600_000)
  steady('AAPL', '200', '200')
  const { id } = await buy(anna, { ...plain, code: 'AAPL', lots: '10', leverage: 5 })
  await fixture.runtime.queue.settled()
  fixture.clock.set(nightAfter)
  await splitNow(fixture, 'AAPL', '4:1')
  const { events } = await verified(anna, id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'swap', 'swap', 'split'])
})

it('who closes after two nights came due at once, without a restart, is charged, or given, both', async () => {
  const anna = await customer()
  const { id } = await buy(anna, plain)
  await fixture.runtime.queue.settled()
  fixture.clock.set(nightAfter)
  quote('EURUSD', '1.15', '1.1501')
  expect(await close(anna, { id })).toMatchObject({ status: 'closed', swap: '-3.680160' })
})

it('who closes while others are still walked is charged, or given, every night that was missed', async () => {
  const anna = await customer()
  const others = await Promise.all(Array.from({ length: 20 * many }, () => customer()))
  const { id } = await buy(anna, plain)
  for (const who of others) await buy(who, plain)
  await restartAfterTwoNights()
  expect(await close(anna, { id })).toMatchObject({ status: 'closed', swap: '-3.680160' })
  await fixture.runtime.engine.caughtUp()
})

it('I11.2: a night takes no more than the balance less what is set aside; a position in profit owes the rest and pays it at its close', async () => {
  const anna = await customer()
  // New York is open at 15:00 UTC.
  fixture.clock.advance(3 * 3_600_000)
  steady('AAPL', '200', '200')
  const winner = await buy(anna, { ...plain, code: 'AAPL', lots: '50', leverage: 5 })
  const loser = await bitcoin(anna)
  believed('AAPL', '260')
  const funds = desk()
  const aside = usdt(3_900)
  await used(anna, aside, granted(await funds.reserve(anna.userId, 'demo', aside)), funds)
  believed('BTCUSD', '1921')
  await close(anna, { id: loser.id })
  // 10 000 less commissions of 10, 8 and 1.921 and a loss of 6 079: 1.079 above what is set aside.
  expect(await balance(anna)).toMatchObject({ balanceMinor: aside + usdt(1.079) })
  fixture.clock.set(night)
  fixture.runtime.engine.passTime()
  await fixture.runtime.engine.caughtUp()
  await fixture.runtime.queue.settled()
  // One night of 0.02 % on 13 000.
  expect(await order(anna, winner.id)).toMatchObject({ status: 'open', swap: '-2.600000' })
  expect(await balance(anna)).toMatchObject({ balanceMinor: aside })
  expect(await operatorPaid(fixture.db, [winner.id])).toBe(usdt(1.521))
  expect(await owedBy(fixture.db, winner.id)).toBe(usdt(1.521))
  fixture.clock.advance(17 * 3_600_000)
  steady('AAPL', '260', '260')
  await close(anna, { id: winner.id })
  expect(await operatorPaid(fixture.db, [winner.id])).toBe(0n)
  expect(await payOut(anna, aside)).toBe('done')
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.9: orders whose time ends at one moment end over many turns, and none is cancelled or filled after its end', async () => {
  const customers = await Promise.all(Array.from({ length: many }, () => customer()))
  const expiresAt = new Date(start + 60_000).toISOString()
  const waiting = []
  for (const who of customers) waiting.push(await limit(who, { expiresAt }))
  const { engine } = fixture.runtime
  fixture.clock.advance(60_000)
  engine.passTime()
  expect(engine.isWalking).toBe(true)
  const last = customers.at(-1)
  if (last === undefined) throw new Error('there are customers')
  const cancelled = refusal(cancel(last, { id: waiting.at(-1)?.id ?? '' }))
  quote('EURUSD', '1.13', '1.1301')
  expect(await cancelled).toBe(11004)
  await engine.caughtUp()
  await fixture.runtime.queue.settled()
  for (const [at, { id }] of waiting.entries())
    expect(await order(customers[at] ?? last, id)).toMatchObject({ status: 'expired' })
})
