import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { noon } from '../../testing/module-fixture.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture(100_000n, { engine: true })
})
afterAll(() => fixture.dispose())

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
beforeEach(() => {
  fixture.clock.set(noon)
  fixture.board.halt('BTCUSDT', null)
  fixture.warm('BTCUSDT', '94000')
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const setParameter = async (key: string, value: unknown) => {
  const change = { key, value: value as never, reason: 'a test', changedBy: 'ana', approvedBy: 'ben' }
  expect(await fixture.parameters.change(change)).toHaveProperty('version')
}

describe('calls Orders: previewOptions', () => {
  it('says what an option pays, costs, needs and is worth at even odds, and promises nothing', async () => {
    const as = await fixture.customer()
    const { code, result } = await fixture.call('previewOptions', request, { as })
    expect([code, result]).toEqual([
      200,
      {
        code: 'BTCUSDT',
        direction: 'up',
        periodSeconds: 60,
        amount: '100.000000',
        payoutRate: '0.75',
        profitIfWon: '75.000000',
        lossIfLost: '100.000000',
        breakEvenWinRate: '0.571429',
        expectedAtEvenOdds: '-12.500000',
        openPrice: '94000.00',
        openedAt: new Date(noon).toISOString(),
        expiresAt: new Date(noon + 60_000).toISOString(),
        source: 'live',
      },
    ])
    expect(await fixture.balance(as)).toEqual({ balance: 10_000_000_000n, held: 0n })
  })
})

describe('calls Orders: buyOptions', () => {
  it('answers 20004 with the option; the stake is held and the promised win covered', async () => {
    const as = await fixture.customer()
    const { code, result } = await fixture.call('buyOptions', request, { as })
    expect([code, result]).toMatchObject([
      20004,
      {
        type: 'options',
        direction: 'up',
        status: 'open',
        result: null,
        amount: '100.000000',
        settleWithinSeconds: 30,
        payoutRate: '0.75',
        breakEvenWinRate: '0.571429',
        openPrice: '94000.00',
        expiresAt: new Date(noon + 60_000).toISOString(),
        mode: 'demo',
        lots: null,
        closePrice: null,
        profit: null,
      },
    ])
    expect(await fixture.balance(as)).toEqual({ balance: 10_000_000_000n, held: 100_000_000n })
    const { rows } = await fixture.db.pool.query(
      `SELECT held FROM ledger_accounts WHERE class = 'trading-capital' AND asset = 'DEMO'`,
    )
    expect(rows[0].held).toBe(75_000_000n)
    fixture.clock.set(noon + 60_000)
    fixture.quote('BTCUSDT', '94000')
    await fixture.settler.written()
  })

  it('opens on the mid of a tradable quote: a bad print is shown and never trades', async () => {
    const as = await fixture.customer()
    fixture.quote('BTCUSDT', '1')
    expect(fixture.board.latest('BTCUSDT')?.mid).toBe(10_000_000_000n)
    const { result } = await fixture.call('buyOptions', request, { as })
    expect(result).toMatchObject({ openPrice: '94000.00' })
    await fixture.settler.refundAll(as, 'demo')
  })

  it.each([
    [{ code: 'NOPE' }, 10014],
    [{ code: undefined }, 10014],
    [{ periodSeconds: 61 }, 10017],
    [{ periodSeconds: undefined }, 10017],
    [{ periodSeconds: 'soon' }, 10017],
    [{ amount: undefined }, 10016],
    [{ amount: '4.999999' }, 10016],
    [{ amount: '2000.000001' }, 10016],
    [{ amount: '100.0000001' }, 10016],
    [{ amount: 'NaN' }, 10016],
    [{ amount: '1e3' }, 10016],
    [{ amount: 100 }, 10016],
    [{ direction: 'sideways' }, 11001],
  ])('refuses %j with %i, before and at purchase, and nothing happens', async (change, code) => {
    const as = await fixture.customer()
    expect((await fixture.call('previewOptions', { ...request, ...change }, { as })).code).toBe(code)
    expect((await fixture.call('buyOptions', { ...request, ...change }, { as })).code).toBe(code)
    expect(await fixture.balance(as)).toEqual({ balance: 10_000_000_000n, held: 0n })
  })

  it('refuses a market whose options an operator switched off with 10014', async () => {
    const as = await fixture.customer()
    await setParameter('options.disabledMarkets', ['BTCUSDT'])
    expect((await fixture.call('buyOptions', request, { as })).code).toBe(10014)
    await setParameter('options.disabledMarkets', [])
  })

  it('takes periods, payouts and stakes from the parameters; one already bought keeps its terms (T18)', async () => {
    const as = await fixture.customer()
    const before = await fixture.call('buyOptions', request, { as })
    await setParameter('options.payouts', { '60': '0.5', '30': '0.4' })
    await setParameter('options.stakeMin', '50')
    expect((await fixture.call('buyOptions', { ...request, amount: '49' }, { as })).code).toBe(10016)
    expect(
      (await fixture.call('previewOptions', { ...request, periodSeconds: 30 }, { as })).result,
    ).toMatchObject({
      profitIfWon: '40.000000',
    })
    const unchanged = await fixture.call('getOptionsOrderById', { id: String(before.result.id) }, { as })
    expect(unchanged.result).toMatchObject({ payoutRate: '0.75' })
    await setParameter('options.payouts', { '60': '0.75', '180': '0.78', '3600': '0.85' })
    await setParameter('options.stakeMin', '5')
    await fixture.settler.refundAll(as, 'demo')
  })

  it('refuses more than the customer has with 10011', async () => {
    const as = await fixture.customer(50n)
    expect((await fixture.call('buyOptions', request, { as })).code).toBe(10011)
  })

  it('refuses the twenty-first open one with 11047, counting this account alone, even of 30 at once', async () => {
    const as = await fixture.customer()
    const tries = Array.from({ length: 30 }, () =>
      fixture.call('buyOptions', { ...request, amount: '5' }, { as }),
    )
    const codes = (await Promise.all(tries)).map(({ code }) => code)
    expect(codes.filter((code) => code === 20004)).toHaveLength(20)
    expect(codes.filter((code) => code === 11047)).toHaveLength(10)
    await fixture.settler.refundAll(as, 'demo')
    expect((await fixture.call('buyOptions', { ...request, amount: '5' }, { as })).code).toBe(20004)
    await fixture.settler.refundAll(as, 'demo')
  })

  it('refuses each of a batch for its own reason: a full account is nobody else’s, and what cannot be paid takes no place', async () => {
    const [full, poor, rich] = [
      await fixture.customer(),
      await fixture.customer(100n),
      await fixture.customer(),
    ]
    const nineteen = [full, poor, rich].flatMap((as) => Array<string>(19).fill(as))
    await Promise.all([...nineteen, full].map((as) => fixture.buy(as, { ...request, amount: '5' })))
    const purchases: readonly (readonly [string, string])[] = [
      [full, '5'],
      [poor, '100'],
      [rich, '5'],
      [full, '5'],
      [poor, '5'],
      [rich, '5'],
    ]
    // All of one turn. The poor one has five left: too little for the first, which waits for what is under way and then finds no place.
    const codes = await Promise.all(purchases.map(([as, amount]) => fixture.buy(as, { ...request, amount })))
    expect(codes).toEqual([11047, 11047, 20004, 11047, 20004, 11047])
    for (const as of [full, poor, rich]) await fixture.settler.refundAll(as, 'demo')
  })

  it('refuses a frozen customer with 10008', async () => {
    const as = await fixture.customer()
    fixture.customers.set(as, { country: null, frozen: true })
    expect((await fixture.call('buyOptions', request, { as })).code).toBe(10008)
  })

  it('10015 closed: a market outside its hours, and one whose last quote was outside them', async () => {
    const as = await fixture.customer()
    fixture.warm('AAPL', '268')
    expect((await fixture.call('previewOptions', { ...request, code: 'AAPL' }, { as })).code).toBe(200)
    fixture.clock.set(noon + 6 * 3_600_000)
    const { code, result } = await fixture.call('buyOptions', { ...request, code: 'AAPL' }, { as })
    expect([code, result]).toEqual([10015, { reason: 'closed' }])
  })

  it('10015 halted, 10015 stale: an operator’s halt, and a quote older than the rulebook allows', async () => {
    const as = await fixture.customer()
    fixture.board.halt('BTCUSDT', 'exchange')
    expect((await fixture.call('buyOptions', request, { as })).result).toEqual({ reason: 'halted' })
    fixture.board.halt('BTCUSDT', null)
    fixture.clock.advance(5_000)
    expect((await fixture.call('previewOptions', request, { as })).code).toBe(200)
    fixture.clock.advance(1)
    const { code, result } = await fixture.call('buyOptions', request, { as })
    expect([code, result]).toEqual([10015, { reason: 'stale' }])
    expect((await fixture.call('buyOptions', { ...request, code: 'ETHUSDT' }, { as })).result).toEqual({
      reason: 'stale',
    })
  })

  it('10015 country (T21): off for real accounts until the country is listed, never on in the EU or the UK', async () => {
    const as = await fixture.customer(10_000n, 1_000n)
    const real = () => fixture.call('buyOptions', request, { as, mode: 'real' })
    const inCountry = (country: string | null) => fixture.customers.set(as, { country, frozen: false })
    inCountry('BR')
    expect((await real()).result).toEqual({ reason: 'country' })
    await setParameter('options.realCountries', ['BR', 'DE', 'GB'])
    for (const country of ['DE', 'GB', null, 'US']) {
      inCountry(country)
      expect([country, (await real()).result]).toEqual([country, { reason: 'country' }])
    }
    inCountry('BR')
    expect((await real()).code).toBe(20004)
    inCountry('DE')
    expect((await fixture.call('buyOptions', request, { as })).code).toBe(20004)
    expect(await fixture.balance(as, 'USDT')).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await fixture.settler.refundAll(as, 'real')
    await fixture.settler.refundAll(as, 'demo')
    await setParameter('options.realCountries', [])
  })

  it('calls Conventions: the same key gives the first answer and one effect; with another body 11003', async () => {
    const as = await fixture.customer()
    const key = randomUUID()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => fixture.call('buyOptions', request, { as, key })),
    )
    expect(new Set(all.map(({ code, result }) => `${code} ${result.id}`)).size).toBe(1)
    expect((await fixture.balance(as)).held).toBe(100_000_000n)
    expect((await fixture.call('buyOptions', { ...request, amount: '5' }, { as, key })).code).toBe(11003)
    await fixture.settler.refundAll(as, 'demo')
    const after = await fixture.call('buyOptions', request, { as, key })
    expect(after.result).toEqual(all[0]?.result)
  })
})

describe('calls Orders: getOptionsOrderById, listOptionsOrder', () => {
  it('shows one’s own of the chosen account, newest first, page by page', async () => {
    const as = await fixture.customer()
    const ids: unknown[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await fixture.call('buyOptions', request, { as })).result.id)
    const first = await fixture.call('listOptionsOrder', { limit: 3 }, { as })
    const rest = await fixture.call('listOptionsOrder', { limit: 3, cursor: first.result.nextCursor }, { as })
    const items = [first, rest].flatMap(({ result }) => result.items as { id: string }[])
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(rest.result.nextCursor).toBeNull()
    expect((await fixture.call('listOptionsOrder', { status: 'closed' }, { as })).result.items).toEqual([])
    expect((await fixture.call('listOptionsOrder', {}, { as, mode: 'real' })).result.items).toEqual([])
    expect((await fixture.call('listOptionsOrder', { cursor: 'x' }, { as })).code).toBe(11001)

    const other = await fixture.customer()
    for (const id of [String(ids[0]), 'absent', randomUUID()]) {
      const { status, code } = await fixture.call('getOptionsOrderById', { id }, { as: other })
      expect([status, code]).toEqual([404, 11004])
    }
    await fixture.settler.refundAll(as, 'demo')
  })
})

it('10015 source (T4): outside a sandbox a real account cannot buy on simulated or replayed prices; demo can', async () => {
  const strict = await openOptionsFixture(100_000n, { sandbox: false })
  try {
    const as = await strict.customer(1_000n, 1_000n)
    strict.customers.set(as, { country: 'BR', frozen: false })
    await strict.parameters.change({
      key: 'options.realCountries',
      value: ['BR'],
      reason: 'a test',
      changedBy: 'ana',
      approvedBy: 'ben',
    })
    for (const [code, source] of [
      ['BTCUSDT', 'simulated'],
      ['ETHUSDT', 'replay'],
      ['LTCUSDT', 'live'],
    ] as const) {
      strict.warm(code, '100', source)
      const { result } = await strict.call('previewOptions', { ...request, code }, { as, mode: 'real' })
      expect(result).toMatchObject(source === 'live' ? { source } : { reason: 'source' })
      expect((await strict.call('previewOptions', { ...request, code }, { as })).code).toBe(200)
    }
  } finally {
    await strict.dispose()
  }
})

it('10015 reserve: of 200 purchases at once exactly as many are sold as the trading capital can pay', async () => {
  // 75 covers one win of 100 at 0.75: 750 covers ten.
  const poor = await openOptionsFixture(750n)
  try {
    poor.warm('BTCUSDT', '94000')
    const people = await Promise.all(Array.from({ length: 200 }, () => poor.customer(100n)))
    const responses = await Promise.all(people.map((as) => poor.call('buyOptions', request, { as })))
    expect(responses.filter(({ code }) => code === 20004)).toHaveLength(10)
    const refused = responses.filter(({ code }) => code !== 20004)
    expect(new Set(refused.map(({ code, result }) => `${code} ${result.reason}`))).toEqual(
      new Set(['10015 reserve']),
    )
    poor.clock.advance(60_000)
    poor.quote('BTCUSDT', '94001')
    await poor.settler.written()
    const won = await Promise.all(people.map((as) => poor.balance(as)))
    expect(won.filter(({ balance }) => balance === 175_000_000n)).toHaveLength(10)
    expect(await reconcile(poor.db)).toEqual([])
  } finally {
    await poor.dispose()
  }
})
