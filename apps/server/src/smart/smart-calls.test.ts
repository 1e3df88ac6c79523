import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { noon } from '../testing/module-fixture.ts'
import { ownPlanReceipt } from './plan-receipt.ts'
import { openSmartFixture, type SmartFixture } from './smart-fixture.ts'

let fixture: SmartFixture
beforeAll(async () => {
  fixture = await openSmartFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.clock.set(noon)
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const day = 86_400_000
// Harbour, 30 days: 0.015 % a day at 100, 0.019 % at 5 000; 2 550 lies in the middle.
const request = { productId: 'harbour', days: 30, amount: '2550' }
const rich = () => fixture.customer(0n, 10_000n)
const setParameter = async (key: string, value: unknown) => {
  const change = { key, value: value as never, reason: 'a test', changedBy: 'ana', approvedBy: 'ben' }
  expect(await fixture.parameters.change(change)).toHaveProperty('version')
}

describe('calls Orders: listSmartProducts', () => {
  it('shows sober sample products with every timeframe, the penalty and what is left in the reserve', async () => {
    const { code, result } = await fixture.call('listSmartProducts', {}, { as: await rich() })
    const products: {
      id: string
      timeframes: { days: number; dailyYieldMin: string; dailyYieldMax: string }[]
      reserveLeft: string
      penaltyShare: string
    }[] = JSON.parse(JSON.stringify(result))
    expect([code, products.map(({ id }) => id)]).toEqual([200, ['harbour', 'meadow', 'summit']])
    for (const { timeframes, reserveLeft, penaltyShare } of products) {
      expect(timeframes.map(({ days }) => days)).toEqual([7, 15, 30, 60, 90])
      expect([reserveLeft, penaltyShare]).toEqual(['1000.000000', '0.05'])
      for (const { dailyYieldMin, dailyYieldMax } of timeframes)
        for (const daily of [dailyYieldMin, dailyYieldMax])
          expect(Number(daily) >= 0.0001 && Number(daily) <= 0.0003).toBe(true)
    }
  })
})

describe('calls Orders: buySmart', () => {
  it('answers 20004 with the plan; T2: its whole yield is reserved, its principal lies apart', async () => {
    const as = await rich()
    const before = await fixture.house('yield-reserve')
    const { code, result } = await fixture.call('buySmart', request, { as })
    expect([code, result]).toMatchObject([
      20004,
      {
        productId: 'harbour',
        productName: 'Harbour',
        days: 30,
        amount: '2550.000000',
        dailyYield: '0.00017',
        startedAt: new Date(noon).toISOString(),
        expiresAt: new Date(noon + 30 * day).toISOString(),
        nextEarningAt: new Date(noon + day).toISOString(),
        runDays: 0,
        todayEarnings: '0.000000',
        totalRevenue: '0.000000',
        sharedDays: 0,
        periodProfit: '0.433500',
        currentInterest: '0.000000',
        penalty: '0.000000',
        promised: '13.005000',
        status: 'earning',
        closedAt: null,
      },
    ])
    expect(await fixture.money(as)).toBe(usdt('7450').minor)
    expect((await fixture.house('yield-reserve')).held - before.held).toBe(usdt('13.005').minor)
    expect((await fixture.house('plan-principal')).balance).toBe(usdt('2550').minor)
    await fixture.call('exitSmart', { id: result.id }, { as })
  })

  it.each([
    [{ productId: 'nothing' }, 10010],
    [{ productId: undefined }, 10010],
    [{ days: 29 }, 10012],
    [{ days: undefined }, 10012],
    [{ days: 'many' }, 10012],
    [{ amount: '99.999999' }, 10013],
    [{ amount: '5000.000001' }, 10013],
    [{ amount: '100.0000001' }, 10013],
    [{ amount: undefined }, 10013],
    [{ amount: '-100' }, 10013],
    [{ amount: '１００' }, 10013],
    [{ perDay: '0.4336' }, 11048],
    [{ perDay: '0.43350000001' }, 11048],
  ])('refuses %j with %i and nothing happens', async (change, code) => {
    const as = await rich()
    expect((await fixture.call('buySmart', { ...request, ...change }, { as })).code).toBe(code)
    expect(await fixture.money(as)).toBe(usdt('10000').minor)
  })

  it('refuses demo with 11030 before its fields, a short balance with 10011, a frozen customer with 10008', async () => {
    const as = await fixture.customer(10_000n, 100n)
    expect((await fixture.call('buySmart', {}, { as, mode: 'demo' })).code).toBe(11030)
    expect((await fixture.call('exitSmart', {}, { as, mode: 'demo' })).code).toBe(11030)
    expect((await fixture.call('listSmartOrder', {}, { as, mode: 'demo' })).result.items).toEqual([])
    expect((await fixture.call('buySmart', request, { as })).code).toBe(10011)
    fixture.customers.set(as, { country: null, frozen: true })
    expect((await fixture.call('buySmart', request, { as })).code).toBe(10008)
  })

  it('10024: one open plan a product a customer, even of ten at once; another product is free', async () => {
    const as = await rich()
    const small = { ...request, amount: '100' }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => fixture.call('buySmart', small, { as })),
    )
    expect(responses.map(({ code }) => code).sort()).toEqual([...Array(9).fill(10024), 20004].sort())
    expect((await fixture.call('buySmart', { ...request, productId: 'meadow' }, { as })).code).toBe(20004)
    const bought = responses.find(({ code }) => code === 20004)
    await fixture.call('exitSmart', { id: bought?.result.id }, { as })
    expect((await fixture.call('buySmart', small, { as })).code).toBe(20004)
  })

  it('10015 country (T21): where plans are off they are not sold, nor to a country that is not known', async () => {
    const as = await rich()
    await setParameter('smart.countriesOff', ['BE'])
    expect((await fixture.call('buySmart', request, { as })).result).toEqual({ reason: 'country' })
    fixture.customers.set(as, { country: 'BE', frozen: false })
    expect((await fixture.call('buySmart', request, { as })).result).toEqual({ reason: 'country' })
    fixture.customers.set(as, { country: 'BR', frozen: false })
    expect((await fixture.call('buySmart', { ...request, amount: '100' }, { as })).code).toBe(20004)
    await setParameter('smart.countriesOff', [])
  })

  it('calls Conventions: the same key gives the first answer and one plan', async () => {
    const as = await rich()
    const key = randomUUID()
    const small = { ...request, amount: '100' }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => fixture.call('buySmart', small, { as, key })),
    )
    expect(new Set(all.map(({ code, result }) => `${code} ${result.id}`)).size).toBe(1)
    expect(await fixture.money(as)).toBe(usdt('9900').minor)
    expect((await fixture.call('buySmart', request, { as, key })).code).toBe(11003)
  })
})

describe('calls Orders: exitSmart, listSmartOrder', () => {
  it('rulebook: the principal comes back less min(5 %, what was paid), and the reservation is free again', async () => {
    const as = await rich()
    const left = async () => {
      const { balance, held } = await fixture.house('yield-reserve')
      return balance - held
    }
    const before = await left()
    const { result } = await fixture.call('buySmart', request, { as })
    expect(await left()).toBe(before - usdt('13.005').minor)
    const { id } = result
    fixture.clock.set(noon + 3 * day + day / 2)
    expect(await fixture.pay()).toBeGreaterThan(0)
    const running = await fixture.call('listSmartOrder', { status: 'earning' }, { as })
    expect(running.result.items).toMatchObject([
      {
        id,
        runDays: 3,
        sharedDays: 3,
        totalRevenue: '1.300500',
        periodProfit: '0.433500',
        currentInterest: '0.216750',
        penalty: '1.300500',
        nextEarningAt: new Date(noon + 4 * day).toISOString(),
      },
    ])
    const exited = await fixture.call('exitSmart', { id }, { as })
    expect([exited.code, exited.result]).toMatchObject([
      200,
      {
        status: 'exited',
        penalty: '1.300500',
        totalRevenue: '0.000000',
        sharedDays: 3,
        runDays: 3,
        periodProfit: '0.000000',
        currentInterest: '0.000000',
        nextEarningAt: null,
      },
    ])
    expect(await fixture.money(as)).toBe(usdt('10000').minor)
    expect(await left()).toBe(before)
    for (const [given, who] of [
      [id, as],
      ['absent', as],
      [randomUUID(), as],
    ] as const)
      expect((await fixture.call('exitSmart', { id: given }, { as: who })).status).toBe(404)
  })

  it('an exit pays the days already due first, whether or not the timetable came by', async () => {
    const as = await rich()
    const { id } = (await fixture.call('buySmart', request, { as })).result
    fixture.clock.set(noon + 10 * day)
    const exited = await fixture.call('exitSmart', { id }, { as })
    expect(exited.result).toMatchObject({ sharedDays: 10, penalty: '4.335000', totalRevenue: '0.000000' })
    const { items } = (await fixture.call('listSmartOrder', { status: 'exited' }, { as })).result
    expect(items).toMatchObject([{ id, todayEarnings: '4.335000' }])
  })

  it('a large penalty share takes no more than was paid; a small one leaves the rest as profit', async () => {
    await setParameter('exitPenalty', '0.0005')
    const as = await rich()
    const { id } = (await fixture.call('buySmart', request, { as })).result
    await setParameter('exitPenalty', '0.05')
    fixture.clock.set(noon + 10 * day)
    const exited = await fixture.call('exitSmart', { id }, { as })
    // T18: the share it was bought with, 0.05 % of 2 550.
    expect(exited.result).toMatchObject({ penalty: '1.275000', totalRevenue: '3.060000' })
    expect(await fixture.money(as)).toBe(usdt('10003.06').minor)
  })

  it('an exit after the clock was set back takes no paid day away', async () => {
    const as = await rich()
    const { id } = (await fixture.call('buySmart', request, { as })).result
    fixture.clock.set(noon + 3 * day)
    await fixture.pay()
    fixture.clock.set(noon + day)
    const exited = await fixture.call('exitSmart', { id }, { as })
    expect(exited.result).toMatchObject({ status: 'exited', sharedDays: 3, penalty: '1.300500' })
    expect(await fixture.money(as)).toBe(usdt('10000').minor)
  })

  it('an exit after the last day is a completion: no penalty', async () => {
    const as = await rich()
    const { id } = (await fixture.call('buySmart', request, { as })).result
    fixture.clock.set(noon + 45 * day)
    const ended = await fixture.call('exitSmart', { id }, { as })
    expect(ended.result).toMatchObject({
      status: 'completed',
      runDays: 30,
      sharedDays: 30,
      totalRevenue: '13.005000',
      penalty: '0.000000',
    })
    expect(await fixture.money(as)).toBe(usdt('10013.005').minor)
  })

  it('another’s plan is not found, and lists are one’s own, newest first, page by page', async () => {
    const [as, other] = [await rich(), await rich()]
    const ids: unknown[] = []
    for (const productId of ['harbour', 'meadow'])
      ids.unshift((await fixture.call('buySmart', { ...request, productId }, { as })).result.id)
    expect((await fixture.call('exitSmart', { id: ids[0] }, { as: other })).status).toBe(404)
    const first = await fixture.call('listSmartOrder', { limit: 1 }, { as })
    const rest = await fixture.call('listSmartOrder', { limit: 1, cursor: first.result.nextCursor }, { as })
    const items = [first, rest].flatMap(({ result }) => result.items as { id: string }[])
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(rest.result.nextCursor).toBeNull()
    expect((await fixture.call('listSmartOrder', {}, { as: other })).result.items).toEqual([])
  })

  it('T6: the receipt is one document with the purchase, each payout and the end, and names nobody', async () => {
    const as = await rich()
    const id = String((await fixture.call('buySmart', request, { as })).result.id)
    fixture.clock.set(noon + 2 * day)
    await fixture.pay()
    await fixture.call('exitSmart', { id }, { as })
    const receipt = await ownPlanReceipt(fixture.db, id, as)
    expect(receipt?.document).toMatchObject({
      kind: 'plan',
      order: { amount: '2550.000000', dailyYield: '0.00017', paidBy: 'yield-reserve', status: 'exited' },
      events: [
        { number: 1, kind: 'purchase', promised: '13.005000' },
        { number: 2, kind: 'payout', day: 1, yield: '0.433500' },
        { number: 3, kind: 'payout', day: 2, yield: '0.433500' },
        { number: 4, kind: 'exit', penalty: '0.867000', returned: '2549.133000' },
      ],
    })
    expect(JSON.stringify(receipt?.document)).not.toContain(as)
  })
})

it('T2: of 200 purchases at once exactly as many are sold as the reserve covers to the last day', async () => {
  // 100 for 30 days at 0.015 % promises 0.45: 4.5 covers ten.
  const poor = await openSmartFixture(usdt('4.5').minor)
  try {
    const people = await Promise.all(Array.from({ length: 200 }, () => poor.customer(0n, 200n)))
    const small = { ...request, amount: '100' }
    const responses = await Promise.all(people.map((as) => poor.call('buySmart', small, { as })))
    expect(responses.filter(({ code }) => code === 20004)).toHaveLength(10)
    const refused = responses.filter(({ code }) => code !== 20004)
    expect(new Set(refused.map(({ code, result }) => `${code} ${result.reason}`))).toEqual(
      new Set(['10015 reserve']),
    )
    expect(await poor.house('yield-reserve')).toEqual({ balance: 4_500_000n, held: 4_500_000n })
    poor.clock.advance(40 * day)
    expect(await poor.pay()).toBe(10)
    expect(await poor.house('yield-reserve')).toEqual({ balance: 0n, held: 0n })
    expect(await poor.house('plan-principal')).toEqual({ balance: 0n, held: 0n })
    expect(await reconcile(poor.db)).toEqual([])
  } finally {
    await poor.dispose()
  }
})
