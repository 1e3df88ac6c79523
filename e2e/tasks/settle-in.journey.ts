import { call, demoAmount, expect, t, test } from '../journey.ts'
import { placeOrder } from '../place-order.ts'
import { moving, ordersOf, pricesOf } from './ticket.ts'

test('an alert is told when its price is reached, and is looked through and removed afterwards', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  const headers = { Authorization: customer.token }
  const { bid, ask } = await pricesOf(server)
  await visit('/market?code=BTCUSDT')
  // One on each side of the price: whichever way it goes, one is reached soon.
  const below = { code: 'BTCUSDT', price: (bid - 3).toFixed(2), side: 'below' }
  await call(server, '/swx/customer/user/addAlert', below, headers)
  await page.getByRole('button', { name: t('notifications.bell', { code: 'BTCUSDT' }) }).click()
  await page.getByLabel(t('notifications.add.price'), { exact: true }).fill((ask + 3).toFixed(2))
  await page.getByRole('button', { name: t('notifications.add.act') }).click()
  await expect(page.getByText(/^BTCUSDT reached/).first()).toBeVisible({ timeout: 180_000 })
  await visit('/profile/notification')
  await expect(page.getByRole('heading', { name: t('notifications.fired') })).toBeVisible()
  await expect(page.getByText(/^Reached [\d,]+\.\d+, /).first()).toBeVisible()
  const remove = page.getByRole('button', { name: t('notifications.alert.remove', { code: 'BTCUSDT' }) })
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(remove).toHaveCount(1)
  await remove.click()
  await expect(page.getByText(t('notifications.empty.title'))).toBeVisible()
})

test('the demo account is reset to its practice money, with nothing left open', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await placeOrder(server, customer)
  await visit('/profile/settings')
  await page.getByRole('button', { name: t('accounts.settings.reset.act') }).click()
  const dialog = page.getByRole('dialog', { name: t('accounts.settings.reset.ask') })
  await dialog.getByRole('button', { name: t('accounts.settings.reset.act') }).click()
  await expect(page.getByText(t('accounts.settings.reset.done', { amount: demoAmount }))).toBeVisible()
  expect(await ordersOf(server, customer, 'open')).toEqual([])
  await visit('/profile')
  await expect(page.locator('main')).toContainText('10,000.00')
})

test('a daily loss limit counts at once, and a looser one only a day later', {
  tag: ['@one-size', '@task'],
}, async ({ page, customer: _signedIn, visit }) => {
  await visit('/profile/settings')
  const change = async (amount: string) => {
    const row = page
      .locator('div')
      .filter({ has: page.getByText(t('trust.dailyLoss'), { exact: true }) })
      .filter({ has: page.getByRole('button', { name: t('trust.change') }) })
    await row
      .last()
      .getByRole('button', { name: t('trust.change') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('trust.dailyLoss') })
    await dialog.getByLabel(t('trust.amount'), { exact: true }).fill(amount)
    await dialog.getByRole('button', { name: t('trust.save') }).click()
    await expect(dialog).toHaveCount(0)
  }
  await change('100')
  await expect(page.getByText(t('trust.lost', { lost: '0.00', amount: '100.00' }))).toBeVisible()
  await change('500')
  await expect(page.getByText(/^Changes to 500\.00 USDT: /)).toBeVisible()
  await expect(page.getByText(t('trust.lost', { lost: '0.00', amount: '100.00' }))).toBeVisible()
})

test('an API key that may read reads, one that may trade trades, and a revoked one does neither', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await visit('/profile/settings')
  const make = async (name: string, scope: 'read' | 'trade'): Promise<string> => {
    await page.getByRole('button', { name: t('accounts.api.make') }).click()
    const form = page.getByRole('dialog', { name: t('accounts.api.make') })
    await form.getByLabel(t('accounts.api.name')).fill(name)
    await form.getByText(t(`accounts.api.scope.${scope}`), { exact: true }).click()
    await form.getByRole('button', { name: t('accounts.api.make') }).click()
    const shown = form.getByText(/^candor_[\w-]{43}$/)
    const key = await shown.innerText()
    await form.getByRole('button', { name: t('accounts.api.done') }).click()
    return key
  }
  const [reads, trades] = [await make('my sheet', 'read'), await make('my program', 'trade')]
  const ask = async (key: string): Promise<number> => {
    const headers = { 'x-api-key': key, virtually: 'NO' }
    const response = await fetch(`${server.url}/swx/customer/order/listContractOrder`, { headers })
    return ((await response.json()) as { code: number }).code
  }
  const buy = (key: string) => {
    const { 'Idempotency-Key': once = '' } = moving(customer)
    const input = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', kind: 'market', protected: false }
    const headers = { 'x-api-key': key, virtually: 'NO', 'Idempotency-Key': once }
    return call(server, '/swx/customer/order/buyContract', { ...input, leverage: 1 }, headers)
  }
  expect(await ask(reads)).toBe(200)
  await expect(buy(reads)).rejects.toThrow(/answered 110/)
  await expect(() => buy(trades)).toPass()
  expect(await ordersOf(server, customer, 'open')).toHaveLength(1)
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'my program' })
  await expect(line).toContainText(/last used/)
  await line.getByRole('button', { name: t('accounts.api.revoke') }).click()
  await expect(page.getByText(t('accounts.api.revoked'))).toBeVisible()
  expect(await ask(trades)).toBe(401)
})
