import { usdt } from '@candor/money'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let finance: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  finance = await signInOperator(app, 'finance')
})
afterAll(() => app.dispose())

test('I16.9: a month’s money flow is that of its days, and the balances at its end are equal', async () => {
  const to = utcDay(app.now())
  const day = utcDay(app.now() - 30 * dayMs)
  const moved = resultOf<{ kind: string; to: string; amount: string }[]>(
    await finance.call('opsMoneyReport', { day, to }),
  )
  const funding = { kind: 'operator-funding', to: 'trading-capital', amount: '10000000.000000' }
  expect(moved).toEqual(expect.arrayContaining([expect.objectContaining(funding)]))
  const balances = resultOf<{ account: string; asset: string; debit: string; credit: string }[]>(
    await finance.call('opsTrialBalance', { day: to }),
  )
  expect(balances).toContainEqual({
    account: 'Equity:Trading-Capital',
    asset: 'USDT',
    debit: '0.000000',
    credit: '10000000.000000',
  })
  const sum = (side: 'debit' | 'credit') =>
    balances
      .filter(({ asset }) => asset === 'USDT')
      .reduce((total, row) => total.plus(usdt(row[side])), usdt('0'))
  expect(sum('debit')).toEqual(sum('credit'))
  expect(resultOf(await finance.call('opsTrialBalance', { day: '2020-01-01' }))).toEqual([])
})

test('I16.9d–g: the result of the days, what was late, and their files; each file is an audit entry', async () => {
  const [day, to] = [utcDay(app.now() - dayMs), utcDay(app.now())]
  const { totals } = resultOf<{ totals: { asset: string; result: string; ownMoney: string }[] }>(
    await finance.call('opsHouseResult', { day, to }),
  )
  expect(totals.find(({ asset }) => asset === 'USDT')).toMatchObject({
    ownMoney: expect.stringMatching(/^[1-9]/),
  })
  expect(resultOf(await finance.call('opsLatePayments', { day, to }))).toMatchObject({
    counts: { deposits: 0, withdrawals: 0, waiting: 0 },
    items: [],
  })
  const file = (format: string) => finance.call('opsMoneyReportFile', { day, to, format, language: 'ar' })
  expect((await file('pdf')).text.slice(0, 5)).toBe('%PDF-')
  expect((await file('camt053')).text).toMatch(/^<\?xml [\s\S]*<\/Document>\n$/)
  const { rows } = await app.db.pool.query<{ after: object }>(
    `SELECT body::jsonb -> 'after' AS after FROM trust_audit WHERE action = 'reports.file' ORDER BY seq`,
  )
  expect(rows.map(({ after }) => after)).toEqual(
    ['pdf', 'camt053'].map((format) => ({ format, from: day, to })),
  )
})

test('I16.9: days in the wrong order, more than 366 of them, and what is no day are refused at their field', async () => {
  for (const to of ['2025-12-31', '2027-01-02', 'never'])
    expect(await finance.call('opsMoneyReport', { day: '2026-01-01', to })).toMatchObject({
      code: 11001,
      result: { issues: expect.arrayContaining([expect.objectContaining({ path: 'to' })]) },
    })
  expect((await finance.call('opsMoneyReport', { day: '2026-01-01', to: '2027-01-01' })).code).toBe(200)
})
