import { creditAccount } from './credit-account.ts'
import { expect, isPhone, t, test, useRealAccount } from './journey.ts'

const bitcoinInDollars = /1 BTC = [\d,]+\.\d{2} USDT/

test('I15.10b: the account leads to deposit, withdrawal and conversion; their records are under History', async ({
  page,
  server,
  customer,
  visit,
}) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, (customer.user as { id: string }).id, 1_000)
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
