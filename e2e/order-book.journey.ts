import type { Locator, Page } from '@playwright/test'
import { startKrakenLikeExchange } from '../apps/server/src/testing/exchanges/kraken-like-exchange.ts'
import { findViolations } from './accessibility.ts'
import { beSignedIn, expect, isPhone, openAccount, t, test } from './journey.ts'
import { startServer } from './running-server.ts'

const code = 'BTCUSDT'
const book = (page: Page): Locator => page.getByRole('table', { name: t('depth.table', { code }) })
const prices = (page: Page): Locator =>
  book(page).getByRole('button', { name: t('depth.take', { price: '' }) })
const tab = (page: Page, kind: 'book' | 'trades'): Locator =>
  page.getByRole('tab', { name: t(`markets.depth.${kind}`) })

test('I15.9i: the exchange’s order book and trades are shown and named; a price goes into the ticket; what stops is said, and simulated prices have none', {
  tag: '@one-size',
}, async ({ page }) => {
  const exchange = await startKrakenLikeExchange()
  const server = await startServer({ flags: ['--feed', 'auto'], env: exchange.env })
  await beSignedIn(page, await openAccount(server))
  await page.goto(`${server.url}/#/market?code=${code}`)
  if (isPhone(page)) await tab(page, 'book').tap()
  else {
    await page.getByRole('button', { name: t('markets.depth.book'), exact: true }).click()
  }
  await expect(page.getByText(t('depth.note', { exchange: 'Kraken' }))).toBeVisible()
  await expect(
    book(page)
      .getByRole('cell', { name: /^\d\.\d{5}$/ })
      .first(),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // Its key is listened to by now.
  if (!isPhone(page)) {
    await page.keyboard.press('k')
    await expect(book(page)).toHaveCount(0)
    await page.keyboard.press('k')
  }

  await tab(page, 'trades').click()
  await expect(page.getByText(t('depth.trades.note', { exchange: 'Kraken' }))).toBeVisible()
  const trades = page.getByRole('table', { name: t('depth.trades.table', { code }) })
  await expect(
    trades
      .getByRole('row')
      .filter({ hasText: t('orders.direction.buy') })
      .first(),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // The prices are one stop of the Tab key; from the best bid, arrow keys lead to the others.
  await tab(page, 'book').click()
  await book(page).locator('[data-book-price][tabindex="0"]').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  const chosen = page.locator('[data-book-price]:focus')
  const price = (await chosen.innerText()).replaceAll(',', '')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(t('orders.ticket.price.limit'), { exact: true })).toHaveValue(price)
  const buy = page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}`), pressed: true })
  if (!isPhone(page)) await expect(buy).toBeVisible()
  if (isPhone(page)) await page.keyboard.press('Escape')
  await expect(prices(page).first()).toBeVisible()

  exchange.stopBooks()
  await expect(page.getByText(/^Nothing new from Kraken since /)).toBeVisible()
  await page.goto(`${server.url}/#/market?code=ETHUSDT`)
  if (isPhone(page)) {
    await expect(
      page.getByRole('region', { name: t('markets.chart.title', { code: 'ETHUSDT' }) }),
    ).toBeVisible()
    await expect(tab(page, 'book')).toHaveCount(0)
  } else {
    await page.reload()
    await expect(page.getByText(t('depth.none', { code: 'ETHUSDT' }))).toBeVisible()
    await expect(page.getByText(t('depth.none.simulated'))).toBeVisible()
  }
  await server.dispose()
  await exchange.close()
})
