import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, isPhone, skipBoard, t, test } from './journey.ts'
import type { RunningServer } from './running-server.ts'

interface Listed {
  readonly code: string
  readonly appName: string
  readonly open: boolean
  readonly price: string | null
  readonly zdf: number
  readonly spread: string | null
  readonly turnover24h: string | null
  readonly day: readonly number[]
}

const listOf = async (server: RunningServer): Promise<readonly Listed[]> => {
  const response = await fetch(`${server.url}/swx/customer/index/listMarketByType`, {
    headers: { lang: 'en' },
  })
  return ((await response.json()) as { result: readonly Listed[] }).result
}

const rowsOf = (page: Page) => page.locator('[data-market]')
const shownCodes = (page: Page): Promise<(string | null)[]> =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-market')))

/** Opens a page with the list and waits until it has every market. */
async function openList(
  page: Page,
  server: RunningServer,
  open: () => Promise<void>,
): Promise<readonly Listed[]> {
  await skipBoard(page)
  await open()
  const markets = await listOf(server)
  await expect(rowsOf(page)).toHaveCount(markets.length)
  return markets
}

/** Sorts by a heading on a desk, by the choice on a phone. */
async function sortBy(page: Page, key: 'open' | 'name' | 'volume' | 'spread' | 'change'): Promise<void> {
  const option = t(key === 'change' ? 'markets.sort.changeOption' : `markets.sort.${key}`)
  if (isPhone(page)) {
    await page.getByRole('combobox', { name: t('markets.sort.label') }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  } else {
    const headings = page.getByRole('group', { name: t('markets.sort.label') })
    await headings.getByRole('button', { name: t(`markets.sort.${key}`), exact: true }).click()
  }
}

test('I15.9a: markets are sorted by name, volume, spread and change, and the order is remembered', {
  tag: ['@task', '@one-size', '@release'],
}, async ({ page, server, visit }) => {
  const markets = await openList(page, server, () => visit('/market'))
  const states = new Map(markets.map(({ code, open, price }) => [code, open && price !== null]))
  const traded = (await shownCodes(page)).map((code) => states.get(code ?? ''))
  expect(traded).toEqual(traded.toSorted((a, b) => Number(b) - Number(a)))
  await sortBy(page, 'name')
  const { compare } = new Intl.Collator('en', { numeric: true })
  const byName = markets.toSorted((a, b) => compare(a.appName, b.appName)).map(({ code }) => code)
  await expect.poll(() => shownCodes(page)).toEqual(byName)
  await page.reload()
  await expect.poll(() => shownCodes(page)).toEqual(byName)
  await sortBy(page, 'spread')
  await expect(rowsOf(page).first()).toContainText(/0\.\d{3}%/)
  await sortBy(page, 'volume')
  await expect(rowsOf(page).first()).toContainText(/\$[\d.]+[KMBT]/)
  // The prices of a running market move on; the order is that of one moment.
  const changes = async () => {
    const percents = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => (/[+−]?[\d.]+(?=%)/.exec(row.textContent ?? '')?.[0] ?? '').replace('−', '-')),
    )
    return percents.filter((percent) => percent !== '').map(Number)
  }
  await sortBy(page, 'change')
  await expect.poll(async () => (await changes()).at(0)).toBeGreaterThan(0)
  expect((await changes()).at(-1)).toBeLessThan(0)
})

test('I15.9b: a row has its market’s name and a mark of its source, which the list explains once', {
  tag: ['@one-size', '@release'],
}, async ({ page, server, visit }) => {
  const markets = await openList(page, server, () => visit('/market'))
  const bitcoin = page.locator('[data-market="BTCUSDT"]')
  await expect(bitcoin).toContainText(markets.find(({ code }) => code === 'BTCUSDT')?.appName ?? '')
  await expect(bitcoin.getByRole('img', { name: t('markets.source.simulated') })).toBeVisible()
  const list = page.getByRole('region', { name: t('markets.list.title') })
  await expect(list.getByText(t('markets.source.simulated.meaning'))).toHaveCount(1)
  await expect(list.getByText(t('markets.source.simulated'), { exact: true })).toHaveCount(0)
})

test('I15.9c: line and percentage show the same 24 hours, and the list says so', {
  tag: ['@one-size', '@release'],
}, async ({ page, server, visit }) => {
  await skipBoard(page)
  const [bitcoin] = (await listOf(server)).filter(({ code }) => code === 'BTCUSDT')
  const [from = 0] = bitcoin?.day ?? []
  expect(((Number(bitcoin?.price) - from) / from) * 100).toBeCloseTo(bitcoin?.zdf ?? Number.NaN, 2)
  await visit('/')
  await expect(page.getByText(t('home.markets.day'))).toBeVisible()
  await visit('/market')
  await expect(
    page.getByTitle(t('markets.sort.change.meaning')).filter({ visible: true }).first(),
  ).toHaveText(t('markets.sort.change'))
})

test('I15.9d: arrow keys move through the rows, Enter opens, and the open market is in sight', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, server, visit }) => {
  await openList(page, server, () => visit('/market?code=BTCUSDT'))
  await page.getByRole('searchbox', { name: t('markets.list.search') }).press('ArrowDown')
  const codes = await shownCodes(page)
  const row = (at: number) => page.locator(`[data-market="${codes.at(at)}"]`)
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(row(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`code=${codes[1]}$`))
  await expect(row(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('End')
  await expect(row(-1)).toBeFocused()
  await expect(row(-1)).toBeInViewport()
  // Tab leaves the list: no other row is a stop of its own.
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-market]:focus')).toHaveCount(0)
  await visit(`/market?code=${codes.at(-1)}`)
  await page.reload()
  await expect(row(-1)).toBeInViewport()
})

test('I15.d15: in a window without room for the list it opens from the market’s name, by keyboard too', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, server, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await page.setViewportSize({ width: 1024, height: 900 })
  await openList(page, server, () => visit('/market?code=BTCUSDT'))
  const name = page.getByRole('button', { name: `BTCUSDT, ${t('markets.back')}` })
  await expect(name).toHaveCount(0)
  for (const width of [1023, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(rowsOf(page)).toHaveCount(0)
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-market="BTCUSDT"]')).toBeInViewport()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(name).toBeFocused()
  }
  await name.click()
  await page.getByRole('searchbox', { name: t('markets.list.search') }).fill('ETHUSDT')
  await page.getByRole('searchbox', { name: t('markets.list.search') }).press('Enter')
  await expect(page).toHaveURL(/code=ETHUSDT$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: `ETHUSDT, ${t('markets.back')}` })).toBeVisible()
})
