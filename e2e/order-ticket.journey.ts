import type { MarketItem } from '@candor/contract'
import type { Locator, Page } from '@playwright/test'
import { beSignedIn, expect, openAccount, t, test } from './journey.ts'
import { startServer } from './running-server.ts'

/** Opens the ticket of BTCUSDT on either layout, with its levels suggested. */
async function openTicket(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await visit('/market?code=BTCUSDT')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
    .last()
    .click()
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
}

const level = (page: Page, name: 'stopLoss' | 'takeProfit'): Locator =>
  page.getByLabel(t(`orders.ticket.${name}`), { exact: true })

const chooseUnit = (page: Page, unit: string): Promise<void> =>
  page
    .getByRole('radiogroup', { name: t('orders.ticket.levelUnit') })
    .locator('label')
    .filter({ hasText: new RegExp(`^${unit}$`) })
    .click()

const chooseKind = (page: Page, kind: 'limit' | 'stop'): Promise<void> =>
  page
    .getByRole('radiogroup', { name: t('orders.field.kind') })
    .locator('label')
    .filter({ hasText: t(`orders.kind.${kind}`) })
    .click()

const review = (page: Page): Promise<void> => page.getByRole('button', { name: /^Review/ }).click()

interface PlacedOrder {
  readonly openPrice: string | null
  readonly price: string | null
  readonly stopLoss: string
  readonly takeProfit: string
}

/** Confirms the reviewed order and returns it as the server has it. */
async function confirm(page: Page, url: string, token: string, status: string): Promise<PlacedOrder> {
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await page.getByRole('button', { name: /^Buy 0\.01/ }).click()
  await expect(page.getByRole('link', { name: t('orders.result.order') })).toBeVisible()
  const response = await fetch(`${url}/swx/customer/order/listContractOrder?status=${status}`, {
    headers: { Authorization: token },
  })
  const { result } = (await response.json()) as { result: { items: PlacedOrder[] } }
  expect(result.items).toHaveLength(1)
  return result.items[0] as PlacedOrder
}

test('I15.8a: levels are typed in percent and placed as prices; one that leads to no price is told at its field', {
  tag: ['@task', '@one-size'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await chooseUnit(page, '%')
  await level(page, 'stopLoss').fill('100')
  await review(page)
  await expect(page.getByText(t('orders.problem.stopLoss.noLevel'))).toBeVisible()
  await expect(level(page, 'stopLoss')).toHaveAttribute('aria-invalid', 'true')
  await level(page, 'stopLoss').fill('2')
  await level(page, 'takeProfit').fill('3')
  await review(page)
  const order = await confirm(page, server.url, customer.token, 'open')
  const opened = Number(order.openPrice)
  // The price may move between the review and the fill.
  expect(Number(order.stopLoss) / opened).toBeCloseTo(0.98, 2)
  expect(Number(order.takeProfit) / opened).toBeCloseTo(1.03, 2)
})

test('I15.8c: the suggested stop is one average day away, which each unit says in its own way', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit)
  const stop = Number(await level(page, 'stopLoss').inputValue())
  await chooseUnit(page, 'ATR')
  await expect(page.getByText(/^1 ATR = /)).toBeVisible()
  await expect(level(page, 'stopLoss')).toHaveValue(/^(1|1\.0\d|0\.99)$/)
  await expect(level(page, 'takeProfit')).toHaveValue(/^(2|2\.0\d|1\.99)$/)
  await chooseUnit(page, t('orders.ticket.levelUnit.price'))
  expect(Number(await level(page, 'stopLoss').inputValue()) / stop).toBeCloseTo(1, 2)
  // The unit is remembered in the browser.
  await chooseUnit(page, t('orders.ticket.levelUnit.pips'))
  await page.reload()
  await openTicket(page, visit)
  await expect(
    page.getByRole('radio', { name: t('orders.ticket.levelUnit.pips'), exact: true }),
  ).toBeChecked()
})

test('I15.8d: a limit order has a price to begin with, and waits at it', {
  tag: ['@one-size', '@release'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await chooseKind(page, 'limit')
  const price = page.getByLabel(t('orders.ticket.price.limit'), { exact: true })
  await expect(price).not.toHaveValue('')
  await chooseUnit(page, 'USDT')
  await level(page, 'stopLoss').fill('20')
  await level(page, 'takeProfit').fill('40')
  const at = await price.inputValue()
  await review(page)
  const order = await confirm(page, server.url, customer.token, 'pending')
  expect(Number(order.price)).toBe(Number(at))
  // 0.01 of a coin, and a fifth to a half of a percent of it for two commissions.
  const lost = (Number(at) - Number(order.stopLoss)) / 100
  expect(lost).toBeGreaterThan(10)
  expect(lost).toBeLessThan(20)
  expect((Number(order.takeProfit) - Number(at)) / 100).toBeGreaterThan(40)
})

test('I15.8e: another unit leaves the volume what it is, and a risk says how it became one', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit)
  const review = page.getByRole('button', { name: /^Review: Buy 0\.01 BTC$/ })
  await expect(review).toBeVisible()
  const choose = (unit: 'money' | 'risk' | 'lots') =>
    page.getByRole('button', { name: t(`orders.ticket.size.${unit}`), exact: true }).click()
  await choose('risk')
  await expect(page.getByRole('textbox', { name: t('orders.ticket.size.risk') })).not.toHaveValue('')
  await expect(review).toBeVisible()
  await expect(
    page.getByText(/% of 10,000\.00 USDT equity = .* rounded down to steps of 0\.001\.$/),
  ).toBeVisible()
  await page.getByRole('textbox', { name: t('orders.ticket.size.risk') }).fill('1')
  await expect(page.getByText(/^= .* BTC1% of 10,000\.00 USDT equity = 100\.00 USDT\./)).toBeVisible()
  await choose('lots')
  const lots = await page.getByRole('textbox', { name: t('orders.ticket.size.lots') }).inputValue()
  await choose('money')
  await expect(page.getByText(`= ${lots} BTC`)).toBeVisible()
})

test('I15.8g: keys choose side, type and volume, Enter leads to the review, and ? lists them', {
  tag: '@only-desktop',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=BTCUSDT')
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: t('orders.keys.title') })
  await expect(help.getByText(t('orders.keys.review'))).toBeVisible()
  // Under a dialog the keys do nothing.
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: /^Review: Buy 0\.011 BTC/ })).toBeVisible()
  await page.keyboard.press('-')
  await page.keyboard.press('l')
  await expect(page.getByLabel(t('orders.ticket.price.limit'), { exact: true })).not.toHaveValue('')
  await page.keyboard.press('t')
  await expect(page.getByLabel(t('orders.ticket.price.stop'), { exact: true })).not.toHaveValue('')
  await page.keyboard.press('m')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
})

test('I15.8h: on a phone the buttons have prices, and the way to the review is in reach without scrolling', {
  tag: '@only-phone',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=BTCUSDT')
  await expect(page.getByRole('button', { name: /^Sell ?[\d,]+\.\d\d$/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^Buy ?[\d,]+\.\d\d$/ }).click()
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
  await expect(page.getByRole('button', { name: /^Review/ })).toBeInViewport({ ratio: 1 })
})

test('I15.8i: in a closed market the ticket begins with a limit order, says why, and places it', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page }) => {
  const server = await startServer()
  try {
    const closed = async () => {
      const response = await fetch(`${server.url}/swx/customer/index/listMarketByType`)
      const { result } = (await response.json()) as { result: MarketItem[] }
      return result.find(({ open, halted, bid }) => !open && halted === null && bid !== null)
    }
    await expect(async () => {
      if ((await closed()) === undefined) await server.candor('clock', 'advance', '5h')
      expect(await closed()).toBeDefined()
    }).toPass()
    const market = await closed()
    await beSignedIn(page, await openAccount(server))
    await page.goto(`${server.url}/#/market?code=${market?.code}`)
    await page
      .getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
      .last()
      .click()
    await expect(page.getByLabel(t('orders.ticket.price.limit'), { exact: true })).not.toHaveValue('')
    await expect(page.getByText(t('orders.ticket.closedWaits'))).toBeVisible()
    await review(page)
    await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
    await page.getByRole('button', { name: /^Buy .* at / }).click()
    await expect(page.getByText(t('orders.status.pending')).filter({ visible: true }).first()).toBeVisible()
  } finally {
    await server.dispose()
  }
})
