import type { Page } from '@playwright/test'
import { expect, t, test, useRealAccount } from './journey.ts'
import { nextCode, openConsole, pageLink, passwordOf } from './operators.ts'
import { addDevice } from './virtual-device.ts'

test('a code that is not right is said at the door, and what else was typed stays', async ({
  server,
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/console/`)
  await page.getByLabel('Email address').fill('finance@sandbox.example')
  await page.getByLabel('Password', { exact: true }).fill('a phrase that is not the one')
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Code from your authenticator app')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email address')).toHaveValue('finance@sandbox.example')
  await expect(page.getByLabel('Code from your authenticator app')).toHaveValue('')
  await context.close()
})

// Walked by two here: accounts.adjust, tariffs.markets, tariffs.withdraw, treasury.move, smart.product, operators.add.

test('a correction is proposed by one operator, approved by another, read by the customer, and stands in the log', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  // Two people sign in with codes that the command line gives: a process each.
  const finance = await openConsole(browser, server, 'finance')
  await pageLink(finance, 'Customers').click()
  await finance.getByRole('searchbox', { name: 'Search customers' }).fill(customer.userName)
  await finance.getByRole('link', { name: customer.userName }).click()
  await expect(finance.getByRole('heading', { name: customer.userName })).toBeVisible()
  await finance.getByLabel('Tag for colleagues').fill('Charged Twice')
  await finance.keyboard.press('Enter')
  await expect(finance.getByRole('list', { name: 'Tags' })).toHaveText('charged twice')
  await addTask(finance)
  await finance.getByRole('button', { name: 'Correct balance …' }).click()
  await finance.getByLabel('Amount').fill('12.50')
  await finance.getByLabel('Reason', { exact: true }).fill('charged twice on Friday')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('Submitted. A second person must approve it.')).toBeVisible()
  await pageLink(finance, 'Four eyes').click()
  const summary = `Credit ${customer.userName} 12.50 USDT`
  await finance.getByRole('link', { name: summary }).click()
  await expect(finance.getByText('You proposed this. Another operator must decide.')).toBeVisible()

  // The admin's first page says that the proposal waits, and so does the list of pages, which is in view as a whole.
  const admin = await openConsole(browser, server, 'admin')
  await expect(admin.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(pageLink(admin, /^Four eyes, \d+ waiting$/)).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'Capital cover' })).toBeVisible()
  await expectPagesInView(admin)
  const waiting = admin.getByRole('table', { name: 'Waiting' })
  await waiting.getByRole('link', { name: 'Tasks' }).click()
  const task = admin.getByRole('row').filter({ hasText: 'ask for the slip' })
  await expect(task).toContainText('anyone')
  await task.getByRole('button', { name: 'Change task: ask for the slip' }).click()
  await admin.getByLabel('Task', { exact: true }).fill('ask for the slip of Friday')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Task changed.')).toBeVisible()
  await admin.getByRole('button', { name: 'Done: ask for the slip of Friday' }).click()
  await expect(admin.getByText('No task waits for you')).toBeVisible()
  await admin.getByText('Done', { exact: true }).click()
  await expect(task).toContainText('Done by')
  await task.getByRole('link', { name: customer.userName }).click()
  await expect(admin.getByRole('heading', { name: customer.userName })).toBeVisible()
  await pageLink(admin, 'Dashboard').click()
  await waiting.getByRole('link', { name: 'Four eyes' }).click()
  await admin.getByRole('link', { name: summary }).click()
  await admin.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(admin.getByText('Approved and applied.')).toBeVisible()

  await useRealAccount(page)
  await visit('/profile')
  await expect(page.locator('main')).toContainText('12.50')

  await pageLink(admin, 'Audit log').click()
  await expect(admin.getByText(/The chain is intact/)).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'accounts.adjust.approve' }).first()).toContainText(
    'charged twice on Friday',
  )
  await pageLink(admin, 'Reconciliation').click()
  await admin.getByRole('button', { name: 'Run reconciliation now' }).click()
  await expect(admin.getByText('The ledger reconciles.')).toBeVisible()
  await expect(admin.getByText(/^As of /)).toBeVisible()
  await admin.getByRole('button', { name: 'Sign out' }).click()
  await expect(admin.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await admin.context().close()
  await finance.context().close()
})

/** Adds a task for anyone, with a day that has passed and is refused at its field first. */
async function addTask(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Add task' }).click()
  await desk.getByLabel('Task', { exact: true }).fill('ask for the slip')
  const due = desk.getByLabel('Due')
  const day = await due.inputValue()
  await due.fill('2020-01-01')
  await desk.getByRole('combobox', { name: 'For', exact: true }).click()
  await desk.getByRole('option', { name: 'Anyone' }).click()
  const add = desk.getByRole('dialog').getByRole('button', { name: 'Add task' })
  await add.click()
  await expect(desk.getByText('Choose today or a later day.')).toBeVisible()
  await due.fill(day)
  await add.click()
  await expect(desk.getByRole('row').filter({ hasText: 'ask for the slip' })).toContainText('anyone')
}

test('new terms are announced and withdrawn, the reserve is filled, a product published and an operator invited: proposed by one, approved by another, seen by whom it concerns', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  expect(customer.userName).not.toBe('')
  const finance = await openConsole(browser, server, 'finance')
  await pageLink(finance, 'Tariffs').click()
  await finance.getByRole('button', { name: 'Change EURUSD' }).click()
  await finance.getByLabel('Commission per side').fill('0.0015')
  await finance.getByLabel('Reason').fill('our provider charges more')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('Commission on both sides plus spread would reach 0.3%')).toBeVisible()
  await finance.getByLabel('Commission per side').fill('0.0002')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('0 → 0.0002')).toBeVisible()

  const admin = await openConsole(browser, server, 'admin')
  await pageLink(admin, 'Four eyes').click()
  await admin.getByRole('link', { name: /New terms for EURUSD/ }).click()
  await admin.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(admin.getByText('Approved and applied.')).toBeVisible()

  // What was approved a moment ago may not stand in the server's first response.
  const announced = async () => {
    const response = await fetch(`${server.url}/swx/customer/index/getMarketInfo/EURUSD`)
    return ((await response.json()) as { result: { later: object | null } }).result.later
  }
  await expect.poll(announced).not.toBeNull()
  await visit('/market?code=EURUSD')
  await page.reload()
  await expect(page.locator('[data-later-terms]')).toContainText('0.02')
  await visit('/help/fees')
  await expect(page.locator('main')).toContainText('EURUSD')
  await expect(page.locator('main')).toContainText('0.02')

  // The terms are withdrawn, the reserve is filled and a product published, each by two; the customer can buy it then.
  const name = `Delta ${Date.now() % 100_000}`
  await pageLink(admin, 'Tariffs').click()
  await admin.getByRole('button', { name: 'Withdraw EURUSD' }).click()
  await admin.getByLabel('Reason').fill('our provider keeps its price')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('You proposed this. Another operator must decide.')).toBeVisible()
  await pageLink(admin, 'Smart products').click()
  const balance = admin.locator('[data-part=balance]')
  await expect(balance).toContainText('1,000,000.00')
  await admin.getByRole('link', { name: 'Fund reserve' }).click()
  await expect(admin.getByText('funded and offered to real customers')).toBeVisible()
  await admin.getByLabel('Amount, USDT').fill('2500')
  await admin.getByLabel('Transfer reference').fill(`SEPA ${name}`)
  await admin.getByLabel('Reason').fill('more plans are asked for')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('You proposed this. Another operator must decide.')).toBeVisible()
  await pageLink(finance, 'Smart products').click()
  await finance.getByRole('button', { name: 'New product …' }).click()
  await finance.getByLabel('Name', { exact: true }).fill(name)
  await finance.getByLabel('Minimum amount, USDT').fill('50')
  await finance.getByLabel('Maximum amount, USDT').fill('500')
  await finance.getByLabel('30 days, at minimum amount, %').fill('0.01')
  await finance.getByLabel('30 days, at maximum amount, %').fill('0.2')
  await expect(finance.getByText('Per year: 3.65%')).toBeVisible()
  await finance.getByLabel('Reason').fill('asked for by many')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('Yields above 0.1% a day are not allowed.')).toBeVisible()
  await finance.getByLabel('30 days, at maximum amount, %').fill('0.02')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('0.01% to 0.02% a day, 3.65% to 7.3% a year')).toBeVisible()
  for (const [who, what] of [
    [finance, 'Withdraw the change announced for EURUSD'],
    [finance, 'Fund the yield reserve of smart plans with 2500 USDT'],
    [admin, `Add the smart product ${name}`],
  ] as const) {
    await pageLink(who, 'Four eyes').click()
    await who.getByRole('link', { name: what }).first().click()
    await who.getByRole('button', { name: 'Approve and apply' }).click()
    await expect(who.getByText('Approved and applied.')).toBeVisible()
  }
  await pageLink(admin, 'Smart products').click()
  await expect(balance).toContainText('1,002,500.00')
  await pageLink(admin, 'Treasury').click()
  const moved = admin.getByRole('row').filter({ hasText: `SEPA ${name}` })
  await expect(moved).toContainText('External (bank or wallet) → Yield reserve')
  await visit('/trading')
  await expect(page.locator('main')).toContainText(name)
  await visit('/profile/notification')
  await expect(page.locator('main')).toContainText('EURUSD keeps its current terms')

  // An operator is invited by two, and makes their own way in.
  await pageLink(admin, 'Operators').click()
  await admin.getByRole('button', { name: 'Add an operator …' }).click()
  const email = `nora-${Date.now()}@sandbox.example`
  await admin.getByLabel('Email address').fill(email)
  await admin.getByLabel('Reason').fill('begins on Monday')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('You proposed this. Another operator must decide.')).toBeVisible()
  const risk = await openConsole(browser, server, 'risk')
  await pageLink(risk, 'Four eyes').click()
  await risk.getByRole('link', { name: `Invite ${email} as reviewer` }).click()
  await risk.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(risk.getByText('Approved and applied.')).toBeVisible()
  await pageLink(admin, 'Operators').click()
  // The list was loaded a moment ago, and would be loaded again after 30 s.
  await admin.reload()
  await expect(admin.getByRole('row').filter({ hasText: email })).not.toContainText('not yet')
  const { width = 1440, height = 900 } = admin.viewportSize() ?? {}
  await admin.setViewportSize(tablet)
  await expectToFit(admin)
  await admin.setViewportSize({ width, height })
  const link = await server.mailedCode(email)
  expect(await admin.locator('body').textContent()).not.toContain(link.split('/').at(-1))
  const door = await browser.newContext()
  const nora = await door.newPage()
  await nora.goto(link)
  const secret = (await nora.locator('[data-secret]').textContent()) ?? ''
  await nora.getByLabel('Password', { exact: true }).fill('a phrase of her own')
  await nora.getByLabel('Code from your authenticator app').fill(await nextCode(server, secret.trim()))
  await nora.getByRole('button', { name: 'Set up operator account' }).click()
  await expect(nora.getByText('Your operator account is ready')).toBeVisible()

  // An incident, told and over: everybody reads it, in their language or in English.
  await pageLink(admin, 'Status').click()
  await admin.getByRole('button', { name: 'Report an incident …' }).click()
  await admin.getByLabel('Title, in English').fill('Mails arrive late')
  await admin.getByLabel('Message, in English').fill('Codes take minutes. Trading goes on.')
  await admin.getByRole('button', { name: 'Publish incident' }).click()
  await visit('/status')
  await expect(page.getByRole('heading', { name: 'Mails arrive late' })).toBeVisible()
  await expect(page.getByText(t('status.incidents.investigating')).first()).toBeVisible()
  await admin.getByRole('button', { name: 'Post update: Mails arrive late' }).click()
  await admin.getByLabel('Status', { exact: true }).click()
  await admin.getByRole('option', { name: 'Resolved' }).click()
  await admin.getByLabel('Message, in English').fill('They arrive at once again.')
  await admin.getByRole('button', { name: 'Publish and resolve' }).click()
  await expect(admin.getByRole('button', { name: 'Post update: Mails arrive late' })).toHaveCount(0)
  // The page asks again by itself.
  await expect(page.getByText('They arrive at once again.')).toBeVisible()
  await fitsTablet(admin)
  for (const context of [door, admin.context(), finance.context(), risk.context()]) await context.close()
})

test('an operator changes their password and their authenticator app, and signs in with the new ones', async ({
  server,
  browser,
}) => {
  const email = 'own@sandbox.example'
  const [before, after] = ['a long and plain phrase', 'another long and plain phrase']
  const made = await server.candor(
    ...['operator', 'create', '--email', email, '--role', 'content', '--password', before],
  )
  const secret = /shown only now: (\S+)/.exec(made)?.[1] ?? ''
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const signIn = async (password: string, of: string) => {
    await page.goto(`${server.url}/console/`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Code from your authenticator app').fill(await nextCode(server, of))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  }
  const dialog = page.getByRole('dialog')
  const code = dialog.getByLabel('Code from your authenticator app')
  await signIn(before, secret)
  await page.goto(`${server.url}/console/#/me`)
  const lateOnly = page.getByRole('radiogroup', { name: 'Letters about work' }).getByLabel('What is late')
  await lateOnly.check()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password')
  await code.fill(await nextCode(server, secret))
  await dialog.getByLabel('New password', { exact: true }).fill(after)
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(dialog.getByText(t('codes.10004'))).toBeVisible()
  await dialog.getByLabel('Current password', { exact: true }).fill(before)
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()

  await page.getByRole('button', { name: 'Change authenticator app' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(after)
  await server.candor('clock', 'advance', '1m')
  await code.fill(await nextCode(server, secret))
  await dialog.getByRole('button', { name: 'Next' }).click()
  const next = ((await dialog.locator('[data-secret]').textContent()) ?? '').trim()
  await dialog.getByLabel('New authenticator code').fill(await nextCode(server, next))
  await dialog.getByRole('button', { name: 'Confirm authenticator app' }).click()
  await expect(page.getByText('Authenticator app changed.')).toBeVisible()
  await context.clearCookies()
  await server.candor('clock', 'advance', '1m')
  await signIn(after, next)
  await page.goto(`${server.url}/console/#/me`)
  await expect(lateOnly).toBeChecked()
  await context.close()
})

/** The admin has the most pages; the window is 1440×900. */
async function expectPagesInView(desk: Page): Promise<void> {
  expect(desk.viewportSize()).toEqual({ width: 1440, height: 900 })
  for (const link of await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link').all())
    await expect(link).toBeInViewport({ ratio: 1 })
}

const tablet = { width: 1024, height: 768 }

/** Every room: neither the page nor a table in it is wider than a tablet has room for. */
async function fitsTablet(desk: Page): Promise<void> {
  await desk.setViewportSize(tablet)
  for (const link of await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()) {
    await link.click()
    await expect(desk.locator('main h1')).toBeVisible()
    await expect(desk.locator('main [role=status][aria-label]')).toHaveCount(0)
    await expectToFit(desk)
  }
}

async function expectToFit(desk: Page): Promise<void> {
  const tooWide = await desk
    .locator('html, main, main :has(> table)')
    .evaluateAll((frames) => frames.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect([desk.url(), tooWide]).toEqual([desk.url(), 0])
}

test('an operator adds a passkey in the console and signs in with it', async ({ browser, server }) => {
  const page = await openConsole(browser, server, 'content')
  try {
    await addDevice(page)
    await page.goto(`${server.url}/console/#/me`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Desk key')
    const password = await passwordOf(server, 'content@sandbox.example')
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Desk key' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  } finally {
    await page.context().close()
  }
})
