import type { Page } from '@playwright/test'
import { creditAccount } from './credit-account.ts'
import { type Customer, expect, isPhone, t, test } from './journey.ts'
import type { RunningServer } from './running-server.ts'

type Visit = (path: string) => Promise<void>

/** Opens the ticket of BTCUSDT on either layout, with its levels suggested. */
async function openTicket(page: Page, visit: Visit): Promise<void> {
  await visit('/market?code=BTCUSDT')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
    .last()
    .click()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
}

const oneClick = (page: Page) => page.getByRole('switch', { name: t('orders.oneClick.title') })

async function turnOn(page: Page): Promise<void> {
  await page.getByText(t('orders.ticket.settings'), { exact: true }).click()
  await oneClick(page).click()
  await page.getByRole('button', { name: t('orders.oneClick.confirm.act') }).click()
  await expect(page.getByText(t('orders.oneClick.on'))).toBeVisible()
}

const buyButton = (page: Page) => page.getByRole('button', { name: /^Buy 0\.01 BTC$/ })
const filled = (page: Page) => page.getByText(/^Bought 0\.01 BTC at [\d,.]+\.$/)

interface ListedOrder {
  readonly openPrice: string
  readonly fee: string
  readonly profit: string
}

async function ordersOf(
  server: RunningServer,
  { token }: Customer,
  status: 'open' | 'closed',
): Promise<readonly ListedOrder[]> {
  const response = await fetch(`${server.url}/swx/customer/order/listContractOrder?status=${status}`, {
    headers: { Authorization: token },
  })
  return ((await response.json()) as { result: { items: ListedOrder[] } }).result.items
}

const numbersIn = (text: string): number[] =>
  (text.match(/[−-]?\d[\d,]*(\.\d+)?/g) ?? []).map((one) => Number(one.replace('−', '-').replace(/,/g, '')))

test('I15.8j: one-click trading is off until it is confirmed, places at once, and undoing says its cost before and its result after', {
  tag: ['@task', '@one-size'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await page.getByText(t('orders.ticket.settings'), { exact: true }).click()
  // Asked first; Escape leaves it off, and the sheet of a phone open.
  await oneClick(page).click()
  await expect(page.getByText(t('orders.oneClick.confirm.title'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('orders.oneClick.confirm.title'))).toBeHidden()
  await expect(oneClick(page)).not.toBeChecked()
  await expect(page.getByRole('button', { name: /^Review: Buy 0\.01 BTC$/ })).toBeVisible()
  await oneClick(page).click()
  await page.getByRole('button', { name: t('orders.oneClick.confirm.act') }).click()
  await buyButton(page).click()
  await expect(filled(page)).toBeVisible()
  const undo = page.getByRole('button', { name: t('orders.oneClick.undo'), exact: true })
  // Held while the focus is on it, so that the keyboard has all the time it needs.
  await undo.focus()
  const [order] = await ordersOf(server, customer, 'open')
  const cost = page.getByText(/^Undoing closes it again/)
  const [amount = 0, price = 0, commission = 0] = numbersIn(await cost.innerText())
  // What the price brings says at which bid; a thousandth of its value is the closing commission.
  const bid = Number(order?.openPrice) + price / 0.01
  expect(-commission).toBeCloseTo(Number(order?.fee) + bid * 0.01 * 0.001, 5)
  expect(amount).toBeCloseTo(Math.abs(price + commission), 2)
  await page.keyboard.press('Enter')
  const undone = page.getByText(/^0\.01 BTC closed again at [\d,.]+\. Net P&L [−+]/)
  await expect(undone).toBeFocused()
  const [closed] = await ordersOf(server, customer, 'closed')
  const net = Number(closed?.profit) - Number(closed?.fee)
  expect(numbersIn(await undone.innerText()).at(-1)).toBeCloseTo(net, 2)
  expect(await ordersOf(server, customer, 'open')).toEqual([])
  // Remembered, until it is turned off with one click.
  await page.reload()
  if (isPhone(page)) await openTicket(page, visit)
  await page.getByRole('button', { name: t('orders.oneClick.turnOff') }).click()
  await expect(page.getByRole('button', { name: /^Review: Buy 0\.01 BTC$/ })).toBeVisible()
})

test('I15.8k: a double click, a held key and a press while it is sent place one order', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await turnOn(page)
  await buyButton(page).dblclick()
  await expect(filled(page)).toBeVisible()
  expect(await ordersOf(server, customer, 'open')).toHaveLength(1)
  await buyButton(page).focus()
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(async () => (await ordersOf(server, customer, 'open')).length).toBe(2)
  // Held until it was seen to wait: the button says so, and then for what.
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/buyContract', async (route) => {
    await gate
    await route.continue()
  })
  await buyButton(page).click()
  await expect(page.getByRole('button', { name: t('orders.review.confirming') })).toBeDisabled()
  await expect(page.getByText(t('orders.review.nextPrice'))).toBeVisible()
  letThrough()
  await expect.poll(async () => (await ordersOf(server, customer, 'open')).length).toBe(3)
  // Enter in a field leads to the review, as before.
  await page.getByRole('textbox', { name: t('orders.ticket.size.lots') }).press('Enter')
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  expect(await ordersOf(server, customer, 'open')).toHaveLength(3)
})

test('I15.8k: a refusal is at its field; an answer that is lost opens the review, where trying again buys once', {
  tag: ['@one-size', '@release'],
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit)
  await turnOn(page)
  const lots = page.getByRole('textbox', { name: t('orders.ticket.size.lots') })
  await lots.fill('2')
  await page.getByRole('button', { name: /^Buy 2 BTC$/ }).click()
  await expect(lots).toHaveAttribute('aria-invalid', 'true')
  await expect(lots).toBeFocused()
  await lots.fill('0.01')
  const stop = page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })
  await stop.fill('900000')
  await buyButton(page).click()
  await expect(page.getByText(/^For a buy, the stop loss must be/)).toBeVisible()
  await stop.fill('50000')
  let keys: (string | undefined)[] = []
  await page.route('**/buyContract', async (route) => {
    keys = [...keys, route.request().headers()['idempotency-key']]
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('timedout')
  })
  await buyButton(page).click()
  await expect(page.getByText(t('orders.result.timeout'))).toBeVisible()
  await page.getByRole('button', { name: t('orders.result.retry') }).click()
  await expect(page.getByRole('link', { name: t('orders.result.receipt') })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await ordersOf(server, customer, 'open')).toHaveLength(1)
})

test('I15.8l: the real account is asked apart, a waiting order is reviewed, and so is one that needs the check of understanding', {
  tag: ['@one-size', '@release'],
}, async ({ page, server, customer, visit }) => {
  await creditAccount(server.dataDir, customer.user.id, 2_000)
  await openTicket(page, visit)
  await turnOn(page)
  await page
    .getByRole('radiogroup', { name: t('orders.field.kind') })
    .locator('label')
    .filter({ hasText: t('orders.kind.limit') })
    .click()
  await expect(page.getByRole('button', { name: /^Review: Buy 0\.01 BTC at/ })).toBeVisible()
  await page.evaluate("localStorage.setItem('virtualStatus', '0')")
  await page.reload()
  await openTicket(page, visit)
  await expect(page.getByRole('button', { name: /^Review: Buy 0\.01 BTC$/ })).toBeVisible()
  await turnOn(page)
  await buyButton(page).click()
  await expect(page.getByText(t('orders.review.real'))).toBeVisible()
  await expect(page.getByText(t('trust.reached.understanding'))).toBeVisible()
})
