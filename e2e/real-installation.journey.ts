import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { withData } from '../apps/server/src/cli/open-data.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { freePort } from '../apps/server/src/testing/servers/free-port.ts'
import { startOpenId, type TestOpenId } from '../apps/server/src/testing/test-openid.ts'
import { test as base, demoAmount, expect, newPerson, skipBoard, t } from './journey.ts'
import { type RunningServer, useServer } from './running-server.ts'

/** The place where operators work, and the sign-in of their office. */
interface Office {
  readonly port: number
  readonly console: string
  readonly openId: TestOpenId
}

// A real installation: a sandbox never asks for a calculation, and its console has no address of its own.
const test = base.extend<object, { office: Office; server: RunningServer }>({
  office: [
    async ({}, use) => {
      const port = await freePort()
      const console = `http://127.0.0.1:${port}/console`
      const openId = await startOpenId([`${console}/sign-in`])
      await use({ port, console, openId })
      await openId.close()
    },
    { scope: 'worker' },
  ],
  server: [
    ({ office: { port, openId } }, use) =>
      useServer(use, {
        dataDir: temporaryDataDir('candor-journey-'),
        flags: ['--no-sandbox', '--host', '127.0.0.1', '--console-port', String(port)],
        env: {
          CONSOLE_OIDC_ISSUER: openId.issuer,
          CONSOLE_OIDC_CLIENT_ID: openId.clientId,
          CONSOLE_OIDC_CLIENT_SECRET: openId.clientSecret,
          CONSOLE_OIDC_LABEL: 'your staff account',
        },
      }),
    { scope: 'worker' },
  ],
})

test('on a day with far more codes than usual a visitor signs up all the same: the browser does its calculation by itself', async ({
  page,
  server,
  visit,
}) => {
  await withData(server.dataDir, ({ db }) =>
    db.pool.query(`INSERT INTO limits_messages (day, kind, sent) VALUES ($1, 'mail', 1000)`, [
      new Date().toISOString().slice(0, 10),
    ]),
  )
  const person = newPerson()
  await skipBoard(page)
  await visit('/pass/register')
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(person.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(person.email)
  const codes = page.waitForResponse(async (response) =>
    response.url().endsWith('/sendCode') ? (await response.text()).includes('"code":11052') : false,
  )
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await codes
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(person.email))
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(person.password)
  await page.getByLabel(t('signin.consent.label')).check()
  // The field itself says where accounts are closed.
  const country = page.getByLabel(t('accounts.field.country'), { exact: true })
  const choose = async (name: string) => {
    await country.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('North Korea')
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.problem.countryClosed'))).toBeVisible()
  await choose('Switzerland')
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.register.done', { amount: demoAmount }))).toBeVisible()
})

const password = 'a long and plain phrase'

test('an operator links an account of their office at the console’s own address, and signs in with it and their second factor', async ({
  browser,
  server,
  office: { console, openId },
}) => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const email = 'ada@desk.example'
  const who = ['--email', email, '--role', 'admin', '--password', password]
  const made = await server.candor('operator', 'create', ...who)
  const secret = /[A-Z2-7]{32,}/.exec(made)?.[0] ?? ''
  expect(secret, made).not.toBe('')
  const enter = async (name: string) => {
    await page.getByLabel(/^Code from your/).fill(await freshCode(server, secret))
    await page.getByRole('button', { name, exact: true }).click()
  }
  const byAccount = page.getByRole('button', { name: 'Sign in with your staff account' })
  openId.person = { subject: 'ada', email, proven: true }

  await page.goto(`${console}/`)
  await byAccount.click()
  await expect(page.getByText(t('codes.11054'))).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await enter('Sign in')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()

  await page.goto(`${console}/#/me`)
  await page.getByRole('button', { name: 'Link an account' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await enter('Continue')
  await expect(page.getByText(`${email}, linked`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await cancelThere(page, openId, byAccount.click.bind(byAccount))
  openId.person = { subject: 'ada', email, proven: true }
  await byAccount.click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await enter('Sign in')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await page.goto(`${console}/#/me`)
  await page.getByRole('button', { name: 'Unlink' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await enter('Unlink account')
  await expect(page.getByRole('button', { name: 'Link an account' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(byAccount).toBeVisible()
  // An answer that this browser never asked for opens nothing.
  await page.goto(`${console}/sign-in?code=stolen&state=somebody-elses`)
  await expect(page.getByText('This sign-in was not started in this browser')).toBeVisible()
  await page.context().close()
})

/** Asked once more at the provider, somebody thinks better of it. */
async function cancelThere(page: Page, openId: TestOpenId, leave: () => Promise<void>): Promise<void> {
  await page.context().clearCookies({ domain: 'localhost' })
  openId.person = null
  await leave()
  await expect(page.getByText('The sign-in was cancelled at the provider.')).toBeVisible()
}

/** A code is good once, and the next one half a minute later: the one before is forgotten. */
async function freshCode(server: RunningServer, secret: string): Promise<string> {
  await withData(server.dataDir, ({ db }) => db.pool.query('UPDATE operators_people SET totp_last_step = 0'))
  return new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate()
}
