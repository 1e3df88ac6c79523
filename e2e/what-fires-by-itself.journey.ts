import type { Page } from '@playwright/test'
import { creditAccount } from './credit-account.ts'
import { dragOnChart, handlesOnChart } from './drag-on-chart.ts'
import { test as base, call, expect, t, useRealAccount } from './journey.ts'
import { placeOrder } from './place-order.ts'
import type { RunningServer } from './running-server.ts'
import { height, middle, startWavingServer } from './waving-server.ts'

// A price that swings between two bounds, so that everything set within them happens, and nothing outside does.
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startWavingServer()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

/** The list of all orders, narrowed to one of them. */
async function expectInList(page: Page, orderNo: string, words: readonly string[]): Promise<void> {
  await page.getByRole('searchbox', { name: t('orders.list.search') }).fill(orderNo)
  const main = page.locator('main')
  for (const word of words)
    await expect(main.getByText(word, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(/^1 order:/)).toBeVisible()
}

test('a limit and a stop order open, a trailing stop closes, an end by time comes, and an alert is told', {
  tag: '@task',
}, async ({ page, server, customer, visit }) => {
  const limit = await placeOrder(server, customer, { kind: 'limit', price: String(middle - height + 60) })
  const stop = await placeOrder(server, customer, { kind: 'stop', price: String(middle + height - 60) })
  const trailing = await placeOrder(server, customer, { trailing: '150' })
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const ending = await placeOrder(server, customer, { kind: 'limit', price: '40000', expiresAt: inAnHour })
  await visit('/market?code=BTCUSDT')
  await page.getByRole('button', { name: t('notifications.bell', { code: 'BTCUSDT' }) }).click()
  await page.getByLabel(t('notifications.add.price'), { exact: true }).fill(String(middle + height - 30))
  await page.getByRole('button', { name: t('notifications.add.act') }).click()
  await expect(page.getByText(/^BTCUSDT reached/).first()).toBeVisible()
  await visit('/profile/orders')
  await page.getByRole('tab', { name: t('orders.list.every'), exact: true }).click()
  for (const { orderNo } of [limit, stop]) await expectInList(page, orderNo, [t('orders.status.open')])
  await expectInList(page, trailing.orderNo, [t('orders.status.closed'), t('orders.reason.trailing')])
  await server.candor('clock', 'advance', '2h')
  await expectInList(page, ending.orderNo, [t('orders.status.expired')])
  await visit('/profile')
  await expect(page.getByText(t('orders.stats.note', { count: 1 }))).toBeVisible()
})

test('a level on the chart is dragged to another price: the change is asked for there, and nothing is sent before it is saved', {
  tag: '@release',
}, async ({ page, server, customer, visit }) => {
  const [price, takeProfit] = [middle + height + 40, middle]
  const request = { direction: 'sell', kind: 'limit', price: String(price), takeProfit: String(takeProfit) }
  await placeOrder(server, customer, request)
  const standing = async () => {
    const response = await fetch(`${server.url}/swx/customer/order/listContractOrder`, {
      headers: { Authorization: customer.token },
    })
    const { result } = (await response.json()) as {
      result: { items: { price: string; takeProfit: string }[] }
    }
    return result.items.map((order) => [Number(order.price), Number(order.takeProfit)])
  }
  // Once the wave has been at both its ends, the chart keeps its scale.
  const swing = async () => {
    const response = await fetch(`${server.url}/swx/customer/index/getMarketInfo/BTCUSDT`)
    const { result } = (await response.json()) as { result: { high24h: string; low24h: string } }
    return Number(result.high24h) - Number(result.low24h)
  }
  await expect.poll(swing).toBeGreaterThan(2 * height - 20)
  await visit('/market?code=BTCUSDT')
  // Both can be taken hold of: the dearer one stands higher.
  await expect.poll(async () => (await handlesOnChart(page)).length).toBe(2)
  const dialog = page.getByRole('dialog')
  const dragged = async (which: 0 | 1, by: number, label: string): Promise<number> => {
    const handle = (await handlesOnChart(page))[which]
    if (handle === undefined) throw new Error('the chart has no such handle')
    await dragOnChart(page, handle, by)
    await expect(dialog).toBeVisible()
    return Number(await dialog.getByLabel(label, { exact: true }).inputValue())
  }
  const target = t('orders.ticket.takeProfit')
  const lower = await dragged(1, 30, target)
  expect(lower).toBeLessThan(takeProfit)
  expect(await standing()).toEqual([[price, takeProfit]])
  await dialog.getByRole('button', { name: t('orders.edit.save') }).click()
  await expect(page.getByText(t('orders.edit.changed'))).toBeVisible()
  expect(await standing()).toEqual([[price, lower]])
  // Let go and thought better of: the line is back where it was.
  const before = await handlesOnChart(page)
  const nearer = await dragged(0, 40, t('orders.ticket.price.limit'))
  expect(nearer).toBeLessThan(price)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await standing()).toEqual([[price, lower]])
  await expect.poll(async () => (await handlesOnChart(page)).length).toBe(before.length)
})

test('real money waits for three right answers, and stops at one’s own limit, said with its end', async ({
  page,
  server,
  customer,
  visit,
}) => {
  const { id } = customer.user
  await creditAccount(server.dataDir, id, 2_000)
  await call(
    server,
    '/swx/customer/user/limits',
    { dailyLoss: '1.50' },
    { Authorization: customer.token, virtually: 'YES' },
  )
  // What was credited counts as won: on the next day it is no longer set against what is lost.
  await server.candor('clock', 'advance', '25h')
  await useRealAccount(page)
  await visit('/market?code=BTCUSDT')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
    .last()
    .click()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: /^Review/ }).click()
  const buy = page.getByRole('button', { name: /^Buy 0\.\d+ BTC/ })
  await buy.click()
  await page.getByRole('button', { name: t('trust.check.open') }).click()
  for (const right of ['leverage.b', 'stopOut.c', 'gap.b'] as const)
    await page.getByText(t(`trust.check.${right}`), { exact: true }).click()
  await page.getByRole('button', { name: t('trust.check.send') }).click()
  await expect(page.getByText(t('trust.check.gap.why'))).toBeVisible()
  await page.getByText(t('trust.check.gap.a'), { exact: true }).click()
  await page.getByRole('button', { name: t('trust.check.send') }).click()
  await expect(page.getByText(t('trust.check.passed'))).toBeVisible()
  // Bought and sold in the same moment and closed together: whatever the price does, the commissions are lost.
  await Promise.all(['buy', 'sell'].map((direction) => placeOrder(server, customer, { direction }, 'YES')))
  await call(
    server,
    '/swx/customer/order/closeAllContracts',
    {},
    { Authorization: customer.token, 'Idempotency-Key': crypto.randomUUID(), virtually: 'YES' },
  )
  await buy.click()
  await expect(page.getByText(t('trust.reached.dailyLoss'))).toBeVisible()
  await expect(page.getByText(/^You can trade again:/)).toBeVisible()
})
