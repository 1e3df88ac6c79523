import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startTestEthereum } from '../apps/server/src/funding/chain/test-ethereum.ts'
import { publicKeys } from '../apps/server/src/funding/deposits/test-public-keys.ts'
import { beSignedIn, expect, openAccount, t, test, useRealAccount } from './journey.ts'
import { byTwo, claimByKeys, openConsole, pageLink } from './operators.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** Two people let every customer have a USDT address of their own. */
async function takeTether(server: RunningServer): Promise<void> {
  const change = { network: 'ERC20', target: publicKeys.ETH, reason: 'the new wallet' }
  await byTwo(server, [['/ops/paymentAddresses', change]])
}

const visible = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true })

test('a deposit is credited by the chain, another by two people who saw its proof', { tag: '@task' }, async ({
  page,
  browser,
}) => {
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
    await expect(visible(page, t('funding.status.approved')).first()).toBeVisible()
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
    await expect(page.getByText(t('kyc.upload.done'))).toBeVisible()
    await page.getByRole('button', { name: t('funding.form.send') }).click()
    await expect(page.getByText(t('funding.result.title'))).toBeVisible()

    const desk = await openConsole(browser, server, 'reviewer')
    await pageLink(desk, /^Deposits/).click()
    await claimByKeys(desk, '150.000000 USDT on TRC20')
    await expect(desk.getByText(/enter the full hash to approve/)).toBeVisible()
    await desk.keyboard.press('a')
    await desk.getByLabel('Transaction').fill(second)
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Recorded. A second person must make the same decision.')).toBeVisible()

    // No node saw it: a second person reads why, and names the same transaction.
    const finance = await openConsole(browser, server, 'finance')
    await pageLink(finance, /^Deposits/).click()
    await expect(finance.getByText('waiting for a second person')).toBeVisible()
    await claimByKeys(finance, '150.000000 USDT on TRC20')
    await expect(finance.getByText('No node has seen this payment on the chain.')).toBeVisible()
    await finance.keyboard.press('a')
    await finance.getByLabel('Transaction').fill(second)
    await finance.keyboard.press('Enter')
    await expect(finance.getByText('Decision recorded.').first()).toBeVisible()

    await page.getByRole('link', { name: t('funding.result.list') }).click()
    await expect(visible(page, t('funding.status.approved'))).toHaveCount(2)
    await expect(page.getByText('450.25').filter({ visible: true }).first()).toBeVisible()

    // The second was another customer's (funding.reverseDeposit). What is free goes back at once; what was spent is owed.
    await page.goto(`${server.url}/#/profile/balance?tab=convert`)
    await page.getByLabel(t('convert.amount'), { exact: true }).fill('400')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(/received\.$/)).toBeVisible()
    await finance.getByRole('link', { name: customer.userName }).first().click()
    await finance.getByRole('link', { name: /^150\.000000 USDT on TRC20/ }).click()
    await finance.getByRole('button', { name: 'Reverse this deposit …' }).click()
    await finance.getByLabel('Message to the customer').click()
    await finance.getByRole('option', { name: 'The payment belonged to another customer' }).click()
    await finance.getByLabel('Reason').fill('paid by customer 4711, see ticket 12')
    await finance.getByRole('button', { name: 'Submit for approval' }).click()
    await finance.waitForURL(/proposals\//)
    const admin = await openConsole(browser, server, 'admin')
    await admin.goto(finance.url())
    await admin.getByRole('button', { name: 'Approve and apply' }).click()
    await expect(admin.getByText('Approved and applied.')).toBeVisible()
    await pageLink(finance, 'Treasury').click()
    const reversed = finance.getByRole('row').filter({ hasText: customer.userName })
    await expect(reversed).toContainText('owed')
    // They paid it back by bank: the claim is closed by two as well (funding.closeClaim).
    await reversed.getByRole('button', { name: 'Close claim …' }).click()
    await finance.getByLabel('Reason').fill('paid to our bank today')
    await finance.getByRole('button', { name: 'Submit for approval' }).click()
    await finance.waitForURL(/proposals\//)
    await admin.goto(finance.url())
    await admin.getByRole('button', { name: 'Approve and apply' }).click()
    await expect(admin.getByText('Approved and applied.')).toBeVisible()
    expect(await server.candor('reconcile')).toContain('clean')
  } finally {
    await server.dispose()
    await chain.close()
  }
})
