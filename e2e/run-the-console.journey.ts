import { expect, test, useRealAccount } from './journey.ts'
import { openConsole } from './operators.ts'

test('a correction is proposed by one operator, approved by another, read by the customer, and stands in the log', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  // Two people sign in with codes that the command line gives: a process each.
  test.setTimeout(240_000)
  const finance = await openConsole(browser, server, 'finance')
  await finance.getByRole('link', { name: 'Customers' }).click()
  await finance.getByRole('searchbox', { name: 'Search customers' }).fill(customer.userName)
  await finance.getByRole('link', { name: customer.userName }).click()
  await expect(finance.getByRole('heading', { name: customer.userName })).toBeVisible()
  await finance.getByRole('button', { name: 'Correct …' }).click()
  await finance.getByLabel('Amount').fill('12.50')
  await finance.getByLabel('Reason', { exact: true }).fill('charged twice on Friday')
  await finance.getByRole('button', { name: 'Propose the correction' }).click()
  await expect(finance.getByText('Proposed: a second person has to approve it.')).toBeVisible()
  await finance.getByRole('link', { name: 'Four eyes' }).click()
  const summary = `Credit ${customer.userName} 12.50 USDT`
  await finance.getByRole('link', { name: summary }).click()
  await expect(finance.getByText('This is yours: somebody else has to decide it.')).toBeVisible()

  const admin = await openConsole(browser, server, 'admin')
  await admin.getByRole('link', { name: 'Four eyes' }).click()
  await admin.getByRole('link', { name: summary }).click()
  await admin.getByRole('button', { name: 'Approve: do exactly this' }).click()
  await expect(admin.getByText('Approved and done.')).toBeVisible()

  await useRealAccount(page)
  await visit('/profile')
  await expect(page.locator('main')).toContainText('12.50')

  await admin.getByRole('link', { name: 'Audit log' }).click()
  await expect(admin.getByText(/The chain holds/)).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'accounts.adjust.approve' }).first()).toContainText(
    'charged twice on Friday',
  )
  await admin.getByRole('link', { name: 'Reconciliation' }).click()
  await expect(admin.getByText('The ledger adds up.')).toBeVisible()
  await admin.getByRole('button', { name: 'Sign out' }).click()
  await expect(admin.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await admin.context().close()
  await finance.context().close()
})
