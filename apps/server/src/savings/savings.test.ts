import { calls, type Savings } from '@candor/contract'
import { rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { withClient } from '../platform/database/database-server.ts'
import { openSavingsFixture, type SavingsFixture } from './savings-fixture.ts'

const day = 86_400_000
const hour = 3_600_000
const start = Date.UTC(2027, 1, 20, 9)
const [enter, exit] = ['enterSavings', 'exitSavings'] as const

let savingsFixture: SavingsFixture
beforeAll(async () => {
  savingsFixture = await openSavingsFixture(usdt('1000').minor)
  savingsFixture.clock.set(start)
})
afterAll(() => savingsFixture.dispose())
afterEach(async () => {
  expect(await reconcile(savingsFixture.db)).toEqual([])
  // What is set aside is exactly what the holdings say, and customers' money lies apart, whole.
  const [sum] = (
    await savingsFixture.db.pool.query(
      'SELECT sum(reserved)::bigint r, sum(held)::bigint h FROM savings_holdings',
    )
  ).rows
  expect((await savingsFixture.reserve()).held).toBe(sum?.r ?? 0n)
  const { rows } = await savingsFixture.db.pool.query(
    `SELECT balance FROM ledger_accounts WHERE class = 'savings-principal' AND asset = 'USDT'`,
  )
  expect(rows[0]?.balance).toBe(sum?.h ?? 0n)
})

const rich = () => savingsFixture.customer(0n, 10_000n)
const usd = (amount: string) => ({ coin: 'USDT', amount })
const offered = async (fixture: SavingsFixture, as: string): Promise<Savings[]> =>
  calls.listSavings.result.parse((await fixture.call('listSavings', {}, { as })).result)
const mine = async (as: string): Promise<Savings> => {
  const [first] = await offered(savingsFixture, as)
  if (first === undefined) throw new Error('nothing is offered')
  return first
}

it('S1.15: what goes in lies apart, earns from the next midnight UTC, is paid once a day, and comes out at any time', async () => {
  savingsFixture.clock.set(start)
  const as = await rich()
  const { code, result } = await savingsFixture.call(enter, usd('1000'), { as })
  expect([code, result]).toMatchObject([
    20005,
    {
      coin: 'USDT',
      held: '1000.000000',
      earning: '0.000000',
      dailyRate: '0.0001',
      yearlyRate: '0.0365',
      // T2: thirty days of 0.1 USDT.
      reserved: '3.000000',
      reservedDays: 30,
      nextPayAt: '2027-02-21T00:00:00.000Z',
      lastDay: null,
    },
  ])
  expect(await savingsFixture.money(as)).toBe(usdt('9000').minor)
  savingsFixture.clock.set(Date.UTC(2027, 1, 21, 0, 0, 1))
  await savingsFixture.pay()
  // It came in during the 20th: that day pays nothing.
  expect([await savingsFixture.money(as), (await mine(as)).earning]).toEqual([
    usdt('9000').minor,
    '1000.000000',
  ])
  savingsFixture.clock.set(Date.UTC(2027, 1, 22, 0, 0, 1))
  await savingsFixture.pay()
  await savingsFixture.pay()
  expect(await savingsFixture.money(as)).toBe(usdt('9000.1').minor)
  expect(await mine(as)).toMatchObject({
    paid: '0.100000',
    reserved: '3.000000',
    lastDay: { date: '2027-02-21', due: '0.100000', paid: '0.100000' },
  })
  const out = await savingsFixture.call(exit, usd('400'), { as })
  expect(out).toMatchObject({
    code: 20005,
    result: { held: '600.000000', earning: '600.000000', reserved: '1.800000' },
  })
  expect((await savingsFixture.call(exit, usd('600'), { as })).code).toBe(20005)
  expect(await savingsFixture.money(as)).toBe(usdt('10000.1').minor)
  expect((await savingsFixture.reserve()).held).toBe(0n)
  const kinds = (await savingsFixture.ledger.statement({ owner: as, assets: ['USDT'], limit: 9 })).map(
    ({ kind }) => kind,
  )
  expect(kinds.slice(0, 4)).toEqual(['savings-exit', 'savings-exit', 'savings-interest', 'savings-entry'])
})

it('however the clock jumps, forward or back, each day is paid once and none is left out', async () => {
  const jumps = fc.array(fc.integer({ min: -5 * 24, max: 9 * 24 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(jumps, async (hours) => {
      savingsFixture.clock.set(start)
      const as = await savingsFixture.customer(0n, 100n)
      await savingsFixture.call(enter, usd('100'), { as })
      let [at, furthest] = [start, start]
      for (const jump of hours) {
        at += jump * hour
        furthest = Math.max(furthest, at)
        savingsFixture.clock.set(at)
        await Promise.all([savingsFixture.pay(), savingsFixture.pay()])
      }
      // Whole days between midnight after the start and the furthest moment.
      const due = BigInt(Math.max(0, Math.floor(furthest / day) - Math.floor(start / day) - 1))
      expect(await savingsFixture.money(as)).toBe(due * usdt('0.01').minor)
      savingsFixture.clock.set(furthest)
      expect((await savingsFixture.call(exit, usd('100'), { as })).code).toBe(20005)
    }),
    { numRuns: 12 },
  )
})

it.each([
  [usd('9.99'), 10013],
  [usd('0.0000001'), 10013],
  [usd('-5'), 10013],
  [{ coin: 'USDT' }, 10013],
  [{ coin: 'DOGE', amount: '10' }, 10010],
  [{ coin: 'BTC', amount: '10' }, 10010],
  [usd('10000.000001'), 10011],
])('refuses to take %j with %i, and nothing happens', async (input, code) => {
  savingsFixture.clock.set(start)
  const as = await rich()
  expect((await savingsFixture.call(enter, input, { as })).code).toBe(code)
  expect(await savingsFixture.money(as)).toBe(usdt('10000').minor)
})

it('refuses demo, the frozen, a country where plans are off, and more than is held; the frozen may take out', async () => {
  savingsFixture.clock.set(start)
  const as = await rich()
  expect((await savingsFixture.call(enter, usd('100'), { as, mode: 'demo' })).code).toBe(11030)
  await savingsFixture.call(enter, usd('100'), { as })
  expect((await savingsFixture.call(exit, usd('100.000001'), { as })).code).toBe(10011)
  savingsFixture.customers.set(as, { country: 'DE', frozen: true })
  expect((await savingsFixture.call(enter, usd('100'), { as })).code).toBe(10008)
  expect((await savingsFixture.call(exit, usd('100'), { as })).code).toBe(20005)
  savingsFixture.customers.set(as, { country: 'DE', frozen: false })
  const setOff = (value: string[]) =>
    savingsFixture.parameters.change({
      key: 'smart.countriesOff',
      value,
      reason: 'a test',
      changedBy: 'ana',
      approvedBy: 'ben',
    })
  await setOff(['DE'])
  expect(await savingsFixture.call(enter, usd('100'), { as })).toMatchObject({
    code: 10015,
    result: { reason: 'country' },
  })
  await setOff([])
})

it('T2: takes new money only while the reserve covers thirty days of everything, even of ten at once; then pays to the last unit set aside', async () => {
  const poor = await openSavingsFixture(usdt('3').minor)
  try {
    poor.clock.set(start)
    const people = await Promise.all(Array.from({ length: 10 }, () => poor.customer(0n, 1_000n)))
    const responses = await Promise.all(people.map((as) => poor.call(enter, usd('300'), { as })))
    expect(responses.map(({ code }) => code).sort()).toEqual(
      [...Array(7).fill(10015), 20005, 20005, 20005].sort(),
    )
    expect(responses.find(({ code }) => code === 10015)?.result).toEqual({ reason: 'reserve' })
    const [left] = await offered(poor, people[0] ?? '')
    expect(left?.room).toBe('100.000000')
    // Nobody tops it up: what was set aside pays its thirty days and some more from what was free, then nothing.
    for (let n = 1; n <= 40; n++) {
      poor.clock.set(start + n * day)
      await poor.pay()
    }
    const { balance, held } = await poor.reserve()
    // 33 days for all three, a 34th for one: the next days are owed nothing, and the rows say so.
    expect([balance, held]).toEqual([0n, 0n])
    const days = await poor.db.pool.query(
      'SELECT paid > 0 AS paid, count(*)::int AS n FROM savings_interest GROUP BY 1 ORDER BY 1',
    )
    expect(days.rows).toEqual([
      { paid: false, n: 17 },
      { paid: true, n: 100 },
    ])
    const at = responses.findIndex(({ code }) => code === 20005)
    const as = people[at] ?? ''
    expect((await poor.call(enter, usd('10'), { as })).result).toEqual({ reason: 'reserve' })
    expect((await poor.call(exit, usd('300'), { as })).code).toBe(20005)
    expect(await reconcile(poor.db)).toEqual([])
  } finally {
    await poor.dispose()
  }
})

it('a repeated key takes once; closed takes nothing new, and the rate of a day is the one that held on it', async () => {
  savingsFixture.clock.set(start)
  const as = await rich()
  const key = crypto.randomUUID()
  for (let n = 0; n < 2; n++)
    expect((await savingsFixture.call(enter, usd('1000'), { as, key })).code).toBe(20005)
  expect(await savingsFixture.money(as)).toBe(usdt('9000').minor)
  savingsFixture.clock.set(start + 2 * day)
  await savingsFixture.offer('USDT', rate('0.0002'), false)
  expect(await savingsFixture.call(enter, usd('10'), { as })).toMatchObject({
    code: 10015,
    result: { reason: 'closed' },
  })
  savingsFixture.clock.set(start + 3 * day)
  await savingsFixture.pay()
  expect(await savingsFixture.money(as)).toBe(usdt('9000.3').minor)
  expect((await mine(as)).taking).toBe(false)
})

it('the database refuses an interest row that is not the stated share, and any change of one', async () => {
  const { rows } = await savingsFixture.db.pool.query('SELECT holding_id FROM savings_interest LIMIT 1')
  const write = (due: number, paid: number) =>
    withClient(savingsFixture.db.owner, (client) =>
      client.query(`INSERT INTO savings_interest VALUES ($1, 1, 1000000000, 100000000, $2, $3, 0)`, [
        rows[0]?.holding_id,
        due,
        paid,
      ]),
    )
  await expect(write(100_001, 100_001)).rejects.toThrow('check')
  await expect(write(100_000, 50_000)).rejects.toThrow('check')
  await expect(
    withClient(savingsFixture.db.owner, (client) => client.query('UPDATE savings_interest SET paid = 0')),
  ).rejects.toThrow('append-only')
})
