import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { drawnBySwiftShader } from './browser.ts'
import { creditAccount } from './credit-account.ts'
import { test as base, type Customer, call, expect, t, useRealAccount } from './journey.ts'
import { byTwo, claimByKeys, openConsole, pageLink } from './operators.ts'
import { type RunningServer, useServer } from './running-server.ts'
import { verifyIdentity } from './verify-identity.ts'

// A server of its own: what is lent changes on it, and weeks pass.
const test = base.extend<object, { server: RunningServer }>({
  server: [({}, use) => useServer(use), { scope: 'worker' }],
})
test.use({ launchOptions: await drawnBySwiftShader() })

test('I15.12g: a loan is asked for, its agreement read and signed, approved, paid out, charged by the day, overdue, and repaid in two parts', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  await useRealAccount(page)
  await visit('/loan')
  await expect(page.getByText(t('loans.identity.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('loans.form.next') })).toHaveCount(0)
  await verifyIdentity(server, customer)
  await page.reload()
  await expect(page.getByText(t('loans.limit.left', { amount: '5,000' }))).toBeVisible()

  await applyForEndedTerm(page, server)
  await page.getByRole('radio', { name: '7', exact: true }).click()
  await page.getByRole('button', { name: t('loans.form.next') }).click()
  const hash = await readAndComeBack(page)
  await page.getByRole('button', { name: t('loans.sign.confirm', { amount: '1,000.00' }) }).click()
  const done = page.getByRole('heading', { name: t('loans.done.title') })
  await expect(done).toBeFocused()
  await expect(done).toBeInViewport()
  await page.getByRole('link', { name: t('loans.done.open') }).click()
  await expect(page.getByText(t('loans.status.pending')).first()).toBeVisible()
  await expectSigned(page, hash)

  const desk = await openConsole(browser, server, 'reviewer')
  await pageLink(desk, /^Loans/).click()
  await claimByKeys(desk, customer.userName)
  await expect(desk.getByRole('img', { name: 'Drawn signature' })).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByText('Decision recorded.')).toBeVisible()
  await desk.context().close()
  await expect(page.getByText(t('loans.status.repaying')).first()).toBeVisible()
  await expectOwed(page, '1,000.00')

  // Three days are free, the fourth costs; most of the money is spent before the last.
  await spend(server, customer, '900')
  await server.candor('clock', 'advance', '97h')
  await expectOwed(page, '1,000.30')
  await server.candor('clock', 'advance', '96h')
  // The seventh day debited the hundred that was left; the eighth cost 0.05 % of the 901.20 that were not there.
  await expectOwed(page, '901.6506')
  await expect(page.getByText(/^Overdue: each day costs/)).toBeVisible()
  await visit('/loan')
  await expect(page.getByText(t('loans.overdue.title'))).toBeVisible()
  await visit('/profile/notification')
  await expect(page.getByRole('link', { name: /^Your loan is overdue/ })).toBeVisible()

  await creditAccount(server.dataDir, customer.user.id, 1_000)
  await page.reload()
  await page.getByRole('link', { name: /^Your loan is overdue/ }).click()
  await repay(page, '301.6506')
  await expectOwed(page, '600.00')
  await repay(page, null)
  await expect(page.getByText(t('loans.status.repaid')).first()).toBeVisible()
  await expectPapers(page)
  expect(await server.candor('reconcile')).toContain('clean')
})

/** The page was opened with a term that the operator takes out of the offer meanwhile: the refusal stands at the terms (`loanTermNotOffered`). */
async function applyForEndedTerm(page: Page, server: RunningServer): Promise<void> {
  await page.getByLabel(t('loans.field.amount'), { exact: true }).fill('1000')
  await page.getByRole('radio', { name: '15', exact: true }).click()
  const standard = { minimum: '100', tier1Most: '5000', tier2Most: '50000', freeDays: 3 }
  const rates = { dailyRate: '0.0003', overdueRate: '0.0005' }
  const offer = { ...standard, ...rates, terms: [7, 30, 60, 90], reason: 'fifteen days are not asked for' }
  await byTwo(server, [['/ops/loans/offer', offer]])
  await page.getByRole('button', { name: t('loans.form.next') }).click()
  await expect(page.getByText(t('codes.10023'))).toBeVisible()
  await expect(page.getByRole('radio', { name: '15', exact: true })).toHaveCount(0)
}

const hashShown = (page: Page) => page.getByText(/^SHA-256 [0-9a-f]{64}$/)

/** Reads the agreement, goes back to the form, where nothing is lost, and comes again to the same text. Returns its hash. */
async function readAndComeBack(page: Page): Promise<string> {
  const hash = await hashShown(page).innerText()
  const contents = page.getByRole('navigation', { name: t('loans.agreement.contents') })
  const last = contents.getByRole('button').last()
  const heading = await last.innerText()
  await last.click()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel(t('loans.sign.name'), { exact: true }).fill('Ada Okafor')
  await draw(page)
  await expect(page.getByText(t('loans.sign.hint'))).toHaveCount(0)
  await page.getByRole('link', { name: t('loans.agreement.back') }).click()
  await expect(page.getByLabel(t('loans.field.amount'), { exact: true })).toHaveValue('1000')
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeChecked()
  await page.getByRole('button', { name: t('loans.form.next') }).click()
  await expect(page.getByLabel(t('loans.sign.name'), { exact: true })).toHaveValue('Ada Okafor')
  await expect(page.getByText(t('loans.sign.hint'))).toHaveCount(0)
  await expect(hashShown(page)).toHaveText(hash)
  return hash
}

/** I15.12g: the loan leads to the text that was signed. */
async function expectSigned(page: Page, hash: string): Promise<void> {
  await page.getByRole('link', { name: t('loans.agreement.read') }).click()
  await expect(hashShown(page)).toHaveText(hash)
  await expect(page.getByText('Ada Okafor', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: t('loans.agreement.toLoan') }).click()
  await expect(page.getByText(t('loans.status.pending')).first()).toBeVisible()
}

async function draw(page: Page): Promise<void> {
  const sheet = page.getByRole('img', { name: t('loans.sign.label') })
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (box === null) throw new Error('there is no sheet to sign on')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 110, { steps: 5 })
  await page.mouse.move(box.x + 220, box.y + 50, { steps: 5 })
  await page.mouse.up()
}

/** The figure at the top of the loan's page. */
const expectOwed = (page: Page, amount: string) =>
  expect(page.getByText(t('loans.field.owed'), { exact: true }).first().locator('..')).toContainText(
    new RegExp(`${t('loans.field.owed')}${amount.replace('.', '\\.')}\\s*USDT`),
  )

/** Turns USDT of the real account into bitcoin, so that it is not there when the loan is due. */
async function spend(server: RunningServer, { token }: Customer, amount: string): Promise<void> {
  const headers = { Authorization: token, lang: 'en', virtually: 'YES' }
  const request = { from: 'USDT', to: 'BTC', amount }
  const path = `/swx/customer/user/quoteConvert?${new URLSearchParams(request)}`
  const response = (await (await fetch(server.url + path, { headers })).json()) as {
    result: { quoteId: string }
  }
  await call(
    server,
    '/swx/customer/user/convert',
    { ...request, quoteId: response.result.quoteId },
    { ...headers, 'Idempotency-Key': crypto.randomUUID() },
  )
}

/** A part, or all of it. */
async function repay(page: Page, part: string | null): Promise<void> {
  await page.getByRole('button', { name: t('loans.repay.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (part !== null) {
    await dialog.getByText(t('loans.repay.part'), { exact: true }).click()
    await dialog.getByLabel(t('loans.repay.amount'), { exact: true }).fill(part)
  }
  await dialog.getByRole('button', { name: /^Repay/ }).click()
  await expect(dialog).toBeHidden()
}

/** The agreement as a PDF and the receipt with every event, its signature checked by the page. */
async function expectPapers(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('loans.loan.agreement') }).click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: t('loans.loan.receipt'), exact: true }).click()
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  await expect(page.getByText(t('loans.status.repaid')).first()).toBeVisible()
}
