import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { startTestEthereum } from '../apps/server/src/funding/chain/test-ethereum.ts'
import { publicKeys } from '../apps/server/src/funding/test-public-keys.ts'
import { beSignedIn, expect, openAccount, t, test, useRealAccount } from './journey.ts'
import { type RunningServer, startServer } from './running-server.ts'

const password = 'three quiet words'

interface Operator {
  readonly email: string
  readonly secret: string
  ask<T>(path: string, body?: object): Promise<T>
}

const codeNow = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate()

/** An operator as the command line makes them, signed in over HTTP unless the console's door is the journey's. */
async function newOperator(
  server: RunningServer,
  role: string,
  email: string,
  signIn = true,
): Promise<Operator> {
  const said = await server.candor(
    'operator',
    'create',
    '--email',
    email,
    '--role',
    role,
    '--password',
    password,
  )
  const secret = /only now: (\w+)/.exec(said)?.[1] ?? ''
  let cookie = ''
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-candor-console': '1', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const answer = (await response.json()) as { code: number; result: T }
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}`)
    return answer.result
  }
  if (signIn) await ask('/ops/login', { email, password, totp: codeNow(secret) })
  return { email, secret, ask }
}

/** Two people of finance let every customer have a USDT address of their own. */
async function takeTether(server: RunningServer): Promise<void> {
  const [fay, fred] = [
    await newOperator(server, 'finance', 'fay@candor.example'),
    await newOperator(server, 'finance', 'fred@candor.example'),
  ]
  const change = { network: 'ERC20', target: publicKeys.ETH, reason: 'the new wallet' }
  const { id } = await fay.ask<{ id: string }>('/ops/paymentAddresses', change)
  const { shownHash } = await fred.ask<{ shownHash: string }>(`/ops/proposals/${id}`)
  await fred.ask(`/ops/proposals/${id}/approve`, { shownHash })
}

const visible = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true })

test('a deposit is credited by the chain, another by a reviewer who saw its proof', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const chain = await startTestEthereum()
  const server = await startServer({ env: { EVM_RPC_URL: chain.url, EVM_USDT_ADDRESS: chain.token } })
  try {
    await takeTether(server)
    const customer = await openAccount(server)
    await beSignedIn(page, customer)
    await useRealAccount(page)

    // By the chain: the address shown is paid, the hash handed in, and twelve blocks later the money is there.
    await page.goto(`${server.url}/#/profile/balance?tab=deposit`)
    const shown = await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()
    expect(shown).toMatch(/^0x/)
    const hash = await chain.payToken(shown ?? '', 300_250_000n)
    await page.getByLabel(t('funding.form.amount')).fill('300')
    await page.getByRole('button', { name: t('funding.form.send') }).click()
    await expect(page.getByText(t('funding.problem.hash'))).toBeVisible()
    await page.getByLabel(t('funding.form.hash')).fill(hash)
    await page.getByRole('button', { name: t('funding.form.send') }).click()
    await expect(page.getByText(t('funding.result.title'))).toBeVisible()
    await page.getByRole('link', { name: t('funding.result.list') }).click()
    await expect(visible(page, t('funding.status.pending')).first()).toBeVisible()
    await chain.mine(12)
    await expect(visible(page, t('funding.status.approved')).first()).toBeVisible({ timeout: 40_000 })
    // What arrived, not what was claimed.
    await expect(page.getByText('300.25').filter({ visible: true }).first()).toBeVisible()

    // By proof: the end of the hash and a picture; the reviewer names the whole in the console.
    const second = randomBytes(32).toString('hex')
    await page.goto(`${server.url}/#/profile/balance?tab=deposit`)
    await page.getByLabel(t('funding.where.choice')).click()
    await page.getByRole('option', { name: /TRC-20/ }).click()
    await page.getByLabel(t('funding.form.amount')).fill('150')
    await page.getByText(t('funding.form.by.end'), { exact: true }).click()
    await page.getByLabel(t('funding.form.last6')).fill(second.slice(-6))
    const picture = await page.screenshot({ type: 'png' })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'payment.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByText(t('kyc.upload.done'))).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: t('funding.form.send') }).click()
    await expect(page.getByText(t('funding.result.title'))).toBeVisible()

    const rita = await newOperator(server, 'reviewer', 'rita@candor.example', false)
    const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await desk.goto(`${server.url}/console`)
    await desk.getByLabel('E-mail address').fill(rita.email)
    await desk.getByLabel('Password', { exact: true }).fill(password)
    await desk.getByLabel('Code of your second factor').fill(codeNow(rita.secret))
    await desk.getByRole('button', { name: 'Sign in' }).click()
    await desk.getByRole('link', { name: /^Deposits/ }).click()
    await desk.getByText('150.000000 USDT on TRC20').first().click()
    await expect(desk.getByText(/enter the whole hash to approve/)).toBeVisible()
    await desk.getByRole('button', { name: 'Claim', exact: true }).click()
    await desk.getByRole('button', { name: 'Approve', exact: true }).click()
    await desk.getByLabel('Transaction').fill(second)
    await desk.getByRole('button', { name: 'Approve this transaction' }).click()
    await expect(desk.getByText('Decided.').first()).toBeVisible()

    await page.getByRole('link', { name: t('funding.result.list') }).click()
    await expect(visible(page, t('funding.status.approved'))).toHaveCount(2, { timeout: 20_000 })
    await expect(page.getByText('450.25').filter({ visible: true }).first()).toBeVisible()
    expect(await server.candor('reconcile')).toContain('clean')
  } finally {
    await server.dispose()
    await chain.close()
  }
})
