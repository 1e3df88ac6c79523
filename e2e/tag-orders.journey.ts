import { findViolations } from './accessibility.ts'
import { call, expect, t, test } from './journey.ts'
import { placeOrder } from './place-order.ts'
import { sendTicket } from './tasks/ticket.ts'

test('I15.10i: a customer tags an order, finds it by its tag, and reads the results by tag', {
  tag: ['@task', '@one-size'],
}, async ({ page, server, customer, visit }) => {
  const { id } = await placeOrder(server, customer)
  const other = await placeOrder(server, customer)
  await visit(`/profile/orders/${id}`)
  await page.getByRole('button', { name: t('orders.tags.edit') }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(t('orders.tags.new'))
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: t('orders.tags.add'), exact: true }).click()
  await expect(dialog.getByText(t('orders.tags.missing'))).toBeVisible()
  await field.fill('x'.repeat(25))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(t('orders.tags.tooLong', { count: 24 }))).toBeVisible()
  await field.fill('Breakout, news')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: t('orders.tags.remove', { tag: 'news' }) })).toBeVisible()
  await dialog.getByRole('button', { name: t('orders.tags.remove', { tag: 'news' }) }).click()
  // What is still in the field counts.
  await field.fill('swing')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('orders.tags.save') }).click()
  await expect(dialog).toBeHidden()
  const tags = page.getByRole('list', { name: t('orders.tags.title') })
  await expect(tags.getByRole('listitem')).toHaveText(['Breakout', 'swing'])

  const headers = { Authorization: customer.token, 'Idempotency-Key': crypto.randomUUID() }
  await call(server, '/swx/customer/order/closeContract', { id }, headers)
  await call(
    server,
    '/swx/customer/order/closeContract',
    { id: other.id },
    { ...headers, 'Idempotency-Key': crypto.randomUUID() },
  )
  await visit('/profile/performance')
  const byTag = page
    .getByRole('table', { name: t('orders.stats.byTag') })
    .or(page.getByRole('list', { name: t('orders.stats.byTag') }))
    .filter({ visible: true })
  await expect(byTag).toContainText(t('orders.stats.byTag.without'))
  await byTag.getByRole('link', { name: 'swing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('orders.page.title') })).toBeVisible()
  const orders = page
    .getByRole('table', { name: t('orders.list.title') })
    .or(page.getByRole('list', { name: t('orders.list.title') }))
    .filter({ visible: true })
  await expect(orders.getByRole('list', { name: t('orders.tags.title') })).toHaveCount(1)
  await expect(page.getByText(/^1 order:/)).toBeVisible()
  await page.getByRole('combobox', { name: t('orders.list.tag'), exact: true }).click()
  await page.getByRole('option', { name: t('orders.list.tag.all') }).click()
  await expect(page.getByText(/^2 orders:/)).toBeVisible()
})

test('I15.14n: tags chosen in the ticket are on the order that it places, and are changed on its card', {
  tag: '@phone-size',
}, async ({ page, server, customer, visit }) => {
  await visit('/market?code=BTCUSDT')
  await page
    .getByRole('button', { name: /^Buy ?[\d,]+\.\d\d$/ })
    .first()
    .click()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
  await page.getByText(t('orders.ticket.settings')).click()
  await page.getByRole('button', { name: t('orders.tags.choose') }).click()
  const tags = page.getByRole('dialog', { name: t('orders.tags.ofNext') })
  await tags.getByLabel(t('orders.tags.new')).fill('breakout')
  await tags.getByRole('button', { name: t('orders.tags.apply') }).click()
  await expect(tags).toBeHidden()
  await sendTicket(page, /^Buy 0\.01/)
  const saved = async () => {
    const response = await fetch(`${server.url}/swx/customer/order/listContractOrder`, {
      headers: { Authorization: customer.token },
    })
    const { result } = (await response.json()) as { result: { items: { tags?: string[] }[] } }
    return result.items.map((order) => order.tags)
  }
  await expect.poll(saved).toEqual([['breakout']])
  await visit('/profile/orders?status=open')
  await page.getByRole('button', { name: t('orders.tags.edit') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('orders.tags.new')).fill('news')
  await dialog.getByRole('button', { name: t('orders.tags.save') }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toEqual([['breakout', 'news']])
})
