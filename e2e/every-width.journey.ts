import type { Page } from '@playwright/test'
import { expect, t, test, useRealAccount } from './journey.ts'

/** Codes of the market list that are cut off, by a parent that clips them or by their own box. */
const cutCodes = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-market]')].slice(0, 20).flatMap((row) => {
       const code = [...row.querySelectorAll('span')].find((one) => one.textContent === row.dataset.market)
       const text = document.createRange()
       text.selectNodeContents(code)
       const { left, right } = text.getBoundingClientRect()
       const box = code.getBoundingClientRect()
       return left < box.left - 1 || right > box.right + 1 || code.scrollWidth > code.clientWidth + 1
         ? [row.dataset.market] : []
     })`,
  )

/** Names of the tools of the chart that are cut off or covered by the next one; the last leads to the newest price. */
const cutTools = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `(() => {
       const last = document.querySelector('button[aria-label="${t('markets.chart.latest')}"]')
       const bar = last.parentElement
       const end = bar.getBoundingClientRect().right
       const tools = [...bar.querySelectorAll('button:not([popover] *)')].filter((one) => one.offsetWidth > 0)
       return tools.flatMap((one, at) => {
         const { right, top } = one.getBoundingClientRect()
         const after = tools[at + 1]?.getBoundingClientRect()
         // Without room for all in one line the rest goes on in the next.
         const next = after !== undefined && after.top < top + 4 ? after.left : end
         return one.scrollWidth > one.clientWidth + 1 || right > next + 1 || right > end + 1
           ? [one.title || one.textContent] : []
       })
     })()`,
  )

test('I15.d18: from 1024 to 3440 px no code of the list and no tool of the chart is cut, and the two levels of the ticket stand in one line', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=BTCUSDT')
  const label = (level: 'stopLoss' | 'takeProfit') =>
    page.getByLabel(t(`orders.ticket.${level}`), { exact: true })
  await expect(label('stopLoss')).not.toHaveValue('')
  for (const width of [1024, 1280, 1440, 1920, 2560, 3440]) {
    await page.setViewportSize({ width, height: 1200 })
    await expect(page.locator('[data-market="BTCUSDT"]')).toBeInViewport()
    expect(await cutCodes(page), `${width} px`).toEqual([])
    expect(await cutTools(page), `${width} px`).toEqual([])
    if (width < 1440) continue
    const [stop, profit] = [await label('stopLoss').boundingBox(), await label('takeProfit').boundingBox()]
    expect(stop?.y, `${width} px`).toBe(profit?.y)
    expect(stop?.height, `${width} px`).toBe(profit?.height)
  }
})

/** Buttons, prices and names of several charts that are cut off by their chart's edge or by their own box. */
const cutInCharts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-chart]')].flatMap((chart) => {
       const { left, right, top, bottom } = chart.getBoundingClientRect()
       const parts = [...chart.querySelectorAll('button:not([popover] *), .figures')].filter((one) => one.offsetWidth > 0)
       return parts.flatMap((one) => {
         const box = one.getBoundingClientRect()
         const isOut = box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1
         return isOut || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
           ? [chart.dataset.chart + ': ' + (one.title || one.textContent)] : []
       })
     })`,
  )

/** px by which a page is wider than its window. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('I15.7e: with four charts no code, price or tool is cut from 1024 to 3440 px, and below there is one chart', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/market?code=BTCUSDT')
  await page.getByRole('button', { name: t('markets.workspace.title'), exact: true }).click()
  await page.getByRole('button', { name: t('workspace.layout.four'), exact: true }).click()
  const last = page.locator('[data-chart="4"]')
  for (const width of [1024, 1280, 1440, 1920, 2560, 3440]) {
    await page.setViewportSize({ width, height: Math.round(width * 0.6) })
    await expect(last.locator('[k-line-chart-id]')).toBeVisible()
    await expect.poll(() => cutInCharts(page), `${width} px`).toEqual([])
    if (width >= 1280) await expect(page.locator('[data-market="BTCUSDT"]')).toBeInViewport()
    expect(await cutCodes(page), `${width} px`).toEqual([])
    expect(await tooWide(page), `${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 768, height: 1000 })
  await expect(page.locator('[data-chart]')).toHaveCount(0)
  await expect(page.locator('[k-line-chart-id]')).toHaveCount(1)
  await expect.poll(() => cutTools(page)).toEqual([])
  expect(await tooWide(page)).toBe(0)
})

test('I15.7e: at 200 % zoom and at 320 px the market screen is whole', { tag: '@one-size' }, async ({
  page,
  customer,
  visit,
}) => {
  expect(customer.token).not.toBe('')
  for (const [width, height] of [
    [720, 450],
    [640, 360],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await visit('/market?code=BTCUSDT')
    await expect(page.locator('[k-line-chart-id]')).toBeVisible()
    expect(await tooWide(page), `${width} px`).toBe(0)
    const sell = page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.sell')}`) })
    await expect(sell, `${width} px`).toBeInViewport({ ratio: 1 })
    const orders = page.getByRole('tab', { name: t('orders.list.closed') })
    await orders.click()
    await expect(orders, `${width} px`).toHaveAttribute('aria-selected', 'true')
  }
})

test('I15.d19: at 320 px smart trading is no wider than the screen, in English, German and Arabic', {
  tag: '@only-phone',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await useRealAccount(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const parts = page.locator('label').filter({ has: page.getByRole('radio') })
  await visit('/trading')
  for (const language of ['en', 'de', 'ar']) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.reload()
    await expect(page.locator(`html[lang="${language}"]`)).toBeAttached()
    for (let at = 0; at < 3; at += 1) {
      await parts.nth(at).click()
      await expect(page.getByRole('radio').nth(at)).toBeChecked()
      await expect(page.locator('main h2, main article, main table, main ul').first()).toBeVisible()
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(wider, `${language}, part ${at}`).toBe(0)
    }
  }
})
