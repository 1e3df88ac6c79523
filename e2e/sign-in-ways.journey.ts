import type { Page } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/servers/free-port.ts'
import { startOpenId, type TestOpenId } from '../apps/server/src/testing/test-openid.ts'
import { test as base, demoAmount, expect, newPerson, openAccount, skipBoard, t } from './journey.ts'
import { publishTerms } from './publish-terms.ts'
import { type RunningServer, useServer } from './running-server.ts'
import { addDevice } from './virtual-device.ts'

/** A server that knows an OpenID provider in Google's place; the provider has to know its address before. */
const test = base.extend<object, { openId: TestOpenId; server: RunningServer }>({
  openId: [
    async ({}, use) => {
      const port = await freePort()
      const openId = await startOpenId([`http://localhost:${port}/api/loginCallback/google`])
      await use(Object.assign(openId, { port }))
      await openId.close()
    },
    { scope: 'worker' },
  ],
  server: [
    ({ openId }, use) => {
      const { issuer, clientId, clientSecret } = openId
      const env = {
        GOOGLE_ISSUER: issuer,
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: clientSecret,
      }
      const { port } = openId as TestOpenId & { readonly port: number }
      return useServer(use, { port, env })
    },
    { scope: 'worker' },
  ],
})

async function signIn(page: Page, server: RunningServer, who: { userName: string; password: string }) {
  await skipBoard(page)
  await page.goto(`${server.url}/#/pass/login`)
  await page.getByLabel(t('accounts.field.account'), { exact: true }).fill(who.userName)
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(who.password)
  await page.getByRole('button', { name: t('accounts.login.act'), exact: true }).click()
}

async function signOut(page: Page, server: RunningServer) {
  await page.goto(`${server.url}/#/profile/settings`)
  await page
    .getByRole('button', { name: t('shell.signOut'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/pass\/login/)
}

test('a customer adds a passkey, signs out, and comes back with it alone; once removed it opens nothing', async ({
  page,
  server,
}) => {
  const customer = await openAccount(server)
  await addDevice(page)
  await signIn(page, server, customer)
  await expect(page).toHaveURL(/#\/profile/)
  await page.goto(`${server.url}/#/profile/settings`)
  await page.getByRole('button', { name: t('signin.passkey.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('signin.passkey.name'), { exact: true }).fill('My phone')
  await dialog.getByRole('button', { name: t('signin.passkey.add') }).click()
  await expect(page.getByText(t('signin.passkey.added'))).toBeVisible()
  await signOut(page, server)
  await page.getByRole('button', { name: t('signin.passkey.signIn') }).click()
  await expect(page).not.toHaveURL(/#\/pass\/login/)
  await page.goto(`${server.url}/#/profile/settings`)
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(row).toContainText(/Last used/)
  await row.getByRole('button', { name: t('signin.passkey.remove') }).click()
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t('signin.passkey.remove') }).click()
  await expect(page.getByText(t('signin.passkey.removed'))).toBeVisible()
  await signOut(page, server)
  await page.getByRole('button', { name: t('signin.passkey.signIn') }).click()
  await expect(page.getByText(t('codes.11012'))).toBeVisible()
})

test('a visitor signs up with a phone number and comes back with a code by text message', async ({
  page,
  server,
}, info) => {
  const person = newPerson()
  const digits = `1512${info.project.name === 'phone' ? '7' : '6'}${String(Date.now()).slice(-6)}`
  await skipBoard(page)
  await page.goto(`${server.url}/#/pass/register`)
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(person.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(person.email)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(person.email))
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(person.password)
  await page.getByRole('button', { name: t('signin.phone.optional') }).click()
  const chooseGermany = async () => {
    await page.getByLabel(t('signin.phone.area')).click()
    await page.getByRole('option', { name: /\+49/ }).click()
  }
  await chooseGermany()
  const number = page.getByLabel(t('signin.phone.number'), { exact: true })
  await number.fill('12')
  await number.blur()
  await expect(page.getByText(t('signin.phone.problem'))).toBeVisible()
  await number.fill(`0${digits}`)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  const smsCode = page.getByLabel(t('signin.sms.code'), { exact: true })
  await smsCode.fill(await server.mailedCode(`+49${digits}`))
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('signin.consent.problem'))).toBeVisible()
  await page.getByLabel(t('signin.consent.label')).check()
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.register.done', { amount: demoAmount }))).toBeVisible()
  await signOut(page, server)
  await page.getByRole('button', { name: t('signin.sms.signIn') }).click()
  await chooseGermany()
  await number.fill(digits)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(page.getByText(/valid for 10 minutes/)).toBeVisible()
  await smsCode.fill('000000')
  const enter = page.getByRole('dialog').getByRole('button', { name: t('accounts.login.act'), exact: true })
  await enter.click()
  await expect(page.getByText(t('codes.10091'))).toBeVisible()
  await smsCode.fill(await server.mailedCode(`+49${digits}`))
  await enter.click()
  await expect(page).not.toHaveURL(/#\/pass\/login/)
})

test('who comes from Google opens an account with a user name, and next time is simply in', async ({
  page,
  server,
  openId,
}) => {
  const { userName, email } = newPerson()
  openId.person = { subject: userName, email, proven: true }
  const friend = await openAccount(server)
  const { inviteCode } = friend.user
  await skipBoard(page)
  // A friend's link is followed first: the code goes along the other way too.
  await page.goto(`${server.url}/#/pass/register?invite=${inviteCode}`)
  await expect(page.getByLabel(t('invites.field.optional'))).toHaveValue(inviteCode)
  await page.goto(`${server.url}/#/pass/login`)
  const google = page.getByRole('button', { name: t('signin.google.signIn') })
  await google.click()
  await expect(page.getByText(t('signin.google.new.lead', { email }))).toBeVisible()
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(userName)
  await expect(page.getByLabel(t('invites.field.optional'))).toHaveValue(inviteCode)
  await page.getByLabel(t('signin.consent.label')).check()
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page).toHaveURL(/#\/profile/)
  const headers = { Authorization: friend.token }
  const invites = await fetch(`${server.url}/swx/customer/user/invites`, { headers })
  expect(((await invites.json()) as { result: { friends: number } }).result.friends).toBe(1)
  await signOut(page, server)
  await google.click()
  await expect(page).toHaveURL(/#\/profile/)
  await signOut(page, server)
  // An answer this browser never asked for opens nothing.
  await page.goto(`${server.url}/api/loginCallback/google?code=stolen&state=somebody-elses`)
  await expect(page.getByText(t('signin.google.stranger'))).toBeVisible()
})

test('a customer signs every other device out, freezes the account, and unfreezes it with a mailed code', async ({
  page,
  server,
  browser,
}) => {
  const customer = await openAccount(server)
  const elsewhere = await browser.newContext()
  try {
    const other = await elsewhere.newPage()
    await signIn(other, server, customer)
    await expect(other).toHaveURL(/#\/profile/)
    await signIn(page, server, customer)
    await expect(page).toHaveURL(/#\/profile/)
    await page.goto(`${server.url}/#/profile/settings`)
    await page.getByRole('button', { name: t('signin.sessions.endOthers') }).click()
    await expect(page.getByText(/signed out\.$/).first()).toBeVisible()
    await expect(other).toHaveURL(/#\/pass\/login/)
  } finally {
    await elsewhere.close()
  }
  await page.getByRole('button', { name: t('signin.freeze.act'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('signin.freeze.title') })
    .click()
  await expect(page).toHaveURL(/#\/pass\/login/)
  await signIn(page, server, customer)
  await expect(page.getByText(t('codes.11018'))).toBeVisible()
  await page.getByRole('link', { name: t('signin.unfreeze.title') }).click()
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(customer.email)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(page.getByText(/valid for 10 minutes/)).toBeVisible()
  await page
    .getByLabel(t('accounts.field.code'), { exact: true })
    .fill(await server.mailedCode(customer.email))
  await page.getByRole('button', { name: t('signin.unfreeze.act') }).click()
  await expect(page).toHaveURL(/#\/pass\/login/)
  await signIn(page, server, customer)
  await expect(page).toHaveURL(/#\/profile/)
})

test('new terms are asked for after the next sign-in, and once agreed to not again', async ({
  page,
  server,
}) => {
  const customer = await openAccount(server)
  await publishTerms(server)
  await signIn(page, server, customer)
  const dialog = page.getByRole('dialog', { name: t('signin.consent.title') })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: t('signin.consent.act'), exact: true }).click()
  await expect(page.getByText(t('signin.consent.done'))).toBeVisible()
  await signOut(page, server)
  await signIn(page, server, customer)
  await expect(page).toHaveURL(/#\/profile/)
  await expect.poll(() => page.evaluate("localStorage.getItem('consentDue')")).toBeNull()
  await expect(dialog).toBeHidden()
})
