import { readFile } from 'node:fs/promises'
import type { AccountPerformance } from '@candor/contract'
import type { Page } from '@playwright/test'
import { type Customer, call, expect, t, test } from '../journey.ts'
import { placeOrder } from '../place-order.ts'
import type { RunningServer } from '../running-server.ts'
import { figureOf, moving, numberIn } from './ticket.ts'

/** Opens and closes a position on each side, and returns their numbers. */
async function trade(server: RunningServer, customer: Customer): Promise<readonly string[]> {
  const numbers: string[] = []
  for (const direction of ['buy', 'sell']) {
    const { id, orderNo } = await placeOrder(server, customer, { direction })
    await call(server, '/swx/customer/order/closeContract', { id }, moving(customer))
    numbers.push(orderNo)
  }
  return numbers
}

/** Presses a button and returns the file that it saves. */
async function fileOf(page: Page, button: string | RegExp): Promise<{ name: string; data: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) }
}

test('the closed trades of the last days are saved as CSV, one a line', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  const numbers = await trade(server, customer)
  await placeOrder(server, customer)
  await visit('/profile/orders')
  await page.getByRole('tab', { name: t('orders.list.closed') }).click()
  await page.getByRole('combobox', { name: t('orders.list.period'), exact: true }).click()
  await page.getByRole('option', { name: /^30/ }).click()
  await expect(page.getByText(/^2 orders:/)).toBeVisible()
  const { name, data } = await fileOf(page, t('orders.list.csv'))
  expect(name).toBe('orders-demo.csv')
  const [header = '', ...lines] = data.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  for (const number of numbers) expect(lines.filter((line) => line.includes(number))).toHaveLength(1)
  for (const line of lines) expect(line.split(',')).toHaveLength(header.split(',').length)
})

test('win rate and drawdown of the last month are those of the trades in it', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await trade(server, customer)
  await visit('/profile/performance')
  const month = page.getByRole('radio', { name: /^30/ })
  await month.check({ force: true })
  await expect(month).toBeChecked()
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const response = await fetch(`${server.url}/swx/customer/user/performance?from=${from}`, {
    headers: { Authorization: customer.token },
  })
  const { account, trades } = ((await response.json()) as { result: AccountPerformance }).result
  expect(trades.count).toBe(2)
  const percent = Number(trades.winRate) * 100
  await expect.poll(() => figureOf(page, t('orders.stats.winRate'))).toBeCloseTo(percent, 1)
  const drawdown = page.getByText(t('accounts.performance.drawdown'), { exact: true }).locator('xpath=..')
  const fallen = Number(account?.drawdown?.amount)
  expect(fallen).toBeGreaterThan(0)
  await expect(drawdown).toContainText(`−${fallen.toFixed(2)}`)
})

test('the statement of a month adds up from its opening to its closing balance, and is saved as PDF', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await trade(server, customer)
  await visit('/profile/balance')
  await page.getByRole('radio', { name: t('statement.period.months') }).check({ force: true })
  const month = new Date().toISOString().slice(0, 7)
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  for (const end of ['first', 'last'] as const)
    await expect(page.getByRole('combobox', { name: t(`statement.months.${end}`) })).toContainText(
      name.format(new Date(`${month}-01`)),
    )
  const totals = page.getByRole('table').filter({ hasText: t('statement.totals.opening') })
  const row = totals.getByRole('row').filter({ hasText: 'USDT' })
  const figures = (await row.getByRole('cell').allInnerTexts()).slice(1).map(numberIn)
  const [opening = 0, moneyIn = 0, moneyOut = 0, closing] = figures
  expect(moneyOut).not.toBe(0)
  expect(opening + moneyIn - Math.abs(moneyOut)).toBeCloseTo(closing ?? Number.NaN, 2)
  await page.getByText(t('statement.totals.kinds')).click()
  const kinds = page.getByRole('table', { name: t('statement.totals.kinds') })
  await expect(
    kinds.getByRole('row').filter({ hasText: t('statement.kinds.contract-commission') }),
  ).toBeVisible()
  const cells = await kinds.getByRole('row').getByRole('cell').allInnerTexts()
  const wentOut = cells.filter((_, at) => at % 3 === 2).map((text) => (/\d/.test(text) ? numberIn(text) : 0))
  expect(wentOut.reduce((sum, one) => sum + one, 0)).toBeCloseTo(Math.abs(moneyOut), 2)
  const pdf = await fileOf(page, t('statement.download.pdf'))
  expect(pdf.name).toBe(`statement-demo-${month}.pdf`)
  expect(pdf.data.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await fileOf(page, t('statement.download.csv'))
  expect(csv.name).toBe(`statement-demo-${month}.csv`)
  const lines = csv.data.toString('utf8').trim().split('\r\n').slice(1)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line.startsWith(month)).toBe(true)
})
