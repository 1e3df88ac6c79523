import type { Page } from '@playwright/test'
import { beSignedIn, type Customer, call, expect, openAccount, t, test } from './journey.ts'
import type { RunningServer } from './running-server.ts'

/** Opens the ticket of BTCUSDT on either layout. */
async function openTicket(
  page: Page,
  visit: (path: string) => Promise<void>,
  direction: 'buy' | 'sell',
): Promise<void> {
  await visit('/market?code=BTCUSDT')
  const side = page.getByRole('button', { name: new RegExp(`^${t(`orders.ticket.${direction}`)}\\b`) }).last()
  await side.click()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
}

async function buy(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await page.getByRole('button', { name: /^Buy 0\.01/ }).click()
  await expect(page.getByRole('link', { name: t('orders.result.receipt') })).toBeVisible()
}

test('a customer buys, sees the profit live, changes the stop, closes by hand and holds a receipt that checks', {
  tag: '@task',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  await buy(page)
  await page.getByRole('link', { name: t('orders.result.order') }).click()
  await expect(page).toHaveURL(/#\/profile\/orders\//)
  await page
    .getByRole('button', { name: t('orders.edit.open'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const stop = dialog.getByLabel(t('orders.ticket.stopLoss'), { exact: true })
  await stop.fill('50000')
  await dialog.getByRole('button', { name: t('orders.edit.save') }).click()
  await expect(page.getByText(t('orders.edit.saved'))).toBeVisible()
  await page
    .getByRole('button', { name: t('orders.close.open'), exact: true })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('orders.close.confirm') })
    .click()
  await expect(page.getByText(t('orders.status.closed')).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(t('orders.stats.net'))).toBeVisible()
  // By which price it was opened, and closed.
  await expect(page.getByText(/^Filled at the (latest price|first price after your order)/)).toHaveCount(2)
  await page
    .getByRole('link', { name: /receipt/i })
    .first()
    .click()
  await expect(page).toHaveURL(/receipt/)
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  // The result after costs, the trade on the prices of its time, and the calculation with its numbers.
  await expect(page.getByText(t('orders.stats.net'))).toBeVisible()
  await expect(page.getByRole('figure', { name: 'BTCUSDT' })).toBeVisible()
  const calculation = page.getByText(/^profit = halfEven\(\([\d.]+ − [\d.]+\) × 0\.01 × 1 × 1\) = /)
  const [closed, opened, , , , profit] = (await calculation.innerText()).match(/-?[\d.]+/g)?.map(Number) ?? []
  expect(((closed ?? 0) - (opened ?? 0)) * 0.01).toBeCloseTo(profit ?? Number.NaN, 6)
  // Bought and closed at a fresh price, each by one of the two rules.
  const limit = t('options.period.seconds', { count: 0.5 })
  const fresh = page
    .getByText(t('receipts.fill.newest', { limit }))
    .or(page.getByText(t('receipts.fill.next', { limit })))
  await expect(fresh).toHaveCount(2)
  // What is published of the minute says the same as the receipt, also while the minute still forms.
  await page.getByText(t('receipts.published.show')).first().click()
  await expect(page.getByText(t('receipts.published.same')).first()).toBeVisible()
})

test('a stop loss far too high is refused at its own field', { tag: '@one-size' }, async ({
  page,
  customer,
  visit,
}) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  await page.getByLabel(t('orders.ticket.stopLoss'), { exact: true }).fill('900000')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  await expect(page.getByText(/^For a buy, the stop loss must be/)).toBeVisible()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
})

test('an order beyond what is free says what it needs, to the last step, and promises no other worst case', {
  tag: ['@one-size', '@task'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  const worst = page.getByText(/if the price reaches your stop loss/)
  await expect(worst).toBeVisible()
  await page.getByRole('textbox', { name: t('orders.ticket.size.lots') }).fill('2')
  const needs = page.getByText(/^You need .* available\.$/)
  await expect(needs).toBeVisible()
  await expect(worst).toBeHidden()
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await expect(needs).toBeVisible()
  await expect(worst).toBeHidden()
})

test('a take profit closes an order by itself, in every open tab', { tag: '@one-size' }, async ({
  page,
  server,
  context,
}) => {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const second = await context.newPage()
  await beSignedIn(second, customer)
  for (const tab of [page, second]) await tab.goto(`${server.url}/#/profile/orders`)
  // One order on each side of the price, each with its target close by: whichever way the market goes, one is reached within seconds, in the
  // calmest hour within a minute or two.
  for (const direction of ['buy', 'sell'] as const) await holdWithNearTarget(server, customer, direction)
  for (const tab of [page, second]) {
    await tab
      .getByRole('tab', { name: t('orders.list.closed') })
      .or(tab.getByRole('button', { name: t('orders.list.closed') }))
      .or(tab.getByRole('link', { name: t('orders.list.closed') }))
      .first()
      .click()
    await expect(tab.getByText('BTCUSDT').filter({ visible: true }).first()).toBeVisible({ timeout: 180_000 })
  }
})

/** Opens an order whose target is near. The price may pass it on the way there, which is refused: then with the price of that moment. */
async function holdWithNearTarget(
  server: RunningServer,
  customer: Customer,
  direction: 'buy' | 'sell',
): Promise<void> {
  const sign = direction === 'buy' ? 1 : -1
  await expect(async () => {
    const info = await fetch(`${server.url}/swx/customer/index/getMarketInfo/BTCUSDT`)
    const { result } = (await info.json()) as { result: { ask: string; bid: string } }
    const exits = {
      stopLoss: (Number(direction === 'buy' ? result.bid : result.ask) - sign * 5_000).toFixed(2),
      takeProfit: (Number(direction === 'buy' ? result.ask : result.bid) + sign * 3).toFixed(2),
    }
    await call(
      server,
      '/swx/customer/order/buyContract',
      { code: 'BTCUSDT', direction, lots: '0.001', leverage: 1, kind: 'market', protected: true, ...exits },
      { Authorization: customer.token, 'Idempotency-Key': crypto.randomUUID() },
    )
  }).toPass()
}

test('what was traded stands in the statement, and its CSV can be taken home', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  await buy(page)
  await visit('/profile/balance')
  const commission = page.getByText('Commission · BTCUSDT buy 0.01').filter({ visible: true })
  await expect(commission.first()).toBeVisible()
  await page.getByRole('combobox', { name: t('statement.filter'), exact: true }).click()
  await page.getByRole('option', { name: t('statement.filter.transfers') }).click()
  await expect(commission).toHaveCount(0)
  await expect(page.getByText(t('statement.kinds.demo-grant')).filter({ visible: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('a market with its chart asks for each list of one’s orders once, and once more when it hears of changes', {
  tag: '@one-size',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  let hear = () => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  // The account's socket says that it listens once every list was loaded: what was loaded before is loaded again then.
  await page.routeWebSocket(/\/websocket\/account/, (socket) => {
    socket.connectToServer().onMessage((message) => void heard.then(() => socket.send(message)))
  })
  let lists: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/listContractOrder')) lists.push(request.postData() ?? search)
  })
  const different = () => new Set(lists).size
  await openTicket(page, visit, 'buy')
  await expect(page.locator('canvas').first()).toBeVisible()
  // Open and waiting ones, and the closed ones of this market for the marks on its chart.
  await expect.poll(different).toBe(3)
  expect(lists).toHaveLength(3)
  lists = []
  hear()
  await expect.poll(different).toBe(3)
  expect(lists).toHaveLength(3)
  lists = []
  await buy(page)
  await expect.poll(different).toBe(3)
})

test('an answer that is lost says so and leads to the list; trying again buys once', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  await openTicket(page, visit, 'buy')
  let keys: (string | undefined)[] = []
  await page.route('**/buyContract', async (route) => {
    keys = [...keys, route.request().headers()['idempotency-key']]
    if (keys.length > 1) return route.continue()
    // The server gets the first request and buys; the customer never hears of it.
    await route.fetch()
    await route.abort('timedout')
  })
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  await page.getByRole('button', { name: /^Buy 0\.01/ }).click()
  await expect(page.getByText(t('orders.result.timeout'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('orders.result.checkOrders') })).toHaveAttribute(
    'href',
    '#/profile/orders',
  )
  await page.getByRole('button', { name: t('orders.result.retry') }).click()
  await expect(page.getByRole('link', { name: t('orders.result.receipt') })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const response = await fetch(`${server.url}/swx/customer/order/listAllOrders`, {
    headers: { Authorization: customer.token },
  })
  const { result } = (await response.json()) as { result: { totals: { count: number } } }
  expect(result.totals.count).toBe(1)
})

test('without a network an order says so at once; its return sends nothing by itself, trying again buys once', {
  tag: ['@one-size', '@task'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  // Prices go on arriving, or buying would pause for want of one; all else of a lost network is here.
  let sent = 0
  await page.route('**/buyContract', async (route) => {
    sent += 1
    await (sent === 1 ? route.abort('internetdisconnected') : route.continue())
  })
  const network = (event: 'offline' | 'online') => page.evaluate(`dispatchEvent(new Event('${event}'))`)
  await network('offline')
  await page.getByRole('button', { name: /^Buy 0\.01/ }).click()
  const again = page.getByRole('button', { name: t('orders.result.retry') })
  await expect(again).toBeVisible()
  await network('online')
  expect(sent).toBe(1)
  await again.click()
  await expect(page.getByRole('link', { name: t('orders.result.receipt') })).toBeVisible()
  expect(sent).toBe(2)
})

test('a list that was never loaded says so without a network, and comes with it; its rows open by the keyboard', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, customer, visit, context }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  await buy(page)
  await visit('/market')
  const tab = (name: 'open' | 'closed') => page.getByRole('tab', { name: t(`orders.list.${name}`) })
  await expect(tab('open')).toBeVisible()
  await context.setOffline(true)
  await tab('closed').click()
  await expect(page.getByText(t('orders.list.error'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(t('orders.list.error'))).toBeHidden()
  await tab('open').click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: t('orders.close.open') }) })
  const titles = await page.getByRole('columnheader').allInnerTexts()
  const profit = row
    .first()
    .getByRole('cell')
    .nth(titles.indexOf(`${t('orders.field.profit')} USDT`))
  await expect(profit).toHaveText(/^[+−]?[\d,]+\.\d\d$/)
  // German has the longest word for closing; nothing of a row is cut off where the panel is narrow.
  await page.evaluate("localStorage.setItem('language', 'de')")
  await page.reload()
  for (const width of [768, 1024, 1100, 1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('tbody tr').first().getByRole('button').last()).toBeInViewport({ ratio: 1 })
  }
  await page.evaluate("localStorage.setItem('language', 'en')")
  await page.reload()
  await row.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/profile\/orders\//)
})

test('a price promised too long ago is not bought at (11048): the review says so, and confirming again buys', {
  tag: '@one-size',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openTicket(page, visit, 'buy')
  let codes: number[] = []
  await page.route('**/buyContract', async (route) => {
    // The first order is longer on its way than the five seconds a price is promised for.
    if (codes.length === 0) await page.waitForTimeout(5_500)
    const response = await route.fetch()
    codes = [...codes, ((await response.json()) as { code: number }).code]
    await route.fulfill({ response })
  })
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  const confirm = page.getByRole('button', { name: /^Buy 0\.01/ })
  await confirm.click()
  await expect(page.getByText(t('orders.review.expired', { price: '' }).split('.')[0] ?? '')).toBeVisible()
  await confirm.click()
  await expect(page.getByRole('link', { name: t('orders.result.receipt') })).toBeVisible()
  expect(codes).toEqual([11048, 20004])
})

test('I15.d17: a level of an alert has the digits of its market', { tag: ['@one-size', '@release'] }, async ({
  page,
  customer,
  visit,
}) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=ETHUSDT')
  await page.getByRole('button', { name: t('notifications.bell', { code: 'ETHUSDT' }) }).click()
  await page.getByLabel(t('notifications.add.price'), { exact: true }).fill('90000.5')
  await page.getByRole('button', { name: t('notifications.add.act') }).click()
  await expect(page.getByLabel(t('notifications.add.price'), { exact: true })).toBeHidden()
  await visit('/profile/notification')
  await expect(page.getByText(t('notifications.alert.above', { price: '90,000.50' }))).toBeVisible()
})

test('keyboard: B and S choose the side, Escape goes back from the review', { tag: '@only-desktop' }, async ({
  page,
  customer,
  visit,
}) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=BTCUSDT')
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
  await page.keyboard.press('s')
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.sell')}\\b`) }).first(),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('b')
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) }).first(),
  ).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.review', { action: '' }).trim()}`) })
    .click()
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('orders.review.demo'))).toHaveCount(0)
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
})
