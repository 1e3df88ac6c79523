import type { Page } from '@playwright/test'
import { beSignedIn, expect, openAccount, t, test } from './journey.ts'
import { startServer } from './running-server.ts'

/** Opens the ticket of BTCUSDT with its protection off, so that only what a journey is about needs a price. */
async function openBareTicket(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/market?code=BTCUSDT`)
  await page
    .getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) })
    .last()
    .click()
  await expect(page.getByLabel(t('orders.ticket.stopLoss'), { exact: true })).not.toHaveValue('')
  await page.getByRole('switch', { name: t('orders.ticket.protected') }).click()
  await page.getByLabel(t('orders.ticket.stopLoss'), { exact: true }).fill('')
  await page.getByLabel(t('orders.ticket.takeProfit'), { exact: true }).fill('')
}

async function sendTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await page.getByRole('button', { name: /^Buy 0\.01/ }).click()
  await page.getByRole('link', { name: t('orders.result.order') }).click()
  await expect(page).toHaveURL(/#\/profile\/orders\//)
}

async function press(page: Page, open: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const [kind, away] of [
  ['limit', -2_000],
  ['stop', 2_000],
] as const) {
  test(`a ${kind} order waits for its price, and is cancelled with everything given back`, async ({
    page,
    server,
    customer,
    visit,
  }) => {
    expect(customer.token).not.toBe('')
    await openBareTicket(page, server.url)
    await page
      .getByRole('radiogroup', { name: t('orders.field.kind') })
      .locator('label')
      .filter({ hasText: t(`orders.kind.${kind}`) })
      .click()
    const info = await fetch(`${server.url}/swx/customer/index/getMarketInfo/BTCUSDT`)
    const { result } = (await info.json()) as { result: { bid: string } }
    const at = page.getByLabel(t(`orders.ticket.price.${kind}`), { exact: true })
    await at.fill((Number(result.bid) + away).toFixed(0))
    await sendTicket(page)
    await expect(page.getByText(t('orders.status.pending')).filter({ visible: true }).first()).toBeVisible()
    await press(page, t('orders.cancel.open'), t('orders.cancel.confirm'))
    await expect(page.getByText(t('orders.status.cancelled')).filter({ visible: true }).first()).toBeVisible()
    await visit('/profile')
    await expect(page.locator('main')).toContainText('10,000.00')
  })
}

test('an order with a trailing stop is closed in part, reversed, and closed with all others', {
  tag: '@task',
}, async ({ page, server, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await openBareTicket(page, server.url)
  await page.getByText(t('orders.ticket.settings')).click()
  await page.getByLabel(t('orders.ticket.trailing'), { exact: true }).fill('2000')
  await sendTicket(page)
  await expect(page.getByText(t('orders.field.trailing')).first()).toBeVisible()
  await page
    .getByRole('button', { name: t('orders.close.open'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('orders.close.lots'), { exact: true }).fill('0.004')
  await dialog.getByRole('button', { name: t('orders.close.confirm') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main')).toContainText('0.006')
  await press(page, t('orders.reverse.open'), t('orders.reverse.confirm'))
  await visit('/profile/orders')
  await expect(page.getByText(t('orders.summary.unrealised'))).toBeVisible()
  await expect(page.getByText(/^1 order: realised P&L [+−]?0\.00, /)).toBeVisible()
  await page
    .getByRole('button', { name: t('orders.closeAll.open') })
    .first()
    .click()
  await dialog.getByRole('button', { name: t('orders.closeAll.confirm') }).click()
  await expect(page.getByText(t('orders.empty.open'))).toBeVisible()
})

test('killing the server while an order is open loses nothing: the page says that it is gone, and the order is open again and can be closed', async ({
  page,
}) => {
  const first = await startServer()
  const port = Number(new URL(first.url).port)
  try {
    await beSignedIn(page, await openAccount(first))
    await openBareTicket(page, first.url)
    await sendTicket(page)
    const order = page.url()
    await first.kill()
    await expect(page.getByText(/reconnecting/i).first()).toBeVisible()
    const second = await startServer({ dataDir: first.dataDir, port })
    try {
      await expect(page.getByText(/reconnecting/i)).toHaveCount(0)
      await page.reload()
      expect(page.url()).toBe(order)
      await press(page, t('orders.close.open'), t('orders.close.confirm'))
      await expect(page.getByText(t('orders.status.closed')).filter({ visible: true }).first()).toBeVisible()
      expect(await second.candor('reconcile')).toContain('clean')
    } finally {
      await second.dispose()
    }
  } finally {
    await first.kill()
  }
})
