import { expect, skipBoard, t, test } from '../journey.ts'

test('a market is found by a part of its name and opened, by keys alone', {
  tag: ['@only-desktop', '@task'],
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/market?code=BTCUSDT')
  const rows = page.locator('[data-market]')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('ether')
  await expect(rows.first()).toHaveAttribute('data-market', /ETH/)
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/code=ETH/)
  // From any other page, by the search in the bar.
  await visit('/')
  await page.keyboard.press('/')
  await page.keyboard.type('gold')
  await expect(page.getByRole('option', { name: /XAUUSD/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /XAUUSD/ })).toBeVisible()
})

test('hours, contract size, leverage, commission and swap of a market are a click from its chart', {
  tag: ['@one-size', '@task'],
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/market?code=EURUSD')
  await page.getByRole('link', { name: new RegExp(`${t('markets.detail.rules')}$`) }).click()
  const details = page.getByRole('complementary', { name: t('markets.detail.rules') })
  for (const rule of ['lotSize', 'tick', 'leverage', 'commission', 'spread', 'swapLong', 'hours'] as const) {
    const value = details
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${t(`markets.rule.${rule}`)}$`) })
      .locator('xpath=following-sibling::dd')
    await expect(value).toHaveText(/\S/)
  }
  await page.getByRole('link', { name: t('markets.detail.trade', { code: 'EURUSD' }) }).click()
  await expect(page).toHaveURL(/#\/market\?code=EURUSD$/)
})
