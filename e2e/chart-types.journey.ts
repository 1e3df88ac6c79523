import type { Page } from '@playwright/test'
import { beSignedIn, expect, openAccount, t, test } from './journey.ts'
import { chartOf, openChart, savedChart } from './open-chart.ts'

type Kind = 'candles' | 'hollow' | 'bars' | 'heikinAshi' | 'line' | 'area'
const nameOf = (kind: Kind): string => t(`markets.chart.kind.${kind}`)
const kindButton = (page: Page, kind: Kind) =>
  chartOf(page).getByRole('button', { name: `${t('markets.chart.kind')}: ${nameOf(kind)}`, exact: true })

/** Chooses another kind of chart by keys alone. */
async function choose(page: Page, from: Kind, to: Kind): Promise<void> {
  await kindButton(page, from).focus()
  await page.keyboard.press('Enter')
  const item = page
    .getByRole('dialog')
    .getByRole('button', { name: nameOf(to) })
    .first()
  await item.focus()
  await page.keyboard.press('Enter')
  await expect(kindButton(page, to)).toBeVisible()
}

/** Counts what has exactly the colours of rising and falling candles among the prices, without the bars of volumes. */
const candlePixels = `(() => {
  const style = getComputedStyle(document.documentElement)
  const probe = document.createElement('canvas').getContext('2d')
  const wanted = ['--up', '--down'].map((token) => {
    probe.fillStyle = style.getPropertyValue(token)
    probe.fillRect(0, 0, 1, 1)
    return probe.getImageData(0, 0, 1, 1).data.slice(0, 3).join()
  })
  const prices = [...document.querySelectorAll('[k-line-chart-id] canvas')]
    .reduce((widest, one) => (one.width * one.height > widest.width * widest.height ? one : widest))
  const { data } = prices.getContext('2d').getImageData(0, 0, prices.width, prices.height)
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (wanted.includes(data[at] + ',' + data[at + 1] + ',' + data[at + 2])) found += 1
  return found
})()`
const drawnCandles = (page: Page) => page.evaluate<number>(candlePixels)
/** More than the dashed line at the last price has. */
const someCandles = 500

test('I15.6q: bars, hollow candles and Heikin-Ashi are chosen by keys, drawn, and there on another device', {
  tag: ['@one-size', '@release'],
}, async ({ page, browser, server }) => {
  const customer = await openAccount(server)
  await beSignedIn(page, customer)
  await openChart(page, server)
  await expect.poll(() => drawnCandles(page)).toBeGreaterThan(someCandles)
  await choose(page, 'candles', 'line')
  await expect.poll(() => drawnCandles(page)).toBeLessThan(someCandles)
  const kinds = ['line', 'bars', 'hollow', 'heikinAshi'] as const
  for (const [at, kind] of kinds.slice(1).entries()) {
    await choose(page, kinds[at] ?? 'line', kind)
    await expect.poll(() => drawnCandles(page)).toBeGreaterThan(someCandles)
  }
  await expect.poll(() => savedChart(server, customer)).toMatchObject({ kind: 'heikinAshi' })
  const second = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const elsewhere = await second.newPage()
  await beSignedIn(elsewhere, customer)
  await openChart(elsewhere, server)
  await kindButton(elsewhere, 'heikinAshi').click()
  await expect(elsewhere.getByRole('dialog').getByText(t('markets.chart.kind.heikinAshi.note'))).toBeVisible()
  await second.close()
})
