import { expect, test } from './journey.ts'
import { openConsole, pageLink, sampleOperator } from './operators.ts'

// Walked by two here: operators.service-token.

test('I16.11: two operators make a service token, a program reads with it, and one revokes it', async ({
  browser,
  server,
}) => {
  const admin = await openConsole(browser, server, 'admin')
  await pageLink(admin, 'Service tokens').click()
  await expect(admin.getByText('No service tokens')).toBeVisible()
  await admin.getByRole('button', { name: 'New token …' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('System').fill('Bookkeeping')
  await form.getByLabel('Accepted from').fill('the office')
  await form.getByLabel('Reason', { exact: true }).fill('closes the month')
  await form.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(form.getByText('Choose at least one scope.')).toBeVisible()
  await expect(form.getByText('Enter addresses or networks such as')).toBeVisible()
  await form.getByRole('checkbox', { name: 'ledger:read' }).check()
  await form.getByLabel('Accepted from').fill('127.0.0.0/8, ::1')
  await form.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('You proposed this. Another operator must decide.')).toBeVisible()

  const risk = await openConsole(browser, server, 'risk')
  await pageLink(risk, /^Four eyes/).click()
  await risk.getByRole('link', { name: 'Service token Bookkeeping: ledger:read' }).click()
  await expect(risk.getByText('127.0.0.0/8, ::1')).toBeVisible()
  await risk.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(risk.getByText('Approved and applied.')).toBeVisible()
  await pageLink(risk, 'Service tokens').click()
  await risk.getByRole('link', { name: 'Bookkeeping' }).click()
  await expect(risk.getByText('Approved, but its secret is not made yet')).toBeVisible()
  await expect(risk.getByRole('button', { name: 'Make secret …' })).toBeHidden()

  await pageLink(admin, 'Service tokens').click()
  await admin.getByRole('link', { name: 'Bookkeeping' }).click()
  await admin.getByRole('button', { name: 'Make secret …' }).click()
  const { password, totp } = await sampleOperator(server, 'admin')
  await admin.getByLabel('Your password').fill(password)
  await admin.getByLabel('Code from your authenticator app').fill(totp)
  await admin.getByRole('button', { name: 'Make secret', exact: true }).click()
  const secret = (await admin.getByText(/^candor_service_[\w-]{43}$/).textContent()) ?? ''
  await admin.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByText(secret)).toBeHidden()

  const read = (path: string) =>
    fetch(`${server.url}/ops${path}`, { headers: { authorization: `Bearer ${secret}` } })
  expect((await read('/treasury')).status).toBe(200)
  expect((await read('/customers')).status).toBe(403)
  const calls = admin.getByRole('table', { name: 'Calls', exact: true })
  await expect(calls.getByRole('row', { name: /opsCustomers 1 1$/ })).toBeVisible()
  await expect(calls.getByRole('row', { name: /opsTreasury 1 0$/ })).toBeVisible()

  await risk.getByRole('button', { name: 'Revoke …' }).click()
  await risk.getByLabel('Reason', { exact: true }).fill('another system took over')
  await risk.getByRole('button', { name: 'Revoke token' }).click()
  await expect(risk.getByText('Service token revoked')).toBeVisible()
  await expect(risk.getByText('Revoked', { exact: true })).toBeVisible()
  expect((await read('/treasury')).status).toBe(401)
})
