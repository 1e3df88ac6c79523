import type { Locator, Page } from '@playwright/test'
import { beSignedIn, type Customer, call, expect, openAccount, t, test } from './journey.ts'
import { chartOf, code, openChart, savedChart } from './open-chart.ts'
import { placeOrder } from './place-order.ts'
import type { RunningServer } from './running-server.ts'

const headers = ({ token }: Customer) => ({ Authorization: token, 'Idempotency-Key': crypto.randomUUID() })

/** Signs a new customer in, who has bought a contract. */
async function beTrader(page: Page, server: RunningServer): Promise<{ customer: Customer; id: string }> {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const { id } = await placeOrder(server, customer)
  return { customer, id }
}

const close = (server: RunningServer, customer: Customer, id: string) =>
  call(server, '/swx/customer/order/closeContract', { id }, headers(customer))

const bought = t('markets.chart.line.open', { direction: 'buy', lots: '0.01' })

/** Opens the list of the trades on the chart. */
async function openTrades(page: Page): Promise<Locator> {
  const name = t('markets.chart.trades')
  await chartOf(page).getByRole('button', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel.getByRole('switch', { name: t('chart.trades.show') })).toBeVisible()
  return panel
}

const stepPx = 6

/** Moves the pointer over the middle of the chart until it is at a mark, as a person would, and clicks or taps there. */
async function pressMark(page: Page): Promise<void> {
  const plot = page.locator('[k-line-chart-id] > div').first()
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  const middle = box.x + box.width / 2
  for (let x = middle - 60; x < middle + 60; x += stepPx)
    for (let y = box.y + 4; y < box.y + box.height * 0.8; y += stepPx) {
      await page.mouse.move(x, y)
      if ((await plot.getAttribute('style'))?.includes('pointer') !== true) continue
      await page.mouse.click(x, y)
      return
    }
  throw new Error('the chart has no mark')
}

test('I15.6m: entry and exit of a trade are marked; the list leads to them, the mark to its figures, and these to the order', {
  tag: ['@one-size', '@task'],
}, async ({ page, server }) => {
  const { customer, id } = await beTrader(page, server)
  await close(server, customer, id)
  // Chosen while the candles are still on their way, it is shown once they are there.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/getKValueByCodeAndDate/, (route) => held.then(() => route.continue()))
  await page.goto(`${server.url}/#/market?code=${code}`)
  const panel = await openTrades(page)
  await panel.getByRole('listitem').getByRole('button', { name: bought }).click()
  await expect(panel).toBeHidden()
  release()
  const chart = chartOf(page)
  const figures = chart.getByRole('region', { name: bought })
  await expect(figures).toContainText(t('chart.trades.closed'))
  await expect(figures).toContainText('USDT')
  await figures.getByRole('button', { name: t('chart.draw.dismiss') }).click()
  await expect(figures).toHaveCount(0)
  await pressMark(page)
  await expect(figures).toBeVisible()
  await figures.getByRole('link', { name: t('chart.trades.details') }).click()
  await expect(page).toHaveURL(new RegExp(`#/profile/orders/${id}`))
})

test('I15.6m: a trade that closes while the chart is open gets its exit; an option that runs tells its end', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const { customer, id } = await beTrader(page, server)
  const option = { code, direction: 'up', periodSeconds: 300, amount: '10' }
  await call(server, '/swx/customer/order/buyOptions', option, headers(customer))
  const chart = await openChart(page, server)
  const panel = await openTrades(page)
  await panel.getByRole('listitem').getByRole('button', { name: bought }).click()
  const figures = chart.getByRole('region', { name: bought })
  await expect(figures).toContainText(t('chart.trades.open'))
  await close(server, customer, id)
  await expect(figures).toContainText(t('chart.trades.closed'))
  const again = await openTrades(page)
  const name = t('chart.trades.option', { side: 'up', amount: '10 USDT' })
  await again.getByRole('listitem').getByRole('button', { name }).click()
  const running = chart.getByRole('region', { name })
  await expect(running).toContainText(t('chart.trades.ends', { time: '' }).trim())
  await running.getByRole('link', { name: t('chart.trades.details') }).click()
  await expect(page).toHaveURL(/#\/profile\/options\//)
})

test('I15.6m: the keyboard opens the list, hides the marks and shows a trade; hidden they stay hidden', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const { customer } = await beTrader(page, server)
  const chart = await openChart(page, server)
  await chart.getByRole('button', { name: t('markets.chart.trades'), exact: true }).focus()
  await page.keyboard.press('Enter')
  const toggle = page.getByRole('switch', { name: t('chart.trades.show') })
  await expect(toggle).toBeChecked()
  while (!(await toggle.evaluate((element) => element === element.ownerDocument.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await savedChart(server, customer))?.tradesHidden).toBe(true)
  await page.reload()
  const panel = await openTrades(page)
  const hidden = panel.getByRole('switch', { name: t('chart.trades.show') })
  await expect(hidden).not.toBeChecked()
  await hidden.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('region', { name: bought })).toBeVisible()
  await expect.poll(async () => (await savedChart(server, customer))?.tradesHidden).toBe(false)
})
