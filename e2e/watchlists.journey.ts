import type { Locator, Page } from '@playwright/test'
import { beSignedIn, expect, skipBoard, t, test } from './journey.ts'

const list = (page: Page): Locator => page.getByRole('region', { name: t('markets.list.title') })
const rowsOf = (page: Page): Locator => page.locator('[data-market]')
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: t('markets.lists.title') })
const star = (within: Page | Locator, code: string): Locator =>
  within.getByRole('button', { name: t('markets.lists.of', { code }) })

async function openTab(page: Page, tab: 'watched' | 2): Promise<void> {
  await list(page)
    .getByRole('tab', { name: t(`markets.tab.${tab}`) })
    .click()
}

/** Opens the watchlists of the list of markets, and the one of this name. */
async function show(page: Page, name: string): Promise<void> {
  await openTab(page, 'watched')
  await page.getByRole('combobox', { name: t('markets.lists.choose') }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function create(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: t('markets.lists.edit') }).click()
  for (const name of names) {
    await dialogOf(page).getByLabel(t('markets.lists.new')).fill(name)
    await dialogOf(page)
      .getByRole('button', { name: t('markets.lists.create') })
      .click()
    await expect(dialogOf(page).getByLabel(t('markets.lists.rename', { name }))).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
}

/** Puts a market on the list of this name, by its row. */
async function put(page: Page, code: string, name: string): Promise<void> {
  const button = star(list(page), code)
  await button.click()
  const choice = page.getByRole('dialog').getByRole('button', { name, exact: true })
  await choice.click()
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
}

/** Creates a list of one market, which is there again after a reload. */
async function createWithOne(page: Page, code: string, name: string): Promise<void> {
  await openTab(page, 'watched')
  await create(page, name)
  await openTab(page, 2)
  await put(page, code, name)
  await page.reload()
  await show(page, name)
  await expect(rowsOf(page)).toHaveCount(1)
}

test('I15.9e: named watchlists are made, filled from a row and from the market, renamed, sorted, deleted and brought back', {
  tag: '@one-size',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/market')
  await openTab(page, 'watched')
  await create(page, 'Majors', 'Metals')
  await show(page, 'Majors')
  await expect(list(page).getByText(t('markets.lists.empty'))).toBeVisible()
  await openTab(page, 2)
  await put(page, 'BTCUSDT', 'Majors')
  await put(page, 'ETHUSDT', 'Majors')
  await show(page, 'Majors')
  await expect(rowsOf(page)).toHaveCount(2)
  // From the market's own page, and a new list there.
  await visit('/cruuency?code=SOLUSDT&type=2&id=SOLUSDT')
  await star(page, 'SOLUSDT').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Majors', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('markets.lists.new') })
    .click()
  await dialogOf(page).getByLabel(t('markets.lists.new')).fill('Fast')
  await dialogOf(page)
    .getByRole('button', { name: t('markets.lists.create') })
    .click()
  await expect(dialogOf(page)).toBeHidden()
  await visit('/market')
  await page.reload()
  await show(page, 'Fast')
  await expect(rowsOf(page)).toHaveCount(1)
  await show(page, 'Majors')
  await expect(rowsOf(page)).toHaveCount(3)

  const dialog = dialogOf(page)
  const names = async () => {
    const fields = await dialog.getByRole('listitem').getByRole('textbox').all()
    return Promise.all(fields.map((field) => field.inputValue()))
  }
  await page.getByRole('button', { name: t('markets.lists.edit') }).click()
  await dialog.getByLabel(t('markets.lists.rename', { name: 'Majors' })).fill('Coins')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: t('markets.lists.up', { name: 'Metals' }) }).click()
  await expect.poll(names).toEqual(['Metals', 'Coins', 'Fast'])
  await dialog.getByRole('button', { name: t('markets.lists.delete', { name: 'Metals' }) }).click()
  await expect.poll(names).toEqual(['Coins', 'Fast'])
  await dialog.getByRole('button', { name: t('markets.lists.undo') }).click()
  await expect.poll(names).toEqual(['Metals', 'Coins', 'Fast'])
  await dialog.getByRole('button', { name: t('markets.lists.delete', { name: 'Fast' }) }).click()
  await expect(dialog.getByText(t('markets.lists.deleted', { name: 'Fast' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await show(page, 'Coins')
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page.getByRole('combobox', { name: t('markets.lists.choose') })).toHaveText('Coins')
})

test('I15.9e: a watchlist is there after a reload and on a second device', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server, browser, customer, visit }) => {
  await visit('/market')
  await createWithOne(page, 'BTCUSDT', 'Mine')
  const second = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const other = await second.newPage()
  await beSignedIn(other, customer)
  await other.goto(`${server.url}/#/market`)
  await show(other, 'Mine')
  await expect(rowsOf(other)).toHaveCount(1)
  await second.close()
})

test('I15.9e: a visitor’s watchlists stay in the browser', { tag: ['@only-desktop', '@release'] }, async ({
  page,
  visit,
}) => {
  await skipBoard(page)
  await visit('/market')
  await createWithOne(page, 'ETHUSDT', 'Later')
})
