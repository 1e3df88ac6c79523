import type { AccountWorth } from '@candor/contract'
import { findViolations } from './accessibility.ts'
import { creditAccount } from './credit-account.ts'
import { call, expect, t, test, useRealAccount } from './journey.ts'
import { placeOrder } from './place-order.ts'

test('I15.10f: the account leads with its total worth, with its parts to the last digit, and its curve by range', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 1_000)
  const headers = {
    ...{ Authorization: customer.token, virtually: 'YES' },
    'Idempotency-Key': crypto.randomUUID(),
  }
  await call(server, '/swx/customer/user/enterSavings', { coin: 'USDT', amount: '150' }, headers)
  await visit('/profile')
  await expect(page.getByText(t('accounts.worth.parts'))).toBeVisible()
  const response = await fetch(`${server.url}/swx/customer/user/accountWorth`, {
    headers: { Authorization: customer.token, virtually: 'YES', lang: 'en' },
  })
  const { result } = (await response.json()) as { result: AccountWorth }
  expect(result.worth).toBe('1000.000000')
  const rows = page.locator('dl').first()
  await expect(rows).toContainText(`${t('accounts.worth.part.balance', { asset: 'USDT' })}850.00USDT`)
  await expect(rows).toContainText(`${t('accounts.worth.part.savings', { asset: 'USDT' })}150.00USDT`)
  await expect(rows).toContainText(`${t('accounts.worth.title')}1,000.00USDT`)
})

test('I15.10g: the demo account’s curve has the practice money as a mark, not as a gain', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer: _signedIn, visit }) => {
  await visit('/profile')
  const curve = page.getByRole('figure', { name: t('accounts.worth.title') })
  await expect(curve.getByText(new RegExp(`^${t('accounts.worth.in')}: \\+10,000\\.00 USDT`))).toBeAttached()
  await expect(page.getByRole('figure', { name: t('accounts.worth.pnl') })).toBeVisible()
  const day = page.getByRole('radio', { name: t('accounts.worth.range.day'), exact: true })
  await day.check()
  await expect(day).toBeChecked()
  await expect(curve).toBeVisible()
})

test('I15.10h: performance of a period, its calendar by keyboard, and its days as a file', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  const { id } = await placeOrder(server, customer)
  const headers = { Authorization: customer.token, 'Idempotency-Key': crypto.randomUUID() }
  await call(server, '/swx/customer/order/closeContract', { id }, headers)
  await visit('/profile')
  await page.getByRole('link', { name: t('accounts.performance.link') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('orders.stats.title') })).toBeVisible()
  await expect(page.getByText(t('accounts.performance.return.about'))).toBeVisible()
  await expect(page.getByText(t('orders.stats.note', { count: 1 }))).toBeVisible()
  await expect(page.getByRole('link', { name: /^BTCUSDT · / })).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])

  const calendar = page.getByRole('table').filter({ has: page.locator('[data-day]') })
  const chosen = calendar.locator('[aria-pressed=true]')
  await expect(chosen).toHaveCount(1)
  const first = await chosen.getAttribute('data-day')
  await expect(
    page
      .getByText(t('accounts.performance.count', { count: 1 }))
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await chosen.focus()
  await page.keyboard.press('ArrowUp')
  await expect(chosen).not.toHaveAttribute('data-day', first ?? '')
  await expect(chosen).toBeFocused()
  await expect(page.getByText(t('accounts.performance.calendar.none'))).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('accounts.performance.download') }).click()
  expect((await download).suggestedFilename()).toBe('results-demo.csv')
})
