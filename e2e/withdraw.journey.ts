import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { translator } from '@candor/texts/server.ts'
import type { Page } from '@playwright/test'
import { startTestEthereum, type TestEthereum } from '../apps/server/src/funding/chain/test-ethereum.ts'
import { creditAccount } from './credit-account.ts'
import { test as base, type Customer, call, expect, useRealAccount } from './journey.ts'
import { claimByKeys, openConsole, pageLink } from './operators.ts'
import { type RunningServer, useServer } from './running-server.ts'
import { verifyIdentity } from './verify-identity.ts'

/** The customer reads German: what an operator decides in English reaches them in their own words. */
const t = translator('de')
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

// A server of its own: it looks at a chain that this journey pays on, compares names with a made-up list, and its clock moves.
const test = base.extend<object, { chain: TestEthereum; lists: string; server: RunningServer }>({
  chain: [
    async ({}, use) => {
      const chain = await startTestEthereum()
      await use(chain)
      await chain.close()
    },
    { scope: 'worker' },
  ],
  lists: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'candor-lists-'))
      await writeFile(
        join(folder, 'targets.simple.csv'),
        'id,schema,name,aliases,birth_date,dataset\nNK-1,Person,Владимир Петровский,,1991-03-02,made_up\n',
      )
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  server: [
    ({ chain, lists }, use) =>
      useServer(use, {
        env: { EVM_RPC_URL: chain.url, EVM_USDT_ADDRESS: chain.token, SCREENING_DIR: lists },
      }),
    { scope: 'worker' },
  ],
})

test('withdrawals go to an address a day old: one is refused, one approved by two and paid, one taken back', {
  tag: '@task',
}, async ({ page, server, chain, customer, visit, browser }) => {
  await call(server, '/swx/customer/user/settings', { language: 'de' }, { Authorization: customer.token })
  await page.addInitScript(`localStorage.setItem('language', 'de')`)
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 20_000)
  await visit('/profile/balance?tab=withdraw')
  await addAddress(page, server, customer)
  await server.candor('clock', 'advance', '24h')
  await page.reload()
  await expect(page.getByText(t('withdraw.book.ready'))).toBeVisible()

  // Refused with a reason: everything is back.
  await withdraw(page, server, customer, '500')
  const reviewer = await openConsole(browser, server, 'reviewer')
  await claim(reviewer, '497.500000 USDT to ERC20')
  await reviewer.keyboard.press('r')
  await reviewer.getByText(translator('en')('withdraw.reason.network')).click()
  await reviewer.getByRole('button', { name: 'Confirm refusal' }).click()
  await expect(reviewer.getByText('Decision recorded.')).toBeVisible()
  await openNewest(page, 'rejected')
  await expect(page.getByText(t('withdraw.reason.network'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expectBalance(page, '20.000,00')

  // Above the limit: two people, then the payment itself, then the chain.
  await server.candor('clock', 'advance', '2m')
  await visit('/profile/balance?tab=withdraw')
  await withdraw(page, server, customer, '12000')
  const large = '11940.000000 USDT to ERC20'
  await claim(reviewer, large)
  await expect(reviewer.getByRole('button', { name: 'Approve (1 of 2)' })).toBeVisible()
  await reviewer.keyboard.press('a')
  await expect(reviewer.getByText('Recorded. A second person must make the same decision.')).toBeVisible()
  const finance = await openConsole(browser, server, 'finance')
  await pageLink(finance, /^Withdrawals/).click()
  await expect(finance.getByText('waiting for a second person')).toBeVisible()
  await claim(finance, large)
  await expect(finance.getByText(/approved for this customer today \(UTC\) above the limit/)).toBeVisible()
  await expect(
    finance.getByText(/Approved by reviewer@sandbox\.example\. A second person must do the same/),
  ).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Approve (2 of 2)' })).toBeVisible()
  await finance.keyboard.press('a')
  await expect(finance.getByText('Decision recorded.')).toBeVisible()
  await openNewest(page, 'approved')

  const hash = await chain.payToken(wallet, 11_940_000_000n)
  await claim(finance, large)
  await finance.getByRole('button', { name: 'Mark as sent …' }).click()
  await finance.getByLabel('Transaction').fill(hash)
  await finance.getByRole('button', { name: 'Confirm as sent' }).click()
  await expect(page.getByText(t('withdraw.status.sent')).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(hash)).toBeVisible()
  await chain.mine(12)
  await expect(page.getByText(t('withdraw.status.completed')).filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expectBalance(page, '8.000,00')

  // Taken back by the customer while nobody has decided.
  await server.candor('clock', 'advance', '2m')
  await visit('/profile/balance?tab=withdraw')
  await withdraw(page, server, customer, '100')
  await openNewest(page, 'pending')
  await page.getByRole('button', { name: t('withdraw.cancel') }).click()
  await expect(page.getByRole('dialog').getByText(t('withdraw.status.cancelled')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expectBalance(page, '8.000,00')

  // Held because of a name like a listed one, until two people have seen that it is another person's.
  await verifyIdentity(server, customer, { firstName: 'Wladimir', lastName: 'Petrowski' })
  await server.candor('clock', 'advance', '2m')
  await visit('/profile/balance?tab=withdraw')
  await withdraw(page, server, customer, '200')
  await openNewest(page, 'pending')
  const held = page.getByRole('dialog').getByText(t('withdraw.held', { date: '|' }).split('|')[0] ?? '')
  await expect(held).toBeVisible()
  await claim(reviewer, '198.000000 USDT to ERC20')
  await expect(reviewer.getByText('Legal hold')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: /^Approve/ })).toBeHidden()
  const admin = await openConsole(browser, server, 'admin')
  await clearName(reviewer, 'Recorded. A second person must make the same decision.')
  await expect(held).toBeVisible()
  await clearName(admin, 'Decision recorded.')
  await expect(held).toBeHidden()
  expect(await server.candor('reconcile')).toContain('clean')
  for (const desk of [reviewer, finance, admin]) await desk.context().close()
})

/** Clears the name as another person's, once both sides and the likeness of their words are shown. */
async function clearName(desk: Page, reason: string): Promise<void> {
  await pageLink(desk, /^Name screening/).click()
  await expect(desk.getByText('1 entry, dated')).toBeVisible()
  await claimByKeys(desk, 'A listed name, at identity verification')
  await expect(desk.getByText('Wladimir – Владимир')).toBeVisible()
  await expect(desk.getByText('within two years')).toBeVisible()
  await desk.keyboard.press('a')
  await desk.getByLabel('Reason', { exact: true }).fill('another birth date, seen on the passport')
  await desk.getByRole('button', { name: 'Clear match' }).click()
  await expect(desk.getByText(reason)).toBeVisible()
}

/** Confirmed by the mailed code, and not ready before a day has passed. */
async function addAddress(page: Page, server: RunningServer, { email }: Customer): Promise<void> {
  await page.getByRole('button', { name: t('withdraw.book.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('funding.field.address'), { exact: true }).fill(wallet.toLowerCase())
  await dialog.getByRole('button', { name: t('withdraw.book.add') }).click()
  await expect(dialog.getByText(t('withdraw.confirm.lead'))).toBeVisible()
  await dialog.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(email))
  await dialog.getByRole('button', { name: t('withdraw.book.confirm') }).click()
  await expect(page.getByText(/^Nutzbar ab/)).toBeVisible()
  await expect(page.getByText(t('withdraw.place.none'))).toBeVisible()
}

async function withdraw(
  page: Page,
  server: RunningServer,
  { email }: Customer,
  amount: string,
): Promise<void> {
  await page.getByRole('combobox', { name: t('withdraw.place.address'), exact: true }).click()
  await page.getByRole('option', { name: /^0x529084/ }).click()
  await page.getByLabel(t('convert.amount'), { exact: true }).fill(amount)
  await expect(page.getByText(t('withdraw.hours', { hours: 24 }))).toBeVisible()
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(page.getByText(t('accounts.code.sent', { minutes: 10 }))).toBeVisible()
  // Another amount needs another code.
  const code = page.getByLabel(t('accounts.field.code'), { exact: true })
  await code.fill(await server.mailedCode(email))
  await page.getByLabel(t('convert.amount'), { exact: true }).fill(`${amount}0`)
  await expect(code).toHaveValue('')
  await page.getByLabel(t('convert.amount'), { exact: true }).fill(amount)
  await code.fill(await server.mailedCode(email))
  await page.locator('form button[type=submit]').click()
  const made = page.getByRole('heading', { name: t('withdraw.made.title') })
  await expect(made).toBeFocused()
  await expect(made).toBeInViewport()
  await page
    .getByRole('link', { name: t('withdraw.tab.list') })
    .last()
    .click()
}

async function claim(desk: Page, summary: string): Promise<void> {
  await pageLink(desk, /^Withdrawals/).click()
  await claimByKeys(desk, summary)
}

/** The newest withdrawal, opened once it stands so. */
async function openNewest(page: Page, status: 'pending' | 'approved' | 'rejected'): Promise<void> {
  const word = page
    .getByText(t(`withdraw.status.${status}`))
    .filter({ visible: true })
    .first()
  await expect(word).toBeVisible()
  await word.click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const expectBalance = (page: Page, amount: string) =>
  expect(page.getByText(amount).filter({ visible: true }).first()).toBeVisible()
