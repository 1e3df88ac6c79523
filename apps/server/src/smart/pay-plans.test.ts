import { usdt } from '@candor/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../ledger/ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { withClient } from '../platform/database/database-server.ts'
import { payDuePlans } from './pay-due-plans.ts'
import { openSmartFixture, type SmartFixture } from './smart-fixture.ts'

let fixture: SmartFixture
beforeAll(async () => {
  fixture = await openSmartFixture(100_000_000_000n)
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const day = 86_400_000
const hour = 3_600_000
const request = { productId: 'harbour', days: 90, amount: '100' }
const startMoney = usdt('1000').minor
const dayMinor = usdt('0.024').minor

/** A customer with a plan started at this moment. */
const planFrom = async (startedAt: number, change: object = {}) => {
  fixture.clock.set(startedAt)
  const as = await fixture.customer(0n, 1_000n)
  const { code, result } = await fixture.call('buySmart', { ...request, ...change }, { as })
  expect(code).toBe(20004)
  return { as, id: String(result.id) }
}
const payoutsOf = async (id: string) => {
  const rows = await fixture.db.query
    .selectFrom('smart_payouts')
    .selectAll()
    .where('plan_id', '=', id)
    .orderBy('day')
    .execute()
  return rows.map((row) => row.day)
}
const upTo = (days: number) => Array.from({ length: days }, (_, at) => at + 1)

describe('proof: each day is paid exactly once', () => {
  it('over 90 days with 29 February and a change of the clocks, every six hours, paid on the hour it began', async () => {
    const start = Date.UTC(2028, 0, 15, 13, 30)
    const { as, id } = await planFrom(start)
    for (let at = start; at <= start + 91 * day; at += 6 * hour) {
      fixture.clock.set(at)
      await fixture.pay()
      const due = Math.min(90, Math.floor((at - start) / day))
      const back = due === 90 ? 0n : usdt('100').minor
      expect(await fixture.money(as)).toBe(startMoney - back + BigInt(due) * dayMinor)
    }
    expect(await payoutsOf(id)).toEqual(upTo(90))
    const { items } = (await fixture.call('listSmartOrder', {}, { as })).result
    expect(items).toMatchObject([
      { status: 'completed', totalRevenue: '2.160000', promised: '2.160000', sharedDays: 90, runDays: 90 },
    ])
  })

  it('rulebook: today’s earnings are what was paid since midnight UTC', async () => {
    const start = Date.UTC(2027, 3, 10, 22)
    const { as } = await planFrom(start)
    const today = async () => {
      const { items } = (await fixture.call('listSmartOrder', {}, { as })).result
      return (items as { todayEarnings: string }[])[0]?.todayEarnings
    }
    fixture.clock.set(start + day)
    await fixture.pay()
    expect(await today()).toBe('0.024000')
    fixture.clock.set(start + day + 2 * hour)
    expect(await today()).toBe('0.000000')
  })

  it('however the clock jumps, forward or back, no day is paid twice and none is left out', async () => {
    const start = Date.UTC(2027, 9, 20, 9)
    const jumps = fc.array(fc.integer({ min: -30 * 24, max: 40 * 24 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(jumps, async (hours) => {
        const { as, id } = await planFrom(start)
        let at = start
        let furthest = start
        for (const jump of hours) {
          at += jump * hour
          furthest = Math.max(furthest, at)
          fixture.clock.set(at)
          await fixture.pay()
          await fixture.pay()
        }
        const due = Math.min(90, Math.floor((furthest - start) / day))
        expect(await payoutsOf(id)).toEqual(upTo(due))
        const back = due === 90 ? 0n : usdt('100').minor
        expect(await fixture.money(as)).toBe(startMoney - back + BigInt(due) * dayMinor)
      }),
      { numRuns: 12 },
    )
  })

  it('eight timetables at once pay each plan’s backlog once', async () => {
    const start = Date.UTC(2029, 0, 1)
    const plans: { as: string; id: string }[] = []
    for (let n = 0; n < 12; n++) plans.push(await planFrom(start))
    fixture.clock.set(start + 20 * day)
    await Promise.all(Array.from({ length: 8 }, () => fixture.pay()))
    await fixture.pay()
    for (const { as, id } of plans) {
      expect(await payoutsOf(id)).toEqual(upTo(20))
      expect(await fixture.money(as)).toBe(startMoney - usdt('100').minor + 20n * dayMinor)
    }
  })

  it('an exit and the timetable at the same moment: the days are paid once and the plan ends once', async () => {
    const start = Date.UTC(2029, 5, 1)
    for (let n = 0; n < 8; n++) {
      const { as, id } = await planFrom(start)
      fixture.clock.set(start + 5 * day)
      const [exit] = await Promise.all([fixture.call('exitSmart', { id }, { as }), fixture.pay()])
      expect([exit.code, exit.result.status]).toEqual([200, 'exited'])
      expect(await fixture.money(as)).toBe(startMoney)
      expect(await payoutsOf(id)).toEqual(upTo(5))
    }
  })

  it('killed in the middle of a payout: nothing half done, and the next turn pays it; others are not held up', async () => {
    const start = Date.UTC(2030, 0, 1)
    fixture.clock.set(start)
    await fixture.pay()
    const plans = [await planFrom(start), await planFrom(start), await planFrom(start)]
    fixture.clock.set(start + 7 * day)
    let kills = 2
    const { ledger } = fixture
    const dying: Ledger = {
      ...ledger,
      transaction: (work) => ledger.transaction(work),
      postIn: async (tx, postings) => {
        const outcomes = await ledger.postIn(tx, postings)
        if (kills-- > 0) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
        return outcomes
      },
    }
    await expect(payDuePlans({ ...fixture, ledger: dying })).rejects.toThrow(/2 cases/)
    const paid = await Promise.all(plans.map(({ id }) => payoutsOf(id)))
    expect(paid.map((days) => days.length).sort()).toEqual([0, 0, 7])
    // Set aside, and tried again five seconds later.
    expect(await fixture.pay()).toBe(0)
    fixture.clock.advance(5_000)
    expect(await fixture.pay()).toBe(2)
    for (const { as, id } of plans) {
      expect(await payoutsOf(id)).toEqual(upTo(7))
      expect(await fixture.money(as)).toBe(startMoney - usdt('100').minor + 7n * dayMinor)
    }
  })
})

it('T2: a payout is debited from its own plan’s reservation, and what is reserved always equals what is promised', async () => {
  const start = Date.UTC(2031, 0, 1)
  await planFrom(start)
  await planFrom(start, { days: 7 })
  for (const days of [0, 1, 5, 8, 60]) {
    fixture.clock.set(start + days * day)
    await fixture.pay()
    const { rows } = await fixture.db.pool.query<{ promised: bigint }>(
      `SELECT coalesce(sum((days - paid_days) * day_minor), 0)::bigint AS promised FROM smart_plans WHERE status = 'earning'`,
    )
    expect((await fixture.house('yield-reserve')).held).toBe(rows[0]?.promised)
    const open = await fixture.db.pool.query<{ principal: bigint }>(
      `SELECT coalesce(sum(amount), 0)::bigint AS principal FROM smart_plans WHERE status = 'earning'`,
    )
    expect((await fixture.house('plan-principal')).balance).toBe(open.rows[0]?.principal)
  }
})

it('T1: no entry lets principal or yield go any other way, whoever asks', async () => {
  const { as } = await planFrom(Date.UTC(2032, 0, 1))
  const house = (name: 'plan-principal' | 'trading-capital' | 'yield-reserve' | 'fee-revenue') =>
    ({ class: name, owner: 'house', asset: 'USDT' }) as const
  await fixture.ledger.open([house('trading-capital'), house('fee-revenue')])
  const customer = { class: 'customer', owner: as, asset: 'USDT' } as const
  for (const [kind, from, to] of [
    ['plan-return', house('plan-principal'), house('trading-capital')],
    ['plan-penalty', house('plan-principal'), house('fee-revenue')],
    ['plan-penalty', customer, house('yield-reserve')],
    ['plan-yield', house('plan-principal'), customer],
    ['plan-yield', house('trading-capital'), customer],
  ] as const) {
    const steps = [{ do: 'transfer', kind, from, to, minor: 1n }] as const
    const outcome = await fixture.ledger.post({
      id: `try:${kind}:${to.class}:${from.class}`,
      reference: null,
      steps,
    })
    expect(outcome).toMatchObject({ ok: false, why: 'forbidden' })
  }
})

it('proof: a second payout of a day, other terms, a step back, a penalty beyond what was paid: the database refuses them', async () => {
  const start = Date.UTC(2033, 0, 1)
  const { id } = await planFrom(start)
  fixture.clock.set(start + 2 * day)
  await fixture.pay()
  const refused: [string, RegExp][] = [
    [`INSERT INTO smart_payouts VALUES ('${id}', 2, 1, 1, 1)`, /duplicate/],
    [`UPDATE smart_plans SET daily_yield = 1 WHERE id = '${id}'`, /terms/],
    [
      `UPDATE smart_plans SET paid_days = 1, next_due_at = started_at + 2 * 86400000 WHERE id = '${id}'`,
      /no move/,
    ],
    [
      `UPDATE smart_plans SET status = 'exited', next_due_at = NULL, closed_at = 1, penalty = 48001 WHERE id = '${id}'`,
      /check/,
    ],
    [
      `UPDATE smart_plans SET status = 'completed', next_due_at = NULL, closed_at = 1 WHERE id = '${id}'`,
      /check/,
    ],
    [`UPDATE smart_payouts SET minor = 2`, /permission denied/],
    [`DELETE FROM smart_plans`, /permission denied/],
    [`UPDATE smart_timeframes SET yield_max = 1`, /check/],
    [`DELETE FROM smart_products`, /permission denied/],
  ]
  for (const [statement, why] of refused) await expect(fixture.db.pool.query(statement)).rejects.toThrow(why)
  const owner = withClient(fixture.db.owner, (client) => client.query('DELETE FROM smart_payouts'))
  await expect(owner).rejects.toThrow(/never changed/)
})
