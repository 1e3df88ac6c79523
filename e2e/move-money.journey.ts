import { creditAccount } from './credit-account.ts'
import { expect, isPhone, t, test, useRealAccount } from './journey.ts'

const bitcoinInDollars = /1 BTC = [\d,]+\.\d{2} USDT/

test('I15.10b: the account leads to deposit, withdrawal and conversion; their records are under History', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, customer, visit }) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 1_000)
  await visit('/profile')
  const actions = page.locator('[data-part=money-actions]')
  await expect(actions.getByRole('link')).toHaveText([
    t('funding.tab.deposit'),
    t('withdraw.tab'),
    t('convert.title'),
  ])
  await actions.getByRole('link', { name: t('withdraw.tab') }).click()
  await expect(page.getByRole('tab')).toHaveText([
    t('funding.tab.deposit'),
    t('withdraw.tab'),
    t('convert.title'),
    t('funding.tab.history'),
  ])
  await expect(page.getByRole('tab', { name: t('withdraw.tab') })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('tab', { name: t('convert.title') }).click()
  await page.getByLabel(t('convert.amount'), { exact: true }).fill('100')
  await expect(page.locator('form').getByText(bitcoinInDollars)).toBeVisible()
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(/received\.$/)).toBeVisible()

  await page.getByRole('tab', { name: t('funding.tab.history') }).click()
  await expect(page.getByText(t('statement.lead'))).toBeVisible()
  for (const [section, heading] of [
    [t('funding.tab.deposits'), t('funding.list.empty.title')],
    [t('withdraw.tab.list'), t('withdraw.empty.title')],
    [t('convert.records'), bitcoinInDollars],
  ] as const) {
    if (isPhone(page)) {
      await page.getByRole('combobox', { name: t('funding.tab.history') }).click()
      await page.getByRole('option', { name: section }).click()
    } else await page.getByRole('radio', { name: section }).check()
    await expect(page.getByText(heading).filter({ visible: true })).toBeVisible()
  }
})

test('I15.10a: a price for a conversion that could not be had is asked for again, and is shown to the cent', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 1_000)
  let priced = false
  await page.route(/\/quoteConvert\b/, async (route) => {
    if (!priced) return route.fulfill({ json: { code: 10015, result: { reason: 'stale' }, message: '' } })
    const reply = (await (await route.fetch()).json()) as { result: object }
    await route.fulfill({ json: { ...reply, result: { ...reply.result, rate: '0.000016' } } })
  })
  await visit('/profile/balance?tab=convert')
  await page.getByLabel(t('convert.amount'), { exact: true }).fill('100')
  const again = page.getByRole('button', { name: t('convert.fresh') })
  await expect(again).toBeEnabled()
  priced = true
  await again.click()
  await expect(page.locator('form').getByText('1 BTC = 62,500.00 USDT')).toBeVisible()
})
