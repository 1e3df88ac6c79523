import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { creditAccount } from './credit-account.ts'
import { beSignedIn, expect, isPhone, openAccount, t, test, useRealAccount } from './journey.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** The ticket of options; on a phone it is a sheet, which every purchase leaves. */
async function openTicket(page: Page): Promise<void> {
  const buy = page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
  if (isPhone(page)) await buy.last().click()
  await page.getByRole('tab', { name: t('options.tab.option') }).click()
}

async function buyOption(page: Page, direction: 'up' | 'down'): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${t(`options.direction.${direction}`)}\\b`) })
    .filter({ visible: true })
    .first()
    .click()
  await page
    .getByRole('radiogroup', { name: t('options.ticket.period') })
    .locator('label')
    .first()
    .click()
  await page.getByLabel(t('options.ticket.stake'), { exact: true }).fill('10')
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByText(t('options.review.demo'))).toBeVisible()
  await page.getByRole('button', { name: /^Buy (up|down) for/i }).click()
  await expect(page.getByRole('link', { name: t('options.result.receipt') })).toBeVisible()
}

/** Counts the options in the list of closed ones that ended with this result. */
const ended = (page: Page, result: 'won' | 'lost' | 'refunded') =>
  page
    .getByText(t(`options.result.${result}`), { exact: true })
    .filter({ visible: true })
    .count()

test('of options up and down some are won and some lost when their time is over, and the list adds them up', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  expect(customer.token).not.toBe('')
  let won = 0
  let lost = 0
  // Each of a pair opens at a price of its own: one that lies between lets both end the same way, so there may be several pairs.
  for (let pairs = 1; won === 0 || lost === 0; pairs += 1) {
    expect(pairs).toBeLessThan(6)
    await visit('/market?code=BTCUSDT')
    await openTicket(page)
    await buyOption(page, 'up')
    await page.getByRole('button', { name: t('options.result.another') }).click()
    if (isPhone(page)) await openTicket(page)
    await buyOption(page, 'down')
    await server.candor('clock', 'advance', '60s')
    await visit('/profile/orders?type=options')
    await page.getByRole('tab', { name: t('orders.list.closed') }).click()
    await expect
      .poll(
        async () =>
          (await ended(page, 'won')) + (await ended(page, 'lost')) + (await ended(page, 'refunded')),
      )
      .toBe(2 * pairs)
    won = await ended(page, 'won')
    lost = await ended(page, 'lost')
    // A stake of 10 won pays 7.50 on top (the odds of the shortest time).
    const result = 7.5 * won - 10 * lost
    const sign = ['\u2212', '', '+'][Math.sign(result) + 1]
    await expect(
      page.getByText(`${2 * pairs} orders: realised P&L ${sign}${Math.abs(result).toFixed(2)}, commission`),
    ).toBeVisible()
  }
})

test('I15.12h: the plans stand next to each other, and one amount updates every column', {
  tag: '@one-size',
}, async ({ page, customer: _signedIn, visit }) => {
  await visit('/trading')
  const table = page.getByRole('table', { name: t('smart.compare.title') })
  const total = table.getByRole('row').filter({ hasText: t('smart.form.atEnd') })
  const cells = total.getByRole('cell')
  const amount = page.getByLabel(t('smart.compare.amount'))
  const term = page.getByRole('radiogroup', { name: `${t('smart.compare.title')}: ${t('smart.form.days')}` })
  await expect(amount).toHaveValue('1000')
  await term.locator('label').filter({ hasText: /^30$/ }).click()
  await expect(cells).toHaveCount(3)
  await expect(cells.last()).toHaveText('–')
  await expect(table).toContainText(t('smart.compare.least', { limit: '5,000' }))
  await amount.fill('5000')
  // 5 000 for 30 days at 0.019, 0.0168421 and 0.017 percent a day.
  await expect(cells).toHaveText(['5,028.50USDT', /^5,025\.26/, '5,025.50USDT'])
  await amount.fill('5oo')
  await expect(page.getByText(t('smart.problem.amount.notAnAmount')).first()).toBeVisible()
  await amount.fill('5000')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('smart.product.choose', { name: 'Summit' }) }).click()
  const field = page.getByLabel(t('smart.form.amount'), { exact: true })
  await expect(field).toHaveValue('5000')
})

/** Fills in, reviews and starts a plan of seven days, then stands on its page. */
async function startPlan(page: Page, server: RunningServer): Promise<void> {
  await page.goto(`${server.url}/#/trading`)
  const choose = page.getByRole('button', { name: t('smart.product.choose', { name: 'Harbour' }) })
  if (isPhone(page)) await choose.click()
  const days = page.getByRole('radiogroup', { name: t('smart.form.days'), exact: true })
  await days.locator('label').filter({ hasText: /^7$/ }).click()
  await page.getByLabel(t('smart.form.amount'), { exact: true }).fill('1000')
  await page.getByRole('button', { name: t('smart.form.review') }).click()
  await page.getByRole('button', { name: /^Start plan with/ }).click()
  await expect(page.getByRole('heading', { name: t('smart.result.title') })).toBeVisible()
  await page.getByRole('link', { name: t('smart.result.plan') }).click()
  await expect(page.getByText(t('smart.progress', { paid: 0, days: 7 })).first()).toBeVisible()
}

/** The result at the top of the plan's receipt, its yield and its penalty. */
async function resultOnReceipt(page: Page): Promise<readonly number[]> {
  await page.getByRole('link', { name: t('smart.plan.receipt'), exact: true }).click()
  const card = page.locator('section').filter({ has: page.getByText(t('orders.stats.net'), { exact: true }) })
  await expect(card).toBeVisible()
  const texts = [
    await card.getByText(t('orders.stats.net')).locator('xpath=following-sibling::p').innerText(),
    ...(await card.getByRole('definition').allInnerTexts()),
  ]
  return texts.map((text) => Number(text.replace('−', '-').replace(/[^\d.-]/g, '')))
}

/** Two operators offer savings in USDT and fill its reserve: off until they do. */
/** A sandbox offers savings from the start: puts 1 000 USDT aside, is paid for the day after that one, and takes it out again. */
async function holdForInterest(page: Page, server: RunningServer): Promise<void> {
  await page.goto(`${server.url}/#/trading`)
  await page.reload()
  if (isPhone(page)) await page.getByText(t('savings.tab'), { exact: true }).click()
  await page.getByRole('button', { name: t('savings.enter.open', { coin: 'USDT' }) }).click()
  const amount = page.getByRole('dialog').getByLabel(t('savings.amount'), { exact: true })
  await amount.fill('5')
  await expect(page.getByText(t('savings.problem.below', { limit: '10.00 USDT' }))).toBeVisible()
  await amount.fill('1000')
  await page.getByRole('button', { name: t('savings.enter.confirm', { amount: '1,000.00 USDT' }) }).click()
  await expect(page.getByText(t('savings.enter.done', { amount: '1,000.00 USDT' }))).toBeVisible()
  await server.candor('clock', 'advance', '48h')
  const exit = page.getByRole('button', { name: t('savings.exit.open', { coin: 'USDT' }) })
  await expect(page.getByRole('listitem').filter({ has: exit })).toContainText(`${t('savings.paid')}0.10`)
  await exit.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('savings.all') })
    .click()
  await page.getByRole('button', { name: t('savings.exit.confirm', { amount: '1,000.00 USDT' }) }).click()
  await expect(page.getByText(t('savings.exit.done', { amount: '1,000.00 USDT' }))).toBeVisible()
}

test('a plan is bought, paid a day and left early; the next one is paid every day and completes; then coins are held for interest', {
  tag: '@phone-size',
}, async ({ page }) => {
  const server = await startServer()
  try {
    const customer = await openAccount(server)
    const { id } = customer.user
    await creditAccount(server.dataDir, id, 2_000)
    await beSignedIn(page, customer)
    await useRealAccount(page)
    await startPlan(page, server)
    await server.candor('clock', 'advance', '24h')
    await expect(page.getByText(t('smart.progress', { paid: 1, days: 7 })).first()).toBeVisible()
    await page.getByRole('button', { name: t('smart.exit.open') }).click()
    await page.getByRole('button', { name: /^Exit and get/ }).click()
    await expect(page.getByText(t('smart.status.exited')).first()).toBeVisible()
    // A day's yield is less than five percent of the amount: the penalty is all of it.
    const [net, paid, penalty] = await resultOnReceipt(page)
    expect(paid).toBeGreaterThan(0)
    expect([net, penalty]).toEqual([0, -(paid ?? 0)])
    await startPlan(page, server)
    // In two steps: a page that nobody used for seven days is signed out.
    await server.candor('clock', 'advance', '4d')
    await expect(page.getByText(t('smart.progress', { paid: 4, days: 7 })).first()).toBeVisible()
    await server.candor('clock', 'advance', '3d')
    await expect(page.getByText(t('smart.status.completed')).first()).toBeVisible()
    await expect(page.getByText(t('smart.progress', { paid: 7, days: 7 })).first()).toBeVisible()
    const [yielded = 0, paidInAll = 0, nothing] = await resultOnReceipt(page)
    const rate = page.getByRole('term').filter({ hasText: t('smart.field.dailyYield') })
    const percent = Number.parseFloat(await rate.locator('xpath=following-sibling::dd').innerText())
    // The rate is shown rounded down to four decimals, the last of which is 0.007 USDT over the seven days.
    const atLeast = (7 * 1000 * percent) / 100
    expect(paidInAll).toBeGreaterThanOrEqual(atLeast)
    expect(paidInAll).toBeLessThan(atLeast + 0.007)
    expect(yielded).toBeCloseTo(paidInAll, 2)
    expect(nothing).toBe(0)
    await holdForInterest(page, server)
    expect(await server.candor('reconcile')).toContain('clean')
  } finally {
    await server.dispose()
  }
})
