import type { Page } from '@playwright/test'
import { expect, t, test } from '../journey.ts'
import { openChart } from '../open-chart.ts'
import { chooseKind, figureOf, level, openTicket, ordersOf, pricesOf, sendTicket } from './ticket.ts'

test('every cost stands in the ticket before the order, and the order costs that', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  const costs = page.getByRole('region', { name: t('orders.ticket.costs') })
  const cost = (name: 'margin' | 'commission' | 'spreadCost' | 'swapPerDay') =>
    figureOf(costs, t(`orders.ticket.${name}`))
  const [margin, commission] = [await cost('margin'), await cost('commission')]
  expect(await cost('spreadCost')).not.toBe(0)
  expect(await cost('swapPerDay')).not.toBe(0)
  await expect(costs.getByText(/if the price reaches your stop loss/)).toBeVisible()
  await sendTicket(page, /^Buy 0\.01/)
  const [order] = await ordersOf(server, customer, 'open')
  // Opening and closing; the price may have moved by a little.
  expect(Number(order?.fee) * 2).toBeCloseTo(commission, 1)
  expect(Math.abs(Number(order?.margin) / margin - 1)).toBeLessThan(0.01)
})

test('a limit order waits at the price that was picked on the chart', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer }) => {
  const chart = await openChart(page, server)
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  const box = await chart.locator('[k-line-chart-id]').boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  const { bid } = await pricesOf(server)
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.55, { button: 'right' })
  const limit = page.getByRole('button', { name: /^(Buy|Sell) limit at / })
  const chosen = (await limit.innerText()).replace(/[^\d.]/g, '')
  const isBuy = (await limit.innerText()).startsWith('Buy')
  expect(isBuy).toBe(Number(chosen) < bid)
  await limit.click()
  await expect(page.getByLabel(t('orders.ticket.price.limit'), { exact: true })).toHaveValue(chosen)
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  await sendTicket(page, /^(Buy|Sell) 0\.01/)
  const [order] = await ordersOf(server, customer, 'pending')
  expect(order).toMatchObject({ kind: 'limit', direction: isBuy ? 'buy' : 'sell' })
  expect(Number(order?.price)).toBe(Number(chosen))
})

test('a stop order good until the end of the day is moved, and then cancelled', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await chooseKind(page, 'stop')
  const price = page.getByLabel(t('orders.ticket.price.stop'), { exact: true })
  await expect(price).not.toHaveValue('')
  const at = Math.round((await pricesOf(server)).ask * 1.02)
  await price.fill(String(at))
  await page.getByRole('combobox', { name: t('orders.ticket.valid'), exact: true }).click()
  await page.getByRole('option', { name: t('orders.ticket.valid.day') }).click()
  await sendTicket(page, /^Buy 0\.01/)
  const [placed] = await ordersOf(server, customer, 'pending')
  expect(placed).toMatchObject({ kind: 'stop' })
  expect(Date.parse(placed?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  await page.getByRole('link', { name: t('orders.result.order') }).click()
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: t('orders.edit.open'), exact: true })
    .first()
    .click()
  await dialog.getByLabel(t('orders.ticket.price.stop'), { exact: true }).fill(String(at + 100))
  await dialog.getByRole('button', { name: t('orders.edit.save') }).click()
  await expect(page.getByText(t('orders.edit.changed'))).toBeVisible()
  expect(Number((await ordersOf(server, customer, 'pending'))[0]?.price)).toBe(at + 100)
  await page
    .getByRole('button', { name: t('orders.cancel.open'), exact: true })
    .first()
    .click()
  await dialog.getByRole('button', { name: t('orders.cancel.confirm') }).click()
  await expect(page.getByText(t('orders.status.cancelled')).filter({ visible: true }).first()).toBeVisible()
})

/** Presses Tab until a button of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  for (let stops = 0; stops < 40 && !name.test(await focused()); stops += 1) await page.keyboard.press('Tab')
  expect(await focused()).toMatch(name)
}

test('a sell order is filled in, reviewed, placed and followed without a mouse', {
  tag: ['@only-desktop', '@task'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  for (const key of ['s', '+', '+']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: /^Review: Sell 0\.012 BTC/ })).toBeVisible()
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  const confirm = page.getByRole('button', { name: /^Sell 0\.012/ })
  await expect(confirm).toBeEnabled()
  await tabTo(page, /^Sell 0\.012/)
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: t('orders.result.order') })
  await expect(link).toBeVisible()
  expect(await ordersOf(server, customer, 'open')).toMatchObject([{ direction: 'sell', lots: '0.012' }])
  await tabTo(page, new RegExp(`^${t('orders.result.order')}`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/profile\/orders\//)
})

test('on a phone a position is bought and closed with one thumb', {
  tag: ['@only-phone', '@task'],
}, async ({ page, server, customer, visit }) => {
  await visit('/market?code=BTCUSDT')
  // All that is pressed lies in the lower half of the screen, without scrolling.
  const tapBelow = async (name: RegExp) => {
    const button = page.getByRole('button', { name }).last()
    await expect(button).toBeEnabled()
    await expect(button).toBeInViewport({ ratio: 1 })
    const box = await button.boundingBox()
    expect(box?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await button.tap()
  }
  await tapBelow(/^Buy ?[\d,]+\.\d\d$/)
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  await tapBelow(/^Review/)
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await tapBelow(/^Buy 0\.01/)
  await expect(page.getByRole('link', { name: t('orders.result.order') })).toBeVisible()
  await page.keyboard.press('Escape')
  const close = page.getByRole('button', { name: t('orders.close.open'), exact: true })
  await close.first().tap()
  await tapBelow(new RegExp(`^${t('orders.close.confirm')}$`))
  await expect.poll(async () => (await ordersOf(server, customer, 'closed')).length).toBe(1)
})
