import type { Locator, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, skipBoard, t, test } from './journey.ts'

const chart = (page: Page, number: number): Locator => page.locator(`[data-chart="${number}"]`)
/** The button with the market of one of several charts, which opens the list of all. */
const nameOf = (page: Page, number: number, code: string): Locator =>
  chart(page, number).getByRole('button', { name: t('workspace.choose', { code }) })
const row = (page: Page, code: string): Locator => page.locator(`[data-market="${code}"]`)
const ticket = (page: Page): Locator => page.getByRole('complementary', { name: t('orders.ticket.title') })
const list = (page: Page): Locator => page.getByRole('region', { name: t('markets.list.title') })
const line = (page: Page, name: string): Locator => page.getByRole('separator', { name })
const widthOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.width ?? 0)

const menuOf = async (page: Page): Promise<Locator> => {
  const name = t('markets.workspace.title')
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name, exact: true })
}
/** Presses an entry of the workspace's menu, which closes it. */
async function press(page: Page, name: string): Promise<void> {
  const menu = await menuOf(page)
  await menu.getByRole('button', { name, exact: true }).click()
  await expect(menu).toBeHidden()
}
async function link(page: Page, number: number, group: 'a' | 'none'): Promise<void> {
  await chart(page, number)
    .getByRole('button', { name: new RegExp(`^${t('workspace.link', { group: '' })}`) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(`workspace.group.${group}`), exact: true })
    .click()
}
/** The ticket's market, by the stop price that it suggests: each market has another. */
const suggested = (page: Page): Promise<string> =>
  ticket(page)
    .getByLabel(t('orders.ticket.stopLoss'), { exact: true })
    .inputValue()
    .then((price) => price.split('.')[0] ?? '')

test.beforeEach(async ({ page }) => {
  await skipBoard(page)
})

test('I15.7b: linked charts change together, an interval is of one, and the ticket and the address follow the active chart', {
  tag: ['@only-desktop', '@task', '@release'],
}, async ({ page, visit }) => {
  await visit('/market?code=BTCUSDT')
  await press(page, t('workspace.layout.four'))
  await expect(chart(page, 4).locator('[k-line-chart-id]')).toBeVisible()
  await expect(nameOf(page, 1, 'BTCUSDT')).toHaveAttribute('aria-current', 'true')
  await link(page, 1, 'a')
  await link(page, 2, 'a')
  await expect(nameOf(page, 2, 'BTCUSDT')).toBeVisible()
  // The list acts on the active chart, and with it on its group.
  await expect(nameOf(page, 2, 'BTCUSDT')).toHaveAttribute('aria-current', 'true')
  await row(page, 'SOLUSDT').click()
  for (const number of [1, 2]) await expect(nameOf(page, number, 'SOLUSDT')).toBeVisible()
  await expect(page).toHaveURL(/code=SOLUSDT$/)
  await expect.poll(() => suggested(page)).toMatch(/^1\d\d$/)
  const interval = (number: number, name: '15m' | '1h') =>
    chart(page, number).getByRole('button', {
      name: `${t('markets.chart.interval')}: ${t(`markets.chart.interval.${name}`)}`,
    })
  await interval(2, '15m').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('markets.chart.interval.1h') })
    .click()
  await expect(interval(2, '1h')).toBeVisible()
  await expect(interval(1, '15m')).toBeVisible()
  // Another chart becomes active by a press of it, or by its number; Tab alone changes nothing.
  await press(page, t('workspace.layout.columns'))
  await link(page, 1, 'none')
  await row(page, 'BTCUSDT').click()
  await expect(nameOf(page, 2, 'SOLUSDT')).toBeVisible()
  await expect.poll(() => suggested(page)).toMatch(/^\d{5,6}$/)
  await nameOf(page, 1, 'BTCUSDT').focus()
  for (let stops = 0; stops < 12; stops += 1) await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/code=BTCUSDT$/)
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/code=SOLUSDT$/)
  await expect(nameOf(page, 2, 'SOLUSDT')).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => suggested(page)).toMatch(/^1\d\d$/)
  await chart(page, 1).locator('[k-line-chart-id]').click()
  await expect(page).toHaveURL(/code=BTCUSDT$/)
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(nameOf(page, 1, 'BTCUSDT')).toBeVisible()
  await expect(nameOf(page, 2, 'SOLUSDT')).toBeVisible()
  await expect(interval(2, '1h')).toBeVisible()
})

test('I15.7c: panels are resized by pointer and keys, hidden by button and key, remembered after a reload, and reset', {
  tag: '@only-desktop',
}, async ({ page, visit }) => {
  await visit('/market?code=BTCUSDT')
  await expect(row(page, 'BTCUSDT')).toBeVisible()
  const usual = await widthOf(list(page))
  const edge = line(page, t('markets.panel.list'))
  const box = await edge.boundingBox()
  if (box === null) throw new Error('the line is not on the page')
  await page.mouse.move(box.x, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 300)
  await page.mouse.up()
  await expect.poll(() => widthOf(list(page))).toBeGreaterThanOrEqual(usual + 58)
  // To the smallest width and on: no panel becomes smaller than what it shows.
  await edge.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => widthOf(list(page))).toBe(216)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(list(page))).toBe(240)
  const ticketEdge = line(page, t('markets.panel.ticket'))
  await ticketEdge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(ticket(page))).toBe(340 + 24)
  await line(page, t('markets.panel.resize')).focus()
  await page.keyboard.press('ArrowUp')
  await page.reload()
  await expect.poll(() => widthOf(list(page))).toBe(240)
  await expect.poll(() => widthOf(ticket(page))).toBe(364)
  await edge.dblclick()
  await expect.poll(() => widthOf(list(page))).toBe(usual)
  await page.keyboard.press('w')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('o')
  await expect(ticket(page)).toBeHidden()
  await page.reload()
  // Without the list it opens from the market's name; the shortcuts are listed without the ticket too.
  await page.getByRole('button', { name: `BTCUSDT, ${t('markets.back')}` }).click()
  await row(page, 'ETHUSDT').click()
  await expect(page).toHaveURL(/code=ETHUSDT$/)
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText(t('orders.keys.list'))).toBeVisible()
  await page.keyboard.press('Escape')
  const shown = page.getByRole('button', { name: t('markets.workspace.ticket'), exact: true })
  await expect(shown).toHaveAttribute('aria-pressed', 'false')
  await shown.click()
  await expect(ticket(page)).toBeVisible()
  await press(page, t('workspace.reset'))
  await expect.poll(() => widthOf(list(page))).toBe(usual)
  await expect.poll(() => widthOf(ticket(page))).toBe(340)
})

test('I15.7d: presets place charts and panels, and a workspace of one’s own is saved, kept, renamed, deleted and brought back', {
  tag: ['@only-desktop', '@task', '@release'],
}, async ({ page, visit }) => {
  await visit('/market?code=BTCUSDT')
  await press(page, t('workspace.preset.watch'))
  await expect(ticket(page)).toBeHidden()
  const heading = list(page).getByRole('button', { name: t('markets.sort.volume'), exact: true })
  const end = async (part: Locator) => {
    const box = await part.boundingBox()
    return box === null ? null : Math.round(box.x + box.width)
  }
  const volume = row(page, 'BTCUSDT').getByTitle(t('markets.sort.volume.meaning'))
  await expect(volume).toHaveText(/^\$/)
  expect(await end(volume)).toBe(await end(heading))
  await press(page, t('workspace.preset.charts'))
  await expect(chart(page, 4).locator('[k-line-chart-id]')).toBeVisible()
  await expect(list(page)).toBeHidden()
  await expect(ticket(page)).toBeVisible()
  // By keyboard alone: the menu, a name, Enter.
  const button = page.getByRole('button', { name: t('markets.workspace.title'), exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('workspace.save') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: t('workspace.own') })
  await dialog.getByLabel(t('workspace.name')).press('Enter')
  await expect(dialog.getByText(t('workspace.nameMissing'))).toBeVisible()
  await dialog.getByLabel(t('workspace.name')).fill('Four at once')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await press(page, t('workspace.preset.trade'))
  await expect(chart(page, 1)).toHaveCount(0)
  await expect(list(page)).toBeVisible()
  await page.reload()
  await press(page, 'Four at once')
  await expect(chart(page, 4).locator('[k-line-chart-id]')).toBeVisible()
  await press(page, t('workspace.save'))
  const name = dialog.getByLabel(t('workspace.rename', { name: 'Four at once' }))
  await name.fill('Overview')
  await name.press('Enter')
  await dialog.getByRole('button', { name: t('workspace.delete', { name: 'Overview' }) }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: t('workspace.undo') }).click()
  await expect(dialog.getByLabel(t('workspace.rename', { name: 'Overview' }))).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  const menu = await menuOf(page)
  await expect(menu.getByRole('button', { name: 'Overview', exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
