import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ModuleFixture, noon, openModuleFixture } from '../../testing/module-fixture.ts'
import type { Call } from '../../testing/serve-handlers.ts'
import { personIn } from '../../testing/test-person.ts'
import { type OptionsFixture, openOptionsFixture } from '../../trading/options/options-fixture.ts'
import { trustHandlers } from '../routes.ts'
import { ownLimitOf, ownLimitOfLeverage } from './own-limit.ts'

let fixture: ModuleFixture
let call: Call
beforeAll(async () => {
  fixture = await openModuleFixture()
  call = await fixture.serve(trustHandlers(fixture))
  await fixture.ledger.open([capital('DEMO'), capital('USDT')])
})
afterAll(() => fixture.dispose())
beforeEach(() => fixture.clock.set(noon))

const capital = (asset: 'DEMO' | 'USDT') => ({ class: 'trading-capital', owner: 'house', asset }) as const
const hour = 3_600_000

const person = (on: ModuleFixture = fixture) => personIn(on, 10_000n, 10_000n)

async function lose(owner: string, amount: string, asset: 'DEMO' | 'USDT' = 'DEMO'): Promise<void> {
  const from = { class: 'customer', owner, asset } as const
  const steps = [
    { do: 'transfer', kind: 'contract-loss', from, to: capital(asset), minor: usdt(amount).minor } as const,
  ]
  expect(await fixture.ledger.post({ id: randomUUID(), reference: null, steps })).toMatchObject({ ok: true })
}

describe('calls User: limits (T17)', () => {
  it('are none at first, and are shown with what was lost since each period began', async () => {
    const as = await person()
    await lose(as, '30')
    const { code, result } = await call('limits', {}, { as })
    expect(code).toBe(200)
    expect(result).toMatchObject({
      dailyLoss: { value: null, next: null, result: '-30.000000', until: '2026-11-19T00:00:00.000Z' },
      weeklyLoss: { result: '-30.000000', until: '2026-11-23T00:00:00.000Z' },
      monthlyLoss: { result: '-30.000000', until: '2026-12-01T00:00:00.000Z' },
      coolingOff: { until: null, next: null },
      reminderMinutes: null,
      reached: null,
    })
  })

  it('act at once when stricter, after 24 h when looser, and what waits is shown', async () => {
    const as = await person()
    expect((await call('saveLimits', { dailyLoss: '100', reminderMinutes: 30 }, { as })).code).toBe(20005)
    const looser = await call('saveLimits', { dailyLoss: '500' }, { as })
    const tomorrow = new Date(noon + 24 * hour).toISOString()
    expect(looser.result).toMatchObject({
      dailyLoss: { value: '100.000000', next: { value: '500.000000', at: tomorrow } },
      reminderMinutes: 30,
    })
    fixture.clock.set(noon + 24 * hour - 1)
    expect((await call('limits', {}, { as })).result).toMatchObject({ dailyLoss: { value: '100.000000' } })
    fixture.clock.set(noon + 24 * hour)
    expect((await call('limits', {}, { as })).result).toMatchObject({
      dailyLoss: { value: '500.000000', next: null },
    })
  })

  it('the database refuses to loosen a limit at once, whoever asks', async () => {
    const as = await person()
    await call('saveLimits', { weeklyLoss: '100' }, { as })
    const loosen = (text: string) =>
      fixture.db.pool.query(`UPDATE trust_limits SET ${text} WHERE user_id = $1`, [as])
    await expect(loosen('value = 200000000')).rejects.toThrow('24 hours')
    await expect(loosen('value = NULL')).rejects.toThrow('24 hours')
    await expect(loosen('next_value = 5, next_at = changed_at + 1')).rejects.toThrow('24 hours')
  })

  it.each([
    [{ dailyLoss: '0' }],
    [{ weeklyLoss: '-5' }],
    [{ monthlyLoss: '0.0000001' }],
    [{ monthlyLoss: '9'.repeat(30) }],
    [{ coolingOffUntil: new Date(noon - 1).toISOString() }],
    [{ coolingOffUntil: new Date(noon + 400 * 24 * hour).toISOString() }],
    [{ reminderMinutes: 4 }],
    [{ reminderMinutes: 1.5 }],
  ])('refuse %j with 11001 and nothing changes', async (input) => {
    const as = await person()
    expect((await call('saveLimits', { dailyLoss: '7', ...input }, { as })).code).toBe(11001)
    expect((await call('limits', {}, { as })).result).toMatchObject({ dailyLoss: { value: null } })
  })
})

describe('T17: what the limits forbid', () => {
  it('new risk once the realised loss reaches the limit, in that account alone, until the period ends', async () => {
    const as = await person()
    const own = ownLimitOf(fixture)
    await call('saveLimits', { dailyLoss: '100' }, { as })
    await lose(as, '99.999999')
    expect(await own(as, 'demo')).toBeNull()
    await lose(as, '0.000001')
    expect(await own(as, 'demo')).toEqual({
      ok: false,
      code: 11032,
      details: { reason: 'dailyLoss', until: '2026-11-19T00:00:00.000Z' },
    })
    expect(await own(as, 'real')).toBeNull()
    await lose(as, '100', 'USDT')
    expect(await own(as, 'real')).toMatchObject({ code: 11032 })
    fixture.clock.set(Date.UTC(2026, 10, 19))
    expect(await own(as, 'real')).toBeNull()
    expect(await own(as, 'demo')).toBeNull()
  })

  it('everything new in both accounts while a pause lasts', async () => {
    const as = await person()
    const own = ownLimitOf(fixture)
    const until = new Date(noon + hour).toISOString()
    await call('saveLimits', { coolingOffUntil: until }, { as })
    for (const mode of ['demo', 'real'] as const)
      expect(await own(as, mode)).toMatchObject({ code: 11032, details: { reason: 'coolingOff', until } })
    await call('saveLimits', { coolingOffUntil: null }, { as })
    expect(await own(as, 'demo')).toMatchObject({ details: { reason: 'coolingOff' } })
    fixture.clock.set(noon + hour)
    expect(await own(as, 'demo')).toBeNull()
  })

  it('a first real leveraged trade before the check; demo never asks', async () => {
    const as = await person()
    const own = ownLimitOfLeverage(fixture)
    expect(await own(as, 'demo')).toBeNull()
    expect(await own(as, 'real')).toMatchObject({ code: 11032, details: { reason: 'understanding' } })
    const wrong = await call('answerUnderstanding', { leverage: 'a', stopOut: 'c', gap: 'a' }, { as })
    expect(wrong.result).toEqual({ passedAt: null, wrong: ['leverage'] })
    expect(await own(as, 'real')).toMatchObject({ code: 11032 })
    const passed = { passedAt: new Date(noon).toISOString(), wrong: [] }
    const right = { leverage: 'b', stopOut: 'c', gap: 'a' }
    expect((await call('answerUnderstanding', right, { as })).result).toEqual(passed)
    fixture.clock.advance(5)
    expect((await call('answerUnderstanding', right, { as })).result).toEqual(passed)
    expect((await call('understanding', {}, { as })).result).toEqual(passed)
    expect(await own(as, 'real')).toBeNull()
  })
})

describe('T17 in the rooms that sell risk', () => {
  let options: OptionsFixture
  beforeAll(async () => {
    options = await openOptionsFixture(100_000n, { ownLimit: ownLimitOf })
  })
  afterAll(() => options.dispose())

  it('buyOptions answers 11032 with the limit after the customer’s state and before the market’s', async () => {
    const as = await person(options)
    options.warm('BTCUSDT', '94000')
    const limits = await options.serve(trustHandlers(options))
    await limits('saveLimits', { coolingOffUntil: new Date(noon + hour).toISOString() }, { as })
    const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
    const { code, result } = await options.call('buyOptions', option, { as })
    expect([code, result]).toEqual([
      11032,
      { reason: 'coolingOff', until: new Date(noon + hour).toISOString() },
    ])
    options.board.halt('BTCUSDT', 'technical')
    expect((await options.call('buyOptions', option, { as })).code).toBe(11032)
    options.board.halt('BTCUSDT', null)
    options.customers.set(as, { country: null, frozen: true })
    expect((await options.call('buyOptions', option, { as })).code).toBe(10008)
  })
})
