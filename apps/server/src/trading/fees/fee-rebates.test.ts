import type { FeeRebatePaid, VipTierShown } from '@candor/contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Users } from '../../accounts/accounts-store.ts'
import { customerDirectory } from '../../accounts/customers/customer-directory.ts'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { invitesModule } from '../../invites/invites.module.ts'
import { house, type Ledger } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { paidTradingFees } from '../../ledger/reports/paid-fees.ts'
import type { Json } from '../../platform/json.ts'
import { resultOf, rolesWithoutJobs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testContext } from '../../testing/test-context.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { type FeeRebatePorts, payFeeRebates } from './fee-rebates.ts'
import { owedRebatesOf, rebatesOwedUntil } from './fee-rebates-store.ts'
import { readVipTiers } from './vip-tiers.ts'

const dayMs = 86_400_000
let app: TestApp
let ledger: Ledger
let ports: FeeRebatePorts
beforeAll(async () => {
  app = await startTestApp({ roles: rolesWithoutJobs })
  const clock = { now: () => app.now() }
  ledger = createLedger(app.db, clock)
  ports = {
    db: app.db,
    clock,
    ledger,
    parameters: new Parameters(app.db, clock, { sandbox: true }),
    newId: v7,
  }
})
afterAll(() => app.dispose())

const untilTomorrow = () => app.moveClock(dayMs - (app.now() % dayMs) + 1_000)

async function setTiers(value: object[]): Promise<void> {
  // As the job writes them when what was announced holds.
  const change = { key: 'vip.tiers', value: value as Json, reason: 'a test of tiers' }
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  expect(await parameters.change({ ...change, changedBy: 'ana', approvedBy: 'ben' })).toHaveProperty(
    'version',
  )
}

/** A contract of 5 000 USDT margin at tenfold leverage, opened now, and the fee it cost. */
async function trade(userId: string, mode: 'real' | 'demo', feeMinor: bigint): Promise<void> {
  const id = v7()
  await app.db.pool.query(
    `INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
       open_price, margin, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
     SELECT $1::uuid, coalesce(max(sequence), 0) + 1, $1::text, $1::uuid, $2::uuid, $3, 'EURUSD', 'buy', 'market', 1, 10, 1, 5000000000, 0, 0, 0,
       'open', 1, '{"commissionRate":"0","swapLong":"0","swapShort":"0"}', $4::bigint, $4::bigint FROM orders_contracts`,
    [id, userId, mode, app.now()],
  )
  const asset = mode === 'real' ? 'USDT' : 'DEMO'
  const customer = { class: 'customer', owner: userId, asset } as const
  const of = (name: 'trading-capital' | 'fee-revenue') => ({ class: name, owner: house, asset }) as const
  const steps = [
    { do: 'transfer', kind: 'contract-profit', from: of('trading-capital'), to: customer, minor: feeMinor },
    { do: 'transfer', kind: 'contract-commission', from: customer, to: of('fee-revenue'), minor: feeMinor },
  ] as const
  expect(await ledger.post({ id, reference: null, steps })).toMatchObject({ ok: true })
}

test('ADR-113: a list of tiers rises in both, and gives back at most a half', () => {
  const tier = (volume: string, rebate: string) => ({ volume, rebate })
  expect(readVipTiers([])).toEqual([])
  expect(readVipTiers([tier('1000', '0.05'), tier('2000', '0.5')])).toHaveLength(2)
  for (const wrong of [
    'none',
    [tier('1000', '0.51')],
    [tier('0', '0.1')],
    [tier('1000', '0')],
    [tier('-1', '0.1')],
    [tier('1000', 'half')],
    [tier('2000', '0.1'), tier('1000', '0.2')],
    [tier('1000', '0.2'), tier('2000', '0.2')],
    [{ volume: 1000, rebate: 0.1 }],
  ])
    expect(readVipTiers(wrong)).toBeNull()
})

test('nothing comes back while no tiers are set, and a wrong list is refused', async () => {
  expect(resultOf(await app.call('vipTiers', {}))).toEqual([])
  const risk = await signInOperator(app, 'risk')
  const from = new Date(app.now() + 30 * 3_600_000).toISOString()
  const wrong = { key: 'vip.tiers', value: [{ volume: '1', rebate: '0.9' }], from, reason: 'too much of it' }
  expect(await risk.call('opsProposeList', wrong)).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'value', code: 'list' }] },
  })
  const ada = await app.signUp()
  await trade(ada.id, 'real', 1_000_000n)
  await untilTomorrow()
  expect(await payFeeRebates(ports)).toBe(0)
})

test('the fees of a day come back by the volume of the 30 days before it, once, however many turns there are', async () => {
  await setTiers([
    { volume: '50000', rebate: '0.1' },
    { volume: '100000', rebate: '0.2' },
  ])
  const shown = async () => resultOf<VipTierShown[]>(await app.call('vipTiers', {}))
  // The server asks what holds again by itself.
  await expect.poll(shown).toEqual([
    { volume: '50000.000000', rebate: '0.1' },
    { volume: '100000.000000', rebate: '0.2' },
  ])
  const [ada, demo] = [await app.signUp(), await app.signUp()]
  // The list was not in force when this day began: it changes nothing in it (trust T18).
  await trade(ada.id, 'real', 5_000_000n)
  await trade(demo.id, 'demo', 5_000_000n)
  await untilTomorrow()
  expect(await payFeeRebates(ports)).toBe(0)

  await trade(ada.id, 'real', 1_234_567n)
  await trade(demo.id, 'demo', 1_234_567n)
  await untilTomorrow()
  const paid = await Promise.all([payFeeRebates(ports), payFeeRebates(ports), payFeeRebates(ports)])
  expect(paid.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await payFeeRebates(ports)).toBe(0)
  const standing = resultOf<{ newest: FeeRebatePaid[] }>(
    await app.call('vipStanding', {}, { token: ada.token, mode: 'real' }),
  )
  expect(standing).toMatchObject({
    volume: '100000.000000',
    tier: 1,
    paid: '0.123456',
    newest: [{ volume: '50000.000000', fees: '1.234567', rate: '0.1', rebate: '0.123456' }],
  })
  const statement = await app.call('statement', {}, { token: ada.token, mode: 'real' })
  expect(statement.result.items[0]).toMatchObject({ kind: 'fee-rebate', amount: '0.123456' })
  const none = resultOf(await app.call('vipStanding', {}, { token: demo.token }))
  expect(none).toMatchObject({ volume: '0.000000', tier: null, paid: '0.000000', newest: [] })
  expect(await reconcile(app.db)).toEqual([])
})

test('ADR-140: an inviter’s tenth is of what the friend in fact paid, whichever of the two jobs comes first', async () => {
  const inviter = await app.signUp()
  const code = resultOf<{ code: string }>(await app.call('invites', {}, { token: inviter.token })).code
  const friend = await app.signUp()
  expect((await app.call('enterInviteCode', { code }, { token: friend.token })).code).toBe(200)
  const { jobs } = await invitesModule.open(testContext(app), {
    customers: customerDirectory(new Users(app.db)),
    paidFees: paidTradingFees,
    rebatesOwedUntil: (now) => rebatesOwedUntil(app.db, now),
    owedRebatesOf,
  })
  const payCommissions = () => Promise.all(jobs.map((job) => job.run()))
  const shown = async () =>
    resultOf<{ earned: string; items: object[] }>(await app.call('invites', {}, { token: inviter.token }))
  const nextDay = async () => {
    await untilTomorrow()
    await payCommissions()
    await payFeeRebates(ports)
    await payCommissions()
  }
  await trade(friend.id, 'real', 1_000_000n)
  await nextDay()
  expect((await shown()).earned).toBe('0.100000')
  // 50 000 traded before this day: a tenth of its fees comes back, and a tenth of the rest is the inviter's.
  await trade(friend.id, 'real', 2_000_000n)
  await nextDay()
  await payCommissions()
  expect(await shown()).toMatchObject({
    earned: '0.280000',
    items: [{ fees: '2.800000', earned: '0.280000', pending: '0.000000' }],
  })
  const { rows } = await app.db.pool.query(
    'SELECT fees, rebates, commission FROM invites_commissions ORDER BY sequence',
  )
  expect(rows).toEqual([
    { fees: 1_000_000n, rebates: 0n, commission: 100_000n },
    { fees: 1_800_000n, rebates: 200_000n, commission: 180_000n },
  ])
  expect(await reconcile(app.db)).toEqual([])
})

test('what was given back cannot be changed, nor given twice for a day', async () => {
  await expect(app.db.pool.query('UPDATE orders_fee_rebates SET rebate = 1')).rejects.toThrow(
    'permission denied',
  )
  await expect(
    app.db.pool.query(
      `INSERT INTO orders_fee_rebates SELECT gen_random_uuid(), user_id, day, volume, fees, rate, rebate, paid_at FROM orders_fee_rebates`,
    ),
  ).rejects.toThrow('orders_fee_rebates_user_id_day_key')
  await expect(
    app.db.pool.query(
      `INSERT INTO orders_fee_rebates SELECT gen_random_uuid(), user_id, day + 1, volume, fees, rate, rebate + 1, paid_at FROM orders_fee_rebates`,
    ),
  ).rejects.toThrow('check')
})
