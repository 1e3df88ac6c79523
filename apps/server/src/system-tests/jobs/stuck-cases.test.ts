import { usdt } from '@candor/money'
import { expect, test } from 'vitest'
import type { ChainTransaction } from '../../funding/chain/chain.ts'
import { notFound } from '../../funding/chain/chain.ts'
import { openFundingFixture } from '../../funding/funding-fixture.ts'
import { house, type Ledger } from '../../ledger/ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { openLoansFixture } from '../../loans/loans-fixture.ts'
import { chargeDueLoans } from '../../loans/repayment/charge-due-loans.ts'
import { endSales } from '../../nft/end-sales.ts'
import { openNftFixture } from '../../nft/nft-fixture.ts'
import { noteFailure, stuckCases } from '../../platform/jobs/stuck-cases-store.ts'
import { payDueSavings } from '../../savings/pay-due-savings.ts'
import { openSavingsFixture } from '../../savings/savings-fixture.ts'
import { payDuePlans } from '../../smart/pay-due-plans.ts'
import { openSmartFixture } from '../../smart/smart-fixture.ts'
import type { ModuleFixture } from '../../testing/module-fixture.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { openOptionsFixture } from '../../trading/options/options-fixture.ts'

const day = 86_400_000

/** The same ledger, broken for one case: whatever is posted for it fails. */
const brokenFor = (ledger: Ledger, id: string): Ledger => ({
  ...ledger,
  transaction: (work) => ledger.transaction(work),
  postIn: (tx, postings) => {
    if (postings.some((posting) => `${posting.id} ${posting.reference}`.includes(id)))
      throw new Error(`the case ${id} is broken`)
    return ledger.postIn(tx, postings)
  },
})

/** Checks what every job owes its other cases: they moved, the broken one is set aside, and it moves once it is whole and its time has come. */
async function expectSetAside(
  fixture: ModuleFixture,
  { id, broken, whole }: { id: string; broken: () => Promise<number>; whole: () => Promise<number> },
): Promise<void> {
  await expect(broken()).rejects.toThrow('1 cases failed')
  expect(await stuckCases(fixture.db.query, 10)).toMatchObject([{ case_id: id, failures: 1 }])
  expect(await whole()).toBe(0)
  fixture.clock.advance(5_000)
  expect(await whole()).toBe(1)
  expect(await stuckCases(fixture.db.query, 10)).toEqual([])
  expect(await reconcile(fixture.db)).toEqual([])
}

test('pay-plans: one broken plan keeps no other from its payout', async () => {
  const fixture = await openSmartFixture(100_000_000_000n)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const as = await fixture.customer(0n, 1_000n)
    const request = { productId: 'harbour', days: 90, amount: '100' }
    ids.push(String((await fixture.call('buySmart', request, { as })).result.id))
  }
  fixture.clock.advance(2 * day)
  const [id = ''] = ids
  await expectSetAside(fixture, {
    id,
    broken: () => payDuePlans({ ...fixture, ledger: brokenFor(fixture.ledger, id) }),
    whole: () => payDuePlans(fixture),
  })
  await fixture.dispose()
})

test('pay-savings: one broken holding keeps no other from its day', async () => {
  const fixture = await openSavingsFixture(usdt('1000').minor)
  for (let n = 0; n < 3; n += 1)
    await fixture.call(
      'enterSavings',
      { coin: 'USDT', amount: '100' },
      { as: await fixture.customer(0n, 1_000n) },
    )
  fixture.clock.advance(3 * day)
  const first = await fixture.db.query
    .selectFrom('savings_holdings')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await expectSetAside(fixture, {
    id: first.id,
    broken: () => payDueSavings({ ...fixture, ledger: brokenFor(fixture.ledger, first.id) }),
    whole: () => payDueSavings(fixture),
  })
  await fixture.dispose()
})

test('charge-loans: one broken loan keeps no other from its day', async () => {
  const fixture = await openLoansFixture()
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push(await fixture.lend(await fixture.borrower(5_000n), '1000', 7))
  fixture.clock.advance(8 * day)
  const [id = ''] = ids
  await expectSetAside(fixture, {
    id,
    broken: () => chargeDueLoans({ ...fixture.context, ledger: brokenFor(fixture.ledger, id) }),
    whole: () => chargeDueLoans(fixture.context),
  })
  await fixture.dispose()
})

test('end-sales: one broken auction keeps no other from its end', async () => {
  const fixture = await openNftFixture()
  const as = await fixture.customer(0n, 1_000n)
  const { id, endsAt } = await fixture.work('Under Leaves')
  expect((await fixture.buy(as, 'Under Leaves', { amount: '30' })).code).toBe(20004)
  const later = await fixture.work('Lee Shore')
  fixture.clock.set(Math.max(endsAt, later.endsAt))
  await expectSetAside(fixture, {
    id,
    broken: () => endSales({ ...fixture.context, ledger: brokenFor(fixture.ledger, id) }),
    whole: () => endSales(fixture.context),
  })
  const row = await fixture.db.query
    .selectFrom('nft_works')
    .select('state')
    .where('id', '=', later.id)
    .executeTakeFirstOrThrow()
  expect(row.state).toBe('unsold')
  await fixture.dispose()
})

test('end-sales: an auction whose leading bid cannot be paid ends unsold, and its bidder is told', async () => {
  const fixture = await openNftFixture()
  const as = await fixture.customer(0n, 100n)
  const { id, endsAt } = await fixture.work('Under Leaves')
  await fixture.buy(as, 'Under Leaves', { amount: '30' })
  const customer = { class: 'customer', owner: as, asset: 'USDT' } as const
  const world = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
  await fixture.ledger.open([world])
  const lost = await fixture.ledger.post({
    id: `test:lost:${id}`,
    reference: null,
    steps: [
      { do: 'release', holdId: `nft:${id}:bid:1`, minor: null },
      { do: 'transfer', kind: 'contract-loss', from: customer, to: world, minor: usdt('90').minor },
    ],
  })
  expect(lost.ok).toBe(true)
  fixture.clock.set(endsAt)
  expect(await fixture.end()).toBeGreaterThanOrEqual(1)
  expect((await fixture.call('getNftById', { id }, { as })).result).toMatchObject({
    status: 'unsold',
    bidCount: 1,
  })
  expect(await fixture.money(as)).toEqual({ balance: usdt('10').minor, held: 0n })
  expect(fixture.events.published.at(-1)).toMatchObject({
    data: { kind: 'nftUnpaid', facts: { amount: '30.000000' } },
  })
  expect(await fixture.end()).toBe(0)
  expect(await reconcile(fixture.db)).toEqual([])
  await fixture.dispose()
})

test('look-at-chain: fifty deposits that a node cannot answer for do not starve the one after them, nor another chain', async () => {
  const paid = new Map<string, ChainTransaction>()
  const hashOf = (n: number) => n.toString(16).padStart(64, '0')
  const node = {
    transaction: async (hash: string) => {
      const found = paid.get(hash)
      if (found === undefined) throw new Error('the node does not answer for this one')
      return found
    },
    balance: async () => 0n,
  }
  const silent = { ...node, transaction: () => Promise.reject(new Error('silent')) }
  const fixture = await openFundingFixture({ bitcoin: node, ethereum: silent })
  const as = await fixture.person()
  const bitcoin = { coin: 'BTC', network: 'BTC', amount: '0.5' }
  for (let n = 1; n <= 50; n += 1)
    expect((await fixture.call('recharge', { ...bitcoin, hash: hashOf(n) }, { as })).code).toBe(20002)
  const good = hashOf(51)
  paid.set(good, { ...notFound, found: true })
  const { id } = (await fixture.call('recharge', { ...bitcoin, hash: good }, { as })).result
  await fixture.look()
  await fixture.look()
  const row = await fixture.db.query
    .selectFrom('funding_deposits')
    .select('sight_state')
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(row.sight_state).toBe('unconfirmed')
  expect(await stuckCases(fixture.db.query, 100)).toHaveLength(50)
  await fixture.dispose()
})

test('operators and the metrics are told what is stuck', async () => {
  const app = await startTestApp()
  const finance = await signInOperator(app, 'finance')
  expect((await finance.call('opsStuckCases')).result).toEqual([])
  const now = app.now()
  const failure = {
    job: 'pay-plans',
    id: 'a plan',
    error: 'the reserve is short',
    firstWaitMs: 5_000,
    longestWaitMs: 600_000,
  }
  await noteFailure(app.db.query, { ...failure, now })
  expect((await finance.call('opsStuckCases')).result).toMatchObject([
    {
      job: 'pay-plans',
      caseId: 'a plan',
      failures: 1,
      error: 'the reserve is short',
      since: new Date(now).toISOString(),
    },
  ])
  const metrics = await (await fetch(app.metricsUrl)).text()
  expect(metrics).toContain('candor_stuck_cases{job="pay-plans"} 1')
  await app.dispose()
})

test('options: one settlement that cannot be written keeps neither the others nor refunds waiting', async () => {
  const fixture = await openOptionsFixture()
  fixture.warm('BTCUSDT', '94000')
  const buy = async () => {
    const as = await fixture.customer()
    const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
    return { as, id: String((await fixture.call('buyOptions', request, { as })).result.id) }
  }
  const [broken, fine] = [await buy(), await buy()]
  await fixture.settler.stop()
  const second = fixture.another({ ledger: brokenFor(fixture.ledger, broken.id) })
  await second.start()
  fixture.clock.advance(60_000)
  fixture.quote('BTCUSDT', '94010')
  // Resolves although one is still not written.
  await second.refundOverdue()
  expect((await fixture.balance(fine.as)).held).toBe(0n)
  expect((await fixture.balance(broken.as)).held).toBe(usdt('100').minor)
  await second.stop()
  await fixture.dispose()
})

test('options: one whose kept quotes cannot be read keeps no other from its end, and is settled once they can', async () => {
  const fixture = await openOptionsFixture()
  const buy = async (code: string, mid: string) => {
    fixture.warm(code, mid)
    const as = await fixture.customer()
    const request = { code, direction: 'up', periodSeconds: 60, amount: '100' }
    expect((await fixture.call('buyOptions', request, { as })).code).toBe(20004)
    return as
  }
  const [broken, fine] = [await buy('ETHUSDT', '4000'), await buy('BTCUSDT', '94000')]
  await fixture.settler.stop()
  fixture.clock.advance(61_000)
  fixture.quote('ETHUSDT', '4001')
  fixture.quote('BTCUSDT', '94010')
  const { paths } = fixture.proofs
  let whole = false
  const seldom = new Proxy(paths, {
    get: (target, name: keyof typeof paths) => {
      const own = target[name]
      if (name !== 'receivedWithin' || typeof own !== 'function')
        return typeof own === 'function' ? own.bind(target) : own
      return (code: string, ...rest: unknown[]) =>
        code === 'ETHUSDT' && !whole
          ? Promise.reject(new Error('the quotes of this market are broken'))
          : Reflect.apply(own, target, [code, ...rest])
    },
  })
  const second = fixture.another({ quoteHistory: { ...fixture.proofs, paths: seldom } })
  await second.start()
  await second.written()
  expect((await fixture.balance(fine)).held).toBe(0n)
  expect((await fixture.balance(broken)).held).toBe(usdt('100').minor)
  whole = true
  fixture.clock.advance(60_000)
  await second.refundOverdue()
  expect((await fixture.balance(broken)).held).toBe(0n)
  await second.stop()
  await fixture.dispose()
})
