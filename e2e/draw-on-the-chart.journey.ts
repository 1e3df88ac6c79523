import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import type { Locator, Page } from '@playwright/test'
import { dragOnChart } from './drag-on-chart.ts'
import { beSignedIn, expect, isPhone, openAccount, skipBoard, t, test } from './journey.ts'
import { chartOf, openChart, savedChart } from './open-chart.ts'
import type { RunningServer } from './running-server.ts'

/** Opens the sheet or panel of some tools of the chart, and waits until its code is loaded. */
async function openPanel(
  page: Page,
  chart: Locator,
  tools: 'drawings' | 'indicators' | 'settings',
): Promise<Locator> {
  const name = t(`markets.chart.${tools}`)
  await chart.getByRole('button', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name })
  const loaded = {
    drawings: panel.getByRole('tab', { name: t('chart.draw.tools') }),
    indicators: panel.getByLabel(t('chart.indicators.search')),
    settings: panel.getByRole('radiogroup'),
  }
  await expect(loaded[tools]).toBeVisible()
  return panel
}

/** Opens the list of the drawings on the chart. */
async function openDrawn(page: Page, count: number): Promise<Locator> {
  const panel = await openPanel(page, chartOf(page), 'drawings')
  await panel.getByRole('tab', { name: t('chart.draw.drawn', { count }) }).click()
  return panel
}

/** Opens the chart of a new customer. */
async function openOwnChart(page: Page, server: RunningServer) {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  return { customer, chart: await openChart(page, server) }
}

async function chooseTool(
  page: Page,
  chart: Locator,
  tool: 'verticalLine' | 'rectangle' | 'text',
): Promise<void> {
  const panel = await openPanel(page, chart, 'drawings')
  await panel.getByRole('button', { name: t(`chart.tool.${tool}`), exact: true }).click()
  await expect(panel).toBeHidden()
}

/** Clicks or taps places of the prices, given as shares of the chart's width and height. */
async function placePoints(page: Page, chart: Locator, points: readonly (readonly [number, number])[]) {
  const box = await chart.locator('[k-line-chart-id]').boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  for (const [index, [x, y]] of points.entries()) {
    const [left, top] = [box.x + box.width * x, box.y + box.height * y]
    if (isPhone(page)) await page.touchscreen.tap(left, top)
    else {
      await page.mouse.move(left, top)
      await page.mouse.click(left, top)
    }
    if (index < points.length - 1)
      await expect(
        chart.getByText(t('chart.draw.place', { point: index + 2, count: points.length })),
      ).toBeVisible()
  }
  return points.map(([x, y]) => ({ x: box.x + box.width * x, y: box.y + box.height * y }))
}

test('a drawing is there again after a reload and on another device, moved, restyled and locked', {
  tag: '@one-size',
}, async ({ page, browser, server }) => {
  const { customer, chart } = await openOwnChart(page, server)
  await chooseTool(page, chart, 'verticalLine')
  const [from] = await placePoints(page, chart, [[0.3, 0.3]])
  const drawn = async () => (await savedChart(server, customer))?.drawings
  await expect.poll(drawn).toMatchObject([{ tool: 'verticalLine', color: 'accent', width: 1, locked: false }])
  const [before] = (await drawn()) ?? []
  const bar = chart.getByRole('toolbar', { name: t('chart.tool.verticalLine') })
  await bar.getByRole('button', { name: t('chart.draw.style') }).click()
  await page.getByRole('button', { name: t('chart.color.vermilion') }).click()
  await page.getByRole('radio', { name: t('chart.draw.pixels', { count: 3 }) }).check({ force: true })
  await page.keyboard.press('Escape')
  await expect.poll(drawn).toMatchObject([{ color: 'vermilion', width: 3 }])
  // Sideways: the scale of prices may have changed meanwhile, and with it the heights of places.
  if (from !== undefined) await dragOnChart(page, from, 0, 60)
  await expect
    .poll(async () => (await drawn())?.[0]?.points[0]?.at)
    .toBeGreaterThan(before?.points[0]?.at ?? 0)
  await bar.getByRole('button', { name: t('chart.draw.lock'), exact: true }).click()
  await expect.poll(drawn).toMatchObject([{ locked: true }])
  await page.reload()
  const panel = await openDrawn(page, 1)
  await expect(panel.getByRole('button', { name: t('chart.tool.verticalLine'), exact: true })).toBeVisible()
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await beSignedIn(elsewhere, customer)
  await openChart(elsewhere, server)
  const other = await openDrawn(elsewhere, 1)
  await other.getByRole('button', { name: t('chart.draw.hideAll') }).click()
  await expect.poll(async () => (await savedChart(server, customer))?.drawingsHidden).toBe(true)
  await context.close()
})

test('all drawings are deleted at once, and undo brings them back; a visitor’s stay in the browser', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  await skipBoard(page)
  const chart = await openChart(page, server)
  await chooseTool(page, chart, 'rectangle')
  await placePoints(page, chart, [
    [0.2, 0.2],
    [0.4, 0.35],
  ])
  await chooseTool(page, chart, 'text')
  await placePoints(page, chart, [[0.5, 0.3]])
  const words = page.getByRole('dialog', { name: t('chart.tool.text') })
  await words.getByLabel(t('chart.draw.text')).fill('Earnings here')
  await words.getByRole('button', { name: t('chart.draw.saveText') }).click()
  const both = await openDrawn(page, 2)
  await expect(both.getByRole('button', { name: 'Earnings here', exact: true })).toBeVisible()
  await both.getByRole('button', { name: t('chart.draw.deleteAll') }).click()
  await chart.getByRole('button', { name: t('chart.draw.undo') }).click()
  await page.reload()
  const again = await openDrawn(page, 2)
  await again.getByRole('button', { name: t('chart.draw.deleteOne', { name: 'Earnings here' }) }).click()
  await expect(again.getByRole('tab', { name: t('chart.draw.drawn', { count: 1 }) })).toBeVisible()
})

test('the keyboard alone chooses a tool, places, moves and deletes a drawing', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const { customer, chart } = await openOwnChart(page, server)
  const drawn = async () => (await savedChart(server, customer))?.drawings ?? []
  const button = chart.getByRole('button', { name: t('markets.chart.drawings'), exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const tool = page.getByRole('button', { name: t('chart.tool.trendLine'), exact: true })
  await expect(tool).toBeVisible()
  while (!(await tool.evaluate((element) => element === element.ownerDocument.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('application').getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(chart.getByText(t('chart.draw.place', { point: 2, count: 2 }))).toBeVisible()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(drawn).toHaveLength(1)
  const [first] = await drawn()
  expect(first?.points[1]?.at).toBeLessThan(first?.points[0]?.at ?? 0)
  expect(first?.points[1]?.price).toBeGreaterThan(first?.points[0]?.price ?? 0)
  await page.keyboard.press('ArrowUp')
  await expect
    .poll(async () => (await drawn())[0]?.points[0]?.price)
    .toBeGreaterThan(first?.points[0]?.price ?? 0)
  await page.keyboard.press('Delete')
  await expect.poll(drawn).toEqual([])
  await page.keyboard.press('Escape')
  await expect(chart.getByRole('application')).toHaveCount(0)
})

test('an indicator with a changed input and colour is there after a reload', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server }) => {
  const { customer, chart } = await openOwnChart(page, server)
  const interval = chart.getByRole('button', { name: t('markets.chart.interval.4h'), exact: true })
  await interval.click()
  const name = t('chart.indicator.RSI')
  const panel = await openPanel(page, chart, 'indicators')
  await panel.getByLabel(t('chart.indicators.search')).fill('rsi')
  await panel.getByRole('list').getByRole('button', { name }).click()
  await panel.getByRole('button', { name: t('chart.indicators.settings', { name }) }).click()
  const length = panel.getByLabel(t('chart.input.length'), { exact: true })
  await length.fill('0')
  await expect(panel.getByText(t('chart.input.bounds', { most: 500 }))).toBeVisible()
  await length.fill('9')
  await panel.getByRole('button', { name: t('chart.color.vermilion') }).click()
  await expect
    .poll(async () => (await savedChart(server, customer))?.indicators.at(-1))
    .toEqual({ name: 'RSI', inputs: [9], colors: ['vermilion'] })
  await page.reload()
  await expect(interval).toHaveAttribute('aria-pressed', 'true')
  const again = await openPanel(page, chart, 'indicators')
  await again.getByRole('button', { name: t('chart.indicators.settings', { name }) }).click()
  await expect(again.getByLabel(t('chart.input.length'), { exact: true })).toHaveValue('9')
  await again.getByRole('button', { name: t('chart.indicators.remove', { name }) }).click()
  await expect
    .poll(async () => (await savedChart(server, customer))?.indicators.map((one) => one.name))
    .toEqual(['MA', 'VOL'])
})

test('scale and time zone are there after a reload, a day long ago is shown, and a picture is saved', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server }) => {
  const { customer, chart } = await openOwnChart(page, server)
  const panel = await openPanel(page, chart, 'settings')
  await panel.getByRole('radio', { name: t('chart.scale.logarithmic') }).check({ force: true })
  await panel.getByLabel(t('chart.settings.timeZone')).click()
  await page.keyboard.type('Tokyo')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => savedChart(server, customer))
    .toMatchObject({ scale: 'logarithmic', timeZone: 'Asia/Tokyo' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: t('chart.settings.picture') }).click()
  expect((await download).suggestedFilename()).toBe('BTCUSDT-15m.png')
  const older = page.waitForRequest((request) => /getKValue.*to=/.test(request.url()))
  const again = await openPanel(page, chart, 'settings')
  await again.getByLabel(t('chart.settings.goTo')).click()
  await page.getByRole('button', { name: t('orders.calendar.previous') }).click()
  await page.locator('[data-day]').first().click()
  await older
  await expect(again).toBeHidden()
  await page.reload()
  const last = await openPanel(page, chart, 'settings')
  await expect(last.getByRole('radio', { name: t('chart.scale.logarithmic') })).toBeChecked()
  await expect(last.getByLabel(t('chart.settings.timeZone'))).toHaveText('Asia/Tokyo')
})

test('a chosen day is in the middle of the chart, where its candles have to be loaded and where they are', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server }) => {
  const { customer, chart } = await openOwnChart(page, server)
  const drawn = async () => (await savedChart(server, customer))?.drawings ?? []
  for (const count of [1, 2]) {
    const panel = await openPanel(page, chart, 'settings')
    await panel.getByLabel(t('chart.settings.goTo')).click()
    const today = await page.locator('[data-day]:focus').getAttribute('data-day')
    const day = new Date(Date.parse(today ?? '') - 7 * dayMs).toISOString().slice(0, 10)
    await page.keyboard.press('ArrowUp')
    await expect(page.locator(`[data-day="${day}"]`)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await expect(chart.getByRole('status', { name: t('markets.chart.loading') })).toHaveCount(0)
    await chooseTool(page, chart, 'verticalLine')
    await placePoints(page, chart, [[0.5, 0.3]])
    await expect.poll(drawn).toHaveLength(count)
    const at = (await drawn())[count - 1]?.points[0]?.at ?? 0
    expect(Math.abs(at - Date.parse(day)) / hourMs).toBeLessThan(3)
  }
})

test('the chart fills the whole screen with its tools, and returns to its place', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  await skipBoard(page)
  const chart = await openChart(page, server)
  const canvas = chart.locator('[k-line-chart-id]')
  const isFull = () => chart.evaluate((section) => section.ownerDocument.fullscreenElement === section)
  const areaOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.width ?? 0) * (box?.height ?? 0)
  }
  const inPlace = await areaOf(canvas)
  const panel = await openPanel(page, chart, 'settings')
  await panel.getByRole('button', { name: t('chart.settings.fullScreen') }).click()
  await expect.poll(isFull).toBe(true)
  await expect.poll(async () => (await areaOf(canvas)) / inPlace).toBeGreaterThan(1.2)
  await expect.poll(async () => (await areaOf(canvas)) / (await areaOf(chart))).toBeGreaterThan(0.85)
  const again = await openPanel(page, chart, 'settings')
  await again.getByRole('button', { name: t('chart.settings.leaveFullScreen') }).click()
  await expect.poll(isFull).toBe(false)
  await expect.poll(() => areaOf(canvas)).toBeCloseTo(inPlace, -2)
})

test('a saved time zone that this browser does not list is the chosen one, and one that it does not know is that of the device', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  const stored = JSON.stringify({ timeZone: 'Mars/Olympus' })
  await page.addInitScript(`localStorage.setItem('chart', ${JSON.stringify(stored)})`)
  await skipBoard(page)
  const chart = await openChart(page, server)
  const panel = await openPanel(page, chart, 'settings')
  const zone = panel.getByLabel(t('chart.settings.timeZone'))
  await expect(zone).toHaveText(t('chart.settings.deviceZone'))
  await page.addInitScript(`localStorage.setItem('chart', '{"timeZone":"Asia/Kolkata"}')`)
  await page.reload()
  await openPanel(page, chart, 'settings')
  await expect(zone).toHaveText('Asia/Kolkata')
})

test('on a phone a vertical swipe over the chart scrolls the page', { tag: '@only-phone' }, async ({
  page,
  server,
}) => {
  await skipBoard(page)
  await page.setViewportSize({ width: 390, height: 500 })
  const chart = await openChart(page, server)
  const box = await chart.locator('[k-line-chart-id]').boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  const scrolled = () => page.evaluate('scrollY') as Promise<number>
  expect(await scrolled()).toBe(0)
  // Small steps: a finger does not jump, and the first ones decide where the swipe goes.
  await dragOnChart(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, -120)
  await expect.poll(scrolled).toBeGreaterThan(40)
})
