import { beSignedIn, call, expect, isPhone, openAccount, t, test } from './journey.ts'
import { placeOrder } from './place-order.ts'
import { moving, ordersOf, pricesOf } from './tasks/ticket.ts'
import { startWavingServer } from './waving-server.ts'

test('I15.14m: all pending orders are cancelled at once, of one market or of all, after their number was confirmed', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  const wait = async (code: string, lots: string) => {
    const { bid } = await pricesOf(server, code)
    const price = (bid * 0.9).toFixed(0)
    await placeOrder(server, customer, { code, lots, kind: 'limit', price })
  }
  await wait('BTCUSDT', '0.01')
  await wait('BTCUSDT', '0.02')
  await wait('ETHUSDT', '0.1')
  await visit('/market?code=BTCUSDT')
  await page.getByRole('tab', { name: t('orders.list.pending') }).click()
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: t('orders.cancelAll.open'), exact: true }).click()
  await open()
  await expect(dialog.getByText(t('orders.cancelAll.title', { count: 3 }))).toBeVisible()
  await dialog.getByRole('combobox').click()
  await page
    .getByRole('option', { name: t('orders.cancelAll.market', { code: 'BTCUSDT', count: 2 }) })
    .click()
  await dialog.getByRole('button', { name: t('orders.cancelAll.confirm', { count: 2 }) }).click()
  await expect(page.getByText(t('orders.cancelAll.done', { count: 2 }))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await ordersOf(server, customer, 'pending')).toMatchObject([{ lots: '0.1' }])
  await visit('/profile/orders?status=pending')
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await open()
  await dialog.getByRole('button', { name: t('orders.cancelAll.confirm', { count: 1 }) }).press('Enter')
  await expect(page.getByText(t('orders.empty.pending'))).toBeVisible()
  expect(await ordersOf(server, customer, 'pending')).toEqual([])
})

test('I15.14l: the stop loss of a position in profit moves to break-even, from its row and on a phone from its card', async ({
  page,
}) => {
  const server = await startWavingServer()
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const { id, openPrice } = await placeOrder(server, customer)
  // Far below: a stop loss of the same height is never offered twice.
  await call(server, '/swx/customer/order/editContract', { id, stopLoss: '40000' }, moving(customer))
  await page.goto(`${server.url}/#/profile/orders?status=open`)
  const offer = page.getByRole('button', { name: t('orders.breakEven.open'), exact: true })
  if (!isPhone(page))
    await page
      .getByRole('button', { name: t('orders.more'), exact: true })
      .first()
      .click()
  await offer.first().click()
  const dialog = page.getByRole('dialog', { name: t('orders.breakEven.title') })
  await expect(dialog).toBeVisible()
  expect(page.url()).toContain('/profile/orders?status=open')
  await expect(async () => {
    // The wave takes the price back below it now and then; the button waits until it may be set.
    await dialog.getByRole('button', { name: t('orders.breakEven.confirm') }).click()
    await expect(dialog).toHaveCount(0)
  }).toPass()
  const stop = async () => {
    const orders = [
      ...(await ordersOf(server, customer, 'open')),
      ...(await ordersOf(server, customer, 'closed')),
    ]
    return Number(orders.find((order) => order.id === id)?.stopLoss)
  }
  expect(await stop()).toBeGreaterThanOrEqual(Number(openPrice))
  await server.dispose()
})
