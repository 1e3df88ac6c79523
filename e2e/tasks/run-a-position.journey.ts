import { dragOnChart, handlesOnChart } from '../drag-on-chart.ts'
import { beSignedIn, call, expect, openAccount, t, test } from '../journey.ts'
import { openChart } from '../open-chart.ts'
import { placeOrder } from '../place-order.ts'
import { startServer } from '../running-server.ts'
import { figureOf, moving, ordersOf, sendTicket } from './ticket.ts'

test('the stop of a position is dragged to another price, which is asked for before it counts', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer }) => {
  const { id, openPrice } = await placeOrder(server, customer)
  const stopLoss = (Number(openPrice) * 0.996).toFixed(2)
  await call(server, '/swx/customer/order/editContract', { id, stopLoss }, moving(customer))
  await openChart(page, server)
  await expect.poll(async () => (await handlesOnChart(page)).length).toBe(1)
  const [handle] = await handlesOnChart(page)
  if (handle === undefined) throw new Error('the stop has no handle')
  await dragOnChart(page, handle, 30)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(t('orders.ticket.stopLoss'), { exact: true })
  await expect(field).toBeVisible()
  const lower = Number(await field.inputValue())
  expect(lower).toBeLessThan(Number(stopLoss))
  expect(Number((await ordersOf(server, customer, 'open'))[0]?.stopLoss)).toBe(Number(stopLoss))
  await dialog.getByRole('button', { name: t('orders.edit.save') }).click()
  await expect(page.getByText(t('orders.edit.saved'))).toBeVisible()
  expect(Number((await ordersOf(server, customer, 'open'))[0]?.stopLoss)).toBe(lower)
})

test('half of a position is closed with two clicks, and the other half stays open', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await placeOrder(server, customer, { lots: '0.02' })
  await visit('/market?code=BTCUSDT')
  const row = page.getByRole('row').filter({ hasText: '0.02' })
  await row.getByRole('button', { name: t('orders.close.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '0.01', exact: true }).click()
  await expect(dialog.getByText(t('orders.close.estimate'))).toBeVisible()
  await dialog.getByRole('button', { name: t('orders.close.confirm') }).click()
  await expect(dialog).toHaveCount(0)
  expect(await ordersOf(server, customer, 'open')).toMatchObject([{ lots: '0.01' }])
  expect(await ordersOf(server, customer, 'closed')).toMatchObject([{ lots: '0.01' }])
})

test('a position held overnight shows its swap on the order and in the statement', {
  tag: ['@one-size', '@task'],
}, async ({ page }) => {
  // A server of its own: its clock moves.
  const server = await startServer()
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const { id } = await placeOrder(server, customer)
  await server.candor('clock', 'advance', '24h')
  const swap = async () => Number((await ordersOf(server, customer, 'open'))[0]?.swap)
  await expect.poll(swap).toBeLessThan(0)
  await page.goto(`${server.url}/#/profile/orders/${id}`)
  await expect.poll(() => figureOf(page, t('orders.field.swap'))).toBeCloseTo(await swap(), 2)
  // The order knows of it before the ledger has it.
  const statement = () =>
    fetch(`${server.url}/swx/customer/user/statement`, { headers: { Authorization: customer.token } }).then(
      (response) => response.text(),
    )
  await expect.poll(statement).toContain('contract-swap')
  await page.goto(`${server.url}/#/profile/balance`)
  await expect(
    page.getByText(`${t('statement.kinds.contract-swap')} · BTCUSDT buy 0.01`).filter({ visible: true }),
  ).toBeVisible()
  await server.dispose()
})

test('what is bought on a phone is open at the desk at once, and what is closed there is gone on the phone', {
  tag: ['@only-phone', '@task'],
}, async ({ page, server, browser, customer, visit }) => {
  const second = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const desk = await second.newPage()
  await beSignedIn(desk, customer)
  await desk.goto(`${server.url}/#/market?code=BTCUSDT`)
  await expect(desk.getByText(t('orders.empty.open'))).toBeVisible()
  await visit('/market?code=BTCUSDT')
  await page.getByRole('button', { name: /^Buy ?[\d,]+\.\d\d$/ }).tap()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
  await sendTicket(page, /^Buy 0\.01/)
  await page.keyboard.press('Escape')
  const closing = (where: typeof page) =>
    where.getByRole('button', { name: t('orders.close.open'), exact: true })
  await expect(closing(page)).toHaveCount(1)
  await closing(desk).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('orders.close.confirm') })
    .click()
  await expect(desk.getByText(t('orders.empty.open'))).toBeVisible()
  await expect(closing(page)).toHaveCount(0)
  await expect(page.getByText(t('orders.empty.open'))).toBeVisible()
  await second.close()
})
