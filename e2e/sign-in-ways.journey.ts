import { expect, openAccount, skipBoard, t, test } from './journey.ts'
import { openConsole, passwordOf } from './operators.ts'
import { addDevice } from './virtual-device.ts'

test('a customer adds a passkey, signs out, and comes back with it alone; once removed it opens nothing', async ({
  page,
  server,
}) => {
  const customer = await openAccount(server)
  await addDevice(page)
  await skipBoard(page)
  await page.goto(`${server.url}/#/pass/login`)
  await page.getByLabel(t('accounts.field.account'), { exact: true }).fill(customer.userName)
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: t('accounts.login.act'), exact: true }).click()
  await expect(page).toHaveURL(/#\/profile/)
  await page.goto(`${server.url}/#/profile/settings`)
  await page.getByRole('button', { name: t('signin.passkey.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('signin.passkey.name'), { exact: true }).fill('My phone')
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t('signin.passkey.add') }).click()
  await expect(page.getByText(t('signin.passkey.added'))).toBeVisible()
  await page
    .getByRole('button', { name: t('shell.signOut') })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/pass\/login/)
  await page.getByRole('button', { name: t('signin.passkey.signIn') }).click()
  await expect(page).not.toHaveURL(/#\/pass\/login/)
  await page.goto(`${server.url}/#/profile/settings`)
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(row).toContainText(/Last used/)
  await row.getByRole('button', { name: t('signin.passkey.remove') }).click()
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t('signin.passkey.remove') }).click()
  await expect(page.getByText(t('signin.passkey.removed'))).toBeVisible()
  await page
    .getByRole('button', { name: t('shell.signOut') })
    .first()
    .click()
  await page.getByRole('button', { name: t('signin.passkey.signIn') }).click()
  await expect(page.getByText(t('codes.11012'))).toBeVisible()
})

test('an operator adds a passkey in the console and signs in with it', async ({ browser, server }, info) => {
  test.skip(info.project.name === 'phone', 'the console is for a desk (its README)')
  const page = await openConsole(browser, server, 'content')
  try {
    await addDevice(page)
    await page.goto(`${server.url}/console/#/me`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Desk key')
    await dialog
      .getByLabel('Your password', { exact: true })
      .fill(await passwordOf(server, 'content@sandbox.example'))
    await dialog.getByRole('button', { name: 'Add the passkey' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Desk key' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible()
  } finally {
    await page.context().close()
  }
})
