import { creditAccount } from './credit-account.ts'
import { expect, t, test, useRealAccount } from './journey.ts'

test('I15.d8: a withdrawal to a card added just now says that the card is new, and from when it can be used', async ({
  page,
  server,
  customer,
  visit,
}) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 500)
  await visit('/bank/bind')
  await page.getByRole('button', { name: t('bank.add') }).click()
  const dialog = page.getByRole('dialog')
  const card = { bank: 'First Bank', branch: 'Berlin', accountName: 'Ada Okafor', number: '4111111111111111' }
  for (const [name, value] of Object.entries(card))
    await dialog.getByLabel(t(`bank.form.${name as keyof typeof card}`), { exact: true }).fill(value)
  await dialog.getByRole('button', { name: t('bank.form.save') }).click()
  await expect(page.getByText(t('bank.bound'))).toBeVisible()
  await visit('/profile/balance?tab=withdraw')
  await page.getByText(t('withdraw.method.bank'), { exact: true }).click()
  await page.getByRole('combobox', { name: t('withdraw.place.card'), exact: true }).click()
  await page.getByRole('option', { name: /^First Bank .*1111: from / }).click()
  const [before = ''] = t('withdraw.place.cardTooNew', { date: '|' }).split('|')
  await expect(page.getByText(before)).toBeVisible()
  await expect(page.getByText(before)).toContainText(/\d{1,2} \w+ \d{4}|\w+ \d{1,2}, \d{4}/)
  await server.candor('clock', 'advance', '24h')
  await page.reload()
  await page.getByText(t('withdraw.method.bank'), { exact: true }).click()
  await page.getByRole('combobox', { name: t('withdraw.place.card'), exact: true }).click()
  await page.getByRole('option', { name: /^First Bank .*1111$/ }).click()
  await expect(page.getByText(before)).toBeHidden()
})
