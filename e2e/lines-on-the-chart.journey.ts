import type { Locator, Page } from '@playwright/test'
import {
  beSignedIn,
  type Customer,
  call,
  expect,
  isPhone,
  openAccount,
  skipBoard,
  t,
  test,
} from './journey.ts'
import { code, openChart } from './open-chart.ts'
import { placeOrder } from './place-order.ts'
import type { RunningServer } from './running-server.ts'

const callAs = <Result>({ token }: Customer, server: RunningServer, name: string, input: object) =>
  call<Result>(server, `/swx/customer/order/${name}`, input, {
    Authorization: token,
    'Idempotency-Key': crypto.randomUUID(),
  })

/** Opens the chart of a customer who has a position, with its stop loss near by. */
async function openWithPosition(page: Page, server: RunningServer) {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const { id, openPrice } = await placeOrder(server, customer, {})
  const stopLoss = (Number(openPrice) * 0.995).toFixed(2)
  await callAs(customer, server, 'editContract', { id, stopLoss })
  const chart = await openChart(page, server)
  return { customer, chart, id }
}

const openText = t('markets.chart.line.open', { direction: 'buy', lots: '0.01' })
const labelOf = (chart: Locator, kind: string) => chart.locator(`[data-level^="${kind} "]`)

/** Opens the actions of a line by a click or tap on its text. */
async function openActions(page: Page, label: Locator): Promise<Locator> {
  const button = label.getByRole('button').first()
  if (isPhone(page)) await button.tap()
  else await button.click()
  return page.getByRole('dialog').filter({ visible: true }).getByRole('list')
}

test('I15.6o: a position is a line with its live profit; its × asks as the list does, and closes it', {
  tag: ['@task', '@one-size'],
}, async ({ page, server }) => {
  const { chart } = await openWithPosition(page, server)
  const label = labelOf(chart, 'open')
  await expect(label).toContainText(openText)
  await expect(label).toContainText(/[+\u2212]?\d\.\d\d/)
  if (isPhone(page)) {
    const sheet = await openActions(page, label)
    await sheet.getByRole('button', { name: t('orders.close.open'), exact: true }).tap()
  } else await label.getByTitle(t('orders.close.open'), { exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('orders.close.estimate'))).toBeVisible()
  await dialog.getByRole('button', { name: t('orders.close.keep') }).click()
  await expect(label).toBeVisible()
  const actions = await openActions(page, label)
  await actions.getByRole('button', { name: t('orders.close.open'), exact: true }).click()
  await dialog.getByRole('button', { name: t('orders.close.confirm') }).click()
  await expect(label).toHaveCount(0)
})

test('I15.6o: by keyboard a waiting order is cancelled at its line, and a stop loss is taken away at its own', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const { customer, chart } = await openWithPosition(page, server)
  const { openPrice } = await placeOrder(server, customer, { lots: '0.02' })
  const price = (Number(openPrice) * 0.997).toFixed(2)
  await placeOrder(server, customer, { kind: 'limit', price, lots: '0.03' })
  const entry = labelOf(chart, 'entry').getByRole('button').first()
  await entry.focus()
  await page.keyboard.press('Enter')
  const actions = page.getByRole('dialog').filter({ visible: true }).getByRole('list')
  await actions.getByRole('button', { name: t('orders.cancel.open'), exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('orders.cancel.confirm') }).focus()
  await page.keyboard.press('Enter')
  await expect(entry).toHaveCount(0)
  await labelOf(chart, 'stopLoss').getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await actions.getByRole('button', { name: t('markets.chart.line.remove'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).toHaveValue('')
  await dialog.getByRole('button', { name: t('orders.edit.save') }).focus()
  await page.keyboard.press('Enter')
  await expect(labelOf(chart, 'stopLoss')).toHaveCount(0)
})

test('I15.6n: labels of lines at nearly one price do not cover each other', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  for (const lots of ['0.01', '0.02', '0.03']) await placeOrder(server, customer, { lots })
  const chart = await openChart(page, server)
  const labels = labelOf(chart, 'open')
  await expect(labels).toHaveCount(3)
  const overlap = async () => {
    const boxes = await Promise.all((await labels.all()).map((label) => label.boundingBox()))
    const edges = boxes.flatMap((box) => (box === null ? [] : [{ top: box.y, bottom: box.y + box.height }]))
    const sorted = edges.toSorted((one, other) => one.top - other.top)
    return sorted.slice(1).filter(({ top }, at) => top < (sorted[at]?.bottom ?? 0)).length
  }
  for (const label of await labels.all()) await expect(label).toBeVisible()
  await expect.poll(overlap).toBe(0)
})

/** Right-clicks a place of the prices; on a phone a finger rests there. */
async function pressPrice(page: Page, chart: Locator): Promise<void> {
  const box = await chart.locator('[k-line-chart-id]').boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  const place = { x: box.x + box.width * 0.3, y: box.y + box.height * 0.25 }
  if (!isPhone(page)) return page.mouse.click(place.x, place.y, { button: 'right' })
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: object[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  await touch('touchStart', [place])
  // The page has it now: on a busy machine that may be long after it was sent.
  const from = Date.now()
  await expect.poll(() => Date.now() - from).toBeGreaterThan(700)
  await touch('touchEnd', [])
  await devtools.detach()
}

test('I15.6p: a right click or a long press sets an alert at that price; its line is there, and its × removes it', {
  tag: '@task',
}, async ({ page, server }) => {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const chart = await openChart(page, server)
  await pressPrice(page, chart)
  // In the middle of the prices: below it a limit order buys, above it one sells.
  const menu = page.getByRole('dialog', { name: /^At [\d,]+\.\d\d$/ })
  await expect(menu.getByRole('button', { name: /^(Buy|Sell) limit at [\d,]+\.\d\d$/ })).toBeVisible()
  await menu.getByRole('button', { name: /^Alert at / }).click()
  const dialog = page.getByRole('dialog', { name: t('notifications.bell', { code }) })
  await expect(dialog.getByLabel(t('notifications.add.price'), { exact: true })).toHaveValue(/^\d+\.\d\d$/)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const label = labelOf(chart, 'alert')
  await expect(label).toBeVisible()
  await page.reload()
  await expect(label).toBeVisible()
  const actions = await openActions(page, label)
  await actions.getByRole('button', { name: t('markets.chart.line.remove'), exact: true }).click()
  await expect(label).toHaveCount(0)
})

test('I15.6p: a visitor’s right click on the chart is the browser’s', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  await skipBoard(page)
  const chart = await openChart(page, server)
  await pressPrice(page, chart)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
