import type { MarketInfo } from '@candor/contract'
import { announcedKeys } from '@candor/contract/fees/announced-terms.ts'
import { feeKeys } from '@candor/contract/fees/operator-set-fees.ts'
import { languageCodes } from '@candor/texts/languages.ts'
import { readTexts } from '@candor/texts/read-catalog.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
let finance: TestOperator
/** A session does not outlive a clock that was moved by a day. */
const signIn = async () => {
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
}
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(signIn)
afterAll(() => app.dispose())

const hour = 3_600_000
const reason = 'our provider charges more'
const after = (ms: number) => new Date(app.now() + ms).toISOString()
const issuesOf = (response: { code: number; result: unknown }) => ({
  code: response.code,
  issues: (response.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path} ${code}`,
  ),
})
const approve = async (who: TestOperator, id: string) => {
  const { shownHash } = resultOf<{ shownHash: string }>(await who.call('opsProposal', { id }))
  return who.call('opsApproveProposal', { id, shownHash })
}
const idOf = (response: { result: unknown }) => (response.result as { id: string }).id
const info = async (code: string) => resultOf<MarketInfo>(await app.call('getMarketInfo', { id: code }))
const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }

test('T10, T18: proposed by one, approved by another, announced to everybody, and only for new orders from its moment on', async () => {
  const { token } = await app.signUp()
  const bought = async () => app.call('buyContract', buy, { token })
  const first: { id?: string } = {}
  await expect
    .poll(async () => {
      const { code, result } = await bought()
      Object.assign(first, result)
      return code
    })
    .toBe(20004)
  const change = { codes: ['BTCUSDT', 'ETHUSDT'], terms: { commissionRate: '0.0012' }, reason }
  const proposal = await risk.call('opsProposeTerms', { ...change, from: after(30 * hour) })
  const id = idOf(proposal)
  expect((await approve(risk, id)).code).toBe(11008)
  expect((await info('BTCUSDT')).later).toBeNull()
  expect((await approve(finance, id)).code).toBe(200)

  const notifications = resultOf<{ items: { kind: string; facts: Record<string, string> }[] }>(
    await app.call('notifications', {}, { token }),
  )
  expect(notifications.items[0]).toMatchObject({
    kind: 'tariff',
    facts: { names: 'BTCUSDT, ETHUSDT', orders: '2' },
  })
  await expect.poll(async () => (await info('BTCUSDT')).later?.terms.commissionRate).toBe('0.0012')
  expect(await info('BTCUSDT')).toMatchObject({ commissionRate: '0.001', leverageMax: 2 })
  const shown = resultOf<{ markets: { code: string; commissionRate: string; later: object[] }[] }>(
    await app.call('tariffs'),
  )
  expect(shown.markets.find(({ code }) => code === 'ETHUSDT')).toMatchObject({
    commissionRate: '0.001',
    later: [{ terms: { commissionRate: '0.0012' } }],
  })

  await app.moveClock(31 * hour)
  await expect.poll(async () => (await info('BTCUSDT')).commissionRate).toBe('0.0012')
  await expect.poll(async () => (await bought()).code).toBe(20004)
  const orders = resultOf<{ items: { id: string; openPrice: string; lots: string; fee: string }[] }>(
    await app.call('listContractOrder', {}, { token }),
  ).items
  const rateOf = ({ openPrice, fee }: (typeof orders)[number]) => Number(fee) / (Number(openPrice) * 0.01)
  expect(rateOf(orders[0] as (typeof orders)[number])).toBeCloseTo(0.0012, 8)
  // What runs is closed with the commission it was opened with: twice the old rate in all.
  const closed = await app.call('closeContract', { id: first.id }, { token })
  const { openPrice, closePrice, fee } = resultOf<Record<string, string>>(closed)
  expect(Number(fee) / ((Number(openPrice) + Number(closePrice)) * 0.01)).toBeCloseTo(0.001, 7)
})

test('refused at its field: too soon, before what is announced, above the cap, unchanged, another role', async () => {
  const call = async (fields: object, who = risk) =>
    who.call('opsProposeTerms', {
      codes: ['XAUUSD'],
      terms: { commissionRate: '0.0001' },
      from: after(30 * hour),
      reason,
      ...fields,
    })
  expect(issuesOf(await call({ from: after(23 * hour) }))).toEqual({ code: 11001, issues: ['from too-soon'] })
  expect(issuesOf(await call({ terms: { leverageMax: 21 } }))).toEqual({
    code: 11001,
    issues: ['leverageMax above-cap'],
  })
  expect(issuesOf(await call({ terms: {} })).issues).toEqual(['terms unchanged'])
  expect(issuesOf(await call({ codes: ['NOPE'] })).issues).toEqual(['codes unknown-market'])
  expect(issuesOf(await call({ terms: { swapLong: '0.0000000000001' } })).issues).toEqual(['terms too-fine'])
  expect((await call({}, await signInOperator(app, 'reviewer'))).code).toBe(11005)
  const late = idOf(await call({ from: after(40 * hour) }))
  const waiting = idOf(await call({ terms: { commissionRate: '0.0002' } }))
  expect((await approve(finance, late)).code).toBe(200)
  // The one that still waits would now hold before it: the person who opens it sees that, and it is refused.
  const { sections } = resultOf<{ sections: { title: string }[] }>(
    await finance.call('opsProposal', { id: waiting }),
  )
  expect(sections.at(-1)?.title).toBe('Cannot be approved now')
  expect(issuesOf(await approve(finance, waiting)).issues).toEqual(['from not-after-last'])
})

test('T18: a fee is announced before it holds, never above its most, and not changed as a raw parameter', async () => {
  const call = (fields: object) =>
    finance.call('opsProposeFee', {
      key: 'withdrawalRate',
      value: '0.004',
      from: after(30 * hour),
      reason,
      ...fields,
    })
  expect(issuesOf(await call({ value: '0.021' })).issues).toEqual(['value too-high'])
  expect(issuesOf(await call({ value: '-0.001' })).issues).toEqual(['value decimal'])
  expect(issuesOf(await call({ value: '0.005' })).issues).toEqual(['value unchanged'])
  const raw = { key: 'withdrawalRate', value: '0.004', reason }
  expect(issuesOf(await risk.call('opsChangeParameter', raw)).issues).toEqual(['key tariff'])
  const cut = idOf(await call({}))
  expect((await approve(risk, cut)).code).toBe(200)
  const now = async () => (await app.call('getParamByKey', { key: 'withdrawalRate' })).result
  const people = { changedBy: finance.email, approvedBy: risk.email }
  expect(await now()).toBe('0.005')
  const { fees } = resultOf<{ fees: { key: string; later: object[] }[] }>(await app.call('tariffs'))
  expect(fees.find(({ key }) => key === 'withdrawalRate')?.later).toMatchObject([{ value: '0.004' }])
  // Customers wait for the cut: within a day of its moment nobody takes it back, whenever that was proposed.
  const withdraw = () => finance.call('opsWithdrawTariff', { changeId: cut, reason: 'too dear for us' })
  await app.moveClock(5 * hour)
  await signIn()
  const early = idOf(await withdraw())
  await app.moveClock(2 * hour)
  await signIn()
  expect(issuesOf(await withdraw()).issues).toEqual(['changeId waited-for'])
  expect(issuesOf(await approve(risk, early)).issues).toEqual(['changeId waited-for'])
  await app.moveClock(24 * hour)
  await signIn()
  await expect.poll(now).toBe('0.004')
  const history = resultOf<object[]>(await risk.call('opsParameterHistory', { key: 'withdrawalRate' }))
  expect(history).toMatchObject([{ value: '0.004', ...people }])
  const { announced } = resultOf<{ announced: { names: string[] }[] }>(await finance.call('opsTariffs'))
  expect(announced.map(({ names }) => names.join())).toEqual(['withdrawalRate', 'XAUUSD', 'BTCUSDT,ETHUSDT'])
})

test('T18: what is announced can be withdrawn by two before it holds; everybody is told, and the same moment can be announced again', async () => {
  const { token } = await app.signUp()
  const from = after(30 * hour)
  const change = { codes: ['EURUSD'], terms: { commissionRate: '0.0003' }, from, reason }
  const first = idOf(await risk.call('opsProposeTerms', change))
  expect((await approve(finance, first)).code).toBe(200)
  const second = idOf(
    await risk.call('opsProposeTerms', { ...change, terms: { leverageMax: 5 }, from: after(40 * hour) }),
  )
  expect((await approve(finance, second)).code).toBe(200)
  await expect.poll(async () => (await info('EURUSD')).later?.from).toBe(from)
  const withdraw = (changeId: string) =>
    finance.call('opsWithdrawTariff', { changeId, reason: 'a digit was wrong' })
  expect(issuesOf(await withdraw(first)).issues).toEqual(['changeId not-last'])
  for (const changeId of [second, first]) {
    const id = idOf(await withdraw(changeId))
    expect((await approve(finance, id)).code).toBe(11008)
    expect((await approve(risk, id)).code).toBe(200)
  }
  await expect.poll(async () => (await info('EURUSD')).later).toBeNull()
  expect(issuesOf(await withdraw(first)).issues).toEqual(['changeId withdrawn'])
  const notifications = resultOf<{ items: { kind: string; facts: Record<string, string> }[] }>(
    await app.call('notifications', {}, { token }),
  )
  expect(notifications.items[0]).toMatchObject({
    kind: 'tariff',
    facts: { about: 'withdrawn', names: 'EURUSD', from },
  })
  const { announced } = resultOf<{ announced: object[] }>(await finance.call('opsTariffs'))
  expect(announced[1]).toMatchObject({ names: ['EURUSD'], withdrawn: { reason: 'a digit was wrong' } })
  const again = idOf(await risk.call('opsProposeTerms', change))
  expect((await approve(finance, again)).code).toBe(200)
  await app.moveClock(30 * hour - 30_000)
  await signIn()
  expect(issuesOf(await withdraw(again)).issues).toEqual(['changeId too-late'])
})

test('T18: margin levels are announced in whole percent within ranges that do not meet, and hold for new orders alone', async () => {
  const { token } = await app.signUp()
  const propose = (fields: object) =>
    risk.call('opsProposeFee', {
      key: 'marginCloseOut',
      value: '0.8',
      from: after(30 * hour),
      reason,
      ...fields,
    })
  const refusals = [
    ['marginCloseOut', '0.81', 'value too-high'],
    ['marginCloseOut', '0.19', 'value too-low'],
    ['marginCloseOut', '0.555', 'value too-fine'],
    ['marginCall', '0.99', 'value too-low'],
    ['marginCall', '2.01', 'value too-high'],
    ['marginCall', '1', 'value unchanged'],
  ] as const
  for (const [key, value, issue] of refusals)
    expect([key, value, issuesOf(await propose({ key, value })).issues]).toEqual([key, value, [issue]])
  expect(issuesOf(await propose({ from: after(23 * hour) })).issues).toEqual(['from too-soon'])
  const raw = { key: 'marginCloseOut', value: '0.8', reason }
  expect(issuesOf(await risk.call('opsChangeParameter', raw)).issues).toEqual(['key tariff'])
  const bought = async () => {
    const response = { code: 0, result: {} as unknown }
    await expect
      .poll(async () => Object.assign(response, await app.call('buyContract', buy, { token })).code)
      .toBe(20004)
    return response.result as { id: string; terms: object }
  }
  const old = await bought()
  const id = idOf(await propose({}))
  expect((await approve(risk, id)).code).toBe(11008)
  expect((await approve(finance, id)).code).toBe(200)
  const { items } = resultOf<{ items: { facts: object }[] }>(await app.call('notifications', {}, { token }))
  expect(items[0]).toMatchObject({ kind: 'tariff', facts: { about: 'margin', names: 'marginCloseOut' } })
  expect(await info('BTCUSDT')).toMatchObject({ marginCall: '1', marginCloseOut: '0.5' })
  await app.moveClock(31 * hour)
  await signIn()
  // At once, without waiting for a job.
  expect(await info('BTCUSDT')).toMatchObject({ marginCall: '1', marginCloseOut: '0.8' })
  await expect
    .poll(async () => (await app.call('getParamByKey', { key: 'marginCloseOut' })).result)
    .toBe('0.8')
  expect((await bought()).terms).toMatchObject({ marginCall: '1', marginCloseOut: '0.8' })
  const orders = resultOf<{ items: { id: string; terms: object }[] }>(
    await app.call('listContractOrder', {}, { token }),
  ).items
  expect(orders.find((one) => one.id === old.id)?.terms).toMatchObject({ marginCloseOut: '0.5' })
  const { user: _user, ...summary } = resultOf<Record<string, string>>(
    await app.call('getUserInfo', {}, { token }),
  )
  // Both have nearly the same margin.
  expect(Number(summary.closeOutLevel)).toBeCloseTo(0.65, 1)
  expect(Number(summary.closeOutAt) / Number(summary.marginUsed)).toBeCloseTo(
    Number(summary.closeOutLevel),
    3,
  )
  const back = idOf(await propose({ value: '0.5' }))
  expect((await approve(finance, back)).code).toBe(200)
  const withdrawal = idOf(await risk.call('opsWithdrawTariff', { changeId: back, reason: 'it stays' }))
  expect((await approve(finance, withdrawal)).code).toBe(200)
  const newest = resultOf<{ items: { facts: object }[] }>(
    await app.call('notifications', {}, { token }),
  ).items
  expect(newest.find(({ facts }) => 'names' in facts)?.facts).toMatchObject({ about: 'withdrawnMargin' })
})

test('T18: a minimum or a deadline is announced a day ahead by two, within its stated range, told to everybody and withdrawn like a fee', async () => {
  const { token } = await app.signUp()
  const call = (fields: object) =>
    finance.call('opsProposeFee', {
      key: 'withdrawal.deadlineHours',
      value: '48',
      from: after(30 * hour),
      reason,
      ...fields,
    })
  expect(issuesOf(await call({ from: after(23 * hour) })).issues).toEqual(['from too-soon'])
  expect(issuesOf(await call({ value: '24.5' })).issues).toEqual(['value too-fine'])
  expect(issuesOf(await call({ value: '24' })).issues).toEqual(['value unchanged'])
  const first = idOf(await call({}))
  expect((await approve(finance, first)).code).toBe(11008)
  expect((await approve(risk, first)).code).toBe(200)
  const newestNotification = async () =>
    resultOf<{ items: { kind: string; facts: Record<string, string> }[] }>(
      await app.call('notifications', {}, { token }),
    ).items[0]
  const expected = { names: 'withdrawal.deadlineHours' }
  expect(await newestNotification()).toMatchObject({ kind: 'tariff', facts: { ...expected, about: 'limit' } })
  const shown = async () => {
    const { limits } = resultOf<{ limits: { key: string; value: string; later: object[] }[] }>(
      await app.call('tariffs'),
    )
    return limits.find(({ key }) => key === 'withdrawal.deadlineHours')
  }
  expect(await shown()).toMatchObject({ value: '24', later: [{ value: '48' }] })
  // Nobody waits for a longer deadline: it is taken back until it holds.
  await app.moveClock(10 * hour)
  await signIn()
  const back = await risk.call('opsWithdrawTariff', { changeId: first, reason: 'not needed any more' })
  expect((await approve(finance, idOf(back))).code).toBe(200)
  expect(await newestNotification()).toMatchObject({ facts: { ...expected, about: 'withdrawnLimit' } })
  expect(await shown()).toMatchObject({ value: '24', later: [] })
  expect((await approve(risk, idOf(await call({})))).code).toBe(200)
  await app.moveClock(31 * hour)
  await signIn()
  await expect
    .poll(async () => (await app.call('getParamByKey', { key: 'withdrawal.deadlineHours' })).result)
    .toBe(48)
})

test('T18: no announced parameter is changed as a raw one, nor beyond the range the console states, by however many', async () => {
  const { fees, limits } = resultOf<{
    fees: { key: string; least: string; most: string }[]
    limits: { key: string; least: string; most: string }[]
  }>(await finance.call('opsTariffs'))
  const all = [...fees, ...limits]
  expect(all.map(({ key }) => key)).toEqual([...announcedKeys])
  for (const { key, least, most } of all) {
    const propose = async (value: string) =>
      issuesOf(await finance.call('opsProposeFee', { key, value, from: after(30 * hour), reason })).issues
    expect([key, await propose(`${most.includes('.') ? most : `${most}.0`}1`)]).toEqual([
      key,
      ['value too-high'],
    ])
    if (least !== '0')
      expect([key, await propose(String(Number(least) / 2))]).toEqual([key, ['value too-low']])
    const raw = { key, value: Number.isInteger(Number(least)) ? 1 : '1', reason }
    expect([key, issuesOf(await risk.call('opsChangeParameter', raw)).issues]).toEqual([key, ['key tariff']])
  }
})

test('T18: payouts of options, VIP tiers and what ends at a roll are announced as one list by two, shown to everybody, and withdrawn or held to', async () => {
  const { token } = await app.signUp()
  const payouts = { '60': '0.7', '300': '0.8' }
  const call = (fields: object) =>
    risk.call('opsProposeList', {
      key: 'options.payouts',
      value: payouts,
      from: after(30 * hour),
      reason,
      ...fields,
    })
  expect(issuesOf(await call({ from: after(23 * hour) })).issues).toEqual(['from too-soon'])
  for (const value of [{ '60': '0.29' }, { '60': '1.01' }, {}, [], '0.7'])
    expect(issuesOf(await call({ value })).issues).toEqual(['value list'])
  for (const [key, value] of [
    ['vip.tiers', [{ volume: '1', rebate: '0.51' }]],
    ['contracts.endAtRoll', ['EURUSD']],
  ] as const)
    expect([key, issuesOf(await call({ key, value })).issues]).toEqual([key, ['value list']])
  type List = { key: string; value: unknown; later: { value: unknown }[] }
  const shown = async () =>
    resultOf<{ lists: List[] }>(await app.call('tariffs')).lists.find(({ key }) => key === 'options.payouts')
  const now = (await shown())?.value
  expect(issuesOf(await call({ value: now })).issues).toEqual(['value unchanged'])
  const first = idOf(await call({}))
  expect((await approve(risk, first)).code).toBe(11008)
  expect((await approve(finance, first)).code).toBe(200)
  expect(await shown()).toMatchObject({ value: now, later: [{ value: payouts }] })
  const newestValues = async () =>
    resultOf<{ items: { facts: object }[] }>(await app.call('notifications', {}, { token })).items[0]?.facts
  expect(await newestValues()).toMatchObject({ about: 'list', names: 'options.payouts' })
  const back = await finance.call('opsWithdrawTariff', { changeId: first, reason: 'not needed any more' })
  expect((await approve(risk, idOf(back))).code).toBe(200)
  expect(await newestValues()).toMatchObject({ about: 'withdrawnList' })
  expect(await shown()).toMatchObject({ value: now, later: [] })
  expect((await approve(finance, idOf(await call({})))).code).toBe(200)
  const raw = { key: 'options.payouts', value: payouts, reason }
  expect(issuesOf(await risk.call('opsChangeParameter', raw)).issues).toEqual(['key tariff'])
  await app.moveClock(31 * hour)
  await signIn()
  await expect.poll(async () => (await shown())?.value).toEqual(payouts)
})

test('the database takes no announcement that holds before a day has passed', async () => {
  const { rows } = await app.db.pool.query<{ definition: string }>(
    "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'markets_tariffs_notice'",
  )
  expect(rows[0]?.definition).toContain('86400000')
  const insert = app.db.pool.query(
    `INSERT INTO markets_tariffs (id, change_id, about, name, terms, holds_from, reason, proposed_by, approved_by, announced_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'fee', 'minBalance', '{"value":"9"}', 86399999, 'soon', $1, $2, 0`,
    [finance.id, risk.id],
  )
  await expect(insert).rejects.toThrow('markets_tariffs_notice')
})

test('what was announced is never changed or removed', async () => {
  const change = "UPDATE markets_tariffs SET holds_from = holds_from + 1 WHERE about = 'market'"
  await expect(app.db.pool.query(change)).rejects.toThrow('permission denied')
  await expect(app.db.pool.query('DELETE FROM markets_tariffs')).rejects.toThrow('permission denied')
  const applied = "UPDATE markets_tariffs SET applied_at = 1 WHERE name = 'withdrawalRate'"
  await expect(app.db.pool.query(applied)).rejects.toThrow('never changed')
})

test('the notice of a changed fee names it: what it does not name is a withdrawal fee', () => {
  const others = feeKeys.filter((key) => !key.startsWith('withdrawal'))
  expect(others).toContain('convertRate')
  for (const language of languageCodes)
    for (const key of others)
      expect(readTexts(language).notifications?.['notice.tariff']).toContain(`${key} {`)
})
