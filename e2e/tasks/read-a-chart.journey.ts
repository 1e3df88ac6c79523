import type { DrawingTool } from '@candor/rules'
import type { Locator, Page } from '@playwright/test'
import { beSignedIn, expect, openAccount, t, test } from '../journey.ts'
import { chartOf, openChart, savedChart } from '../open-chart.ts'
import type { RunningServer } from '../running-server.ts'

/** Opens the chart of a new customer, and returns how to read what is saved of it. */
async function openOwnChart(page: Page, server: RunningServer) {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  const chart = await openChart(page, server)
  return { customer, chart, drawn: async () => (await savedChart(server, customer))?.drawings ?? [] }
}

async function openDrawings(page: Page, chart: Locator): Promise<Locator> {
  const name = t('markets.chart.drawings')
  await chart.getByRole('button', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel.getByRole('tab', { name: t('chart.draw.tools') })).toBeVisible()
  return panel
}

/** Draws with a tool, from one place of the prices to another, given as shares of the chart's width and height. */
async function draw(
  page: Page,
  chart: Locator,
  tool: DrawingTool,
  places: readonly (readonly [number, number])[],
): Promise<void> {
  const panel = await openDrawings(page, chart)
  await panel.getByRole('button', { name: t(`chart.tool.${tool}`), exact: true }).click()
  await expect(panel).toBeHidden()
  const box = await chart.locator('[k-line-chart-id]').boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    const next = { point: index + 2, count: places.length }
    if (index + 1 < places.length) await expect(chart.getByText(t('chart.draw.place', next))).toBeVisible()
  }
}

test('a trend line that was drawn on one device is on the chart of another', {
  tag: ['@one-size', '@task'],
}, async ({ page, browser, server }) => {
  const { customer, chart, drawn } = await openOwnChart(page, server)
  await draw(page, chart, 'trendLine', [
    [0.25, 0.5],
    [0.6, 0.25],
  ])
  await expect.poll(drawn).toMatchObject([{ tool: 'trendLine' }])
  const [line] = await drawn()
  expect(line?.points[1]?.price).toBeGreaterThan(line?.points[0]?.price ?? Number.POSITIVE_INFINITY)
  const second = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const elsewhere = await second.newPage()
  await beSignedIn(elsewhere, customer)
  await openChart(elsewhere, server)
  const panel = await openDrawings(elsewhere, chartOf(elsewhere))
  await panel.getByRole('tab', { name: t('chart.draw.drawn', { count: 1 }) }).click()
  await expect(panel.getByRole('button', { name: t('chart.tool.trendLine'), exact: true })).toBeVisible()
  await second.close()
})

test('a move is measured from a low to a high, and its retracements are drawn', {
  tag: ['@one-size', '@task'],
}, async ({ page, server }) => {
  const { chart, drawn } = await openOwnChart(page, server)
  const [low, high] = [
    [0.3, 0.5],
    [0.55, 0.2],
  ] as const
  await draw(page, chart, 'measure', [low, high])
  await expect.poll(drawn).toHaveLength(1)
  await draw(page, chart, 'fibRetracement', [low, high])
  await expect.poll(drawn).toMatchObject([{ tool: 'measure' }, { tool: 'fibRetracement' }])
  for (const { points } of await drawn()) {
    expect(points[1]?.at).toBeGreaterThan(points[0]?.at ?? Number.POSITIVE_INFINITY)
    expect(points[1]?.price).toBeGreaterThan(points[0]?.price ?? Number.POSITIVE_INFINITY)
  }
})

test('a trade is planned on the chart with its stop and its target', {
  tag: ['@one-size', '@task'],
}, async ({ page, server }) => {
  const { chart, drawn } = await openOwnChart(page, server)
  await draw(page, chart, 'longPosition', [
    [0.4, 0.35],
    [0.6, 0.2],
    [0.6, 0.45],
  ])
  await expect.poll(drawn).toMatchObject([{ tool: 'longPosition' }])
  const [entry = 0, target = 0, stop = 0] = ((await drawn())[0]?.points ?? []).map(({ price }) => price)
  expect(target).toBeGreaterThan(entry)
  expect(stop).toBeLessThan(entry)
})

test('two markets are compared in one chart, in percent, on every device', {
  tag: ['@one-size', '@task'],
}, async ({ page, server, browser }) => {
  const { customer } = await openOwnChart(page, server)
  const openSettings = async (where: Page): Promise<Locator> => {
    const name = t('markets.chart.settings')
    await chartOf(where).getByRole('button', { name, exact: true }).click()
    return where.getByRole('dialog', { name })
  }
  const settings = await openSettings(page)
  const candles = page.waitForResponse(/getKValueByCodeAndDate.*code=ETHUSDT/)
  await settings.getByLabel(t('chart.settings.compare')).click()
  await page.keyboard.type('ETHUSDT')
  await page.keyboard.press('Enter')
  expect((await candles).ok()).toBe(true)
  await expect(settings.getByRole('radio', { name: t('chart.scale.percent') })).toBeChecked()
  const saved = () => savedChart(server, customer)
  await expect.poll(saved).toMatchObject({ compare: 'ETHUSDT', scale: 'percent' })
  await page.keyboard.press('Escape')
  // The line is drawn in a colour that nothing else on this chart has.
  const hasLine = (where: Page) => where.evaluate<boolean>(lookForLine)
  await expect.poll(() => hasLine(page)).toBe(true)
  const second = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const elsewhere = await second.newPage()
  await beSignedIn(elsewhere, customer)
  await openChart(elsewhere, server)
  await expect.poll(() => hasLine(elsewhere)).toBe(true)
  const again = await openSettings(elsewhere)
  await again.getByLabel(t('chart.settings.compare')).click()
  await elsewhere.getByRole('option', { name: t('chart.settings.noComparison') }).click()
  await expect.poll(saved).toMatchObject({ scale: 'linear' })
  expect(await saved()).not.toHaveProperty('compare')
  await expect.poll(() => hasLine(elsewhere)).toBe(false)
  await second.close()
})

/** Looks for the colour of the other market's line on the canvases of the chart. */
const lookForLine = `(() => {
  const probe = document.createElement('canvas').getContext('2d')
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--orange')
  probe.fillRect(0, 0, 1, 1)
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data
  const isThere = (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let found = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1
    return found > 20
  }
  return [...document.querySelectorAll('[k-line-chart-id] canvas')].some(isThere)
})()`
