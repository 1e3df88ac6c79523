import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, skipBoard, t, test } from './journey.ts'
import { startServer } from './running-server.ts'

/** One stock, whose recording begins as that of 6 June 2014 does: two bids of 1.0 with an ask of 649.35. */
function recording(): string {
  const start = Date.UTC(2014, 5, 6, 14)
  const prices = ['1.0,649.35', '1.0,649.35', ...Array.from({ length: 60 }, (_, n) => `648.${10 + n},649.35`)]
  const rows = prices.map((two, n) => `${start + n * 1_000},${two}`)
  return `time_ms,bid,ask\n${rows.join('\n')}\n`
}

test('I15.5: home begins with a class that has prices, a row without one says why, and bad prints are listed beside the chart', {
  tag: ['@one-size', '@release'],
}, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bad-prints-'))
  await writeFile(join(folder, 'AAPL.20140606.csv.gz'), gzipSync(recording()))
  const flags = ['--feed', 'replay', '--replay-dir', folder, '--replay-speed', 'max', '--no-replay-loop']
  const server = await startServer({ flags })
  await skipBoard(page)
  await page.goto(`${server.url}/#/`)
  const home = page.getByRole('region', { name: t('home.markets.title') })
  await expect(home.getByRole('tab', { selected: true })).toHaveText(t('markets.tab.3'))
  const rows = home.getByRole('listitem')
  await expect(rows.first()).toContainText('649.')
  await home.getByRole('tab', { name: t('markets.tab.2') }).click()
  const reasons = [t('markets.price.waiting'), t('markets.price.away')]
  await expect(rows.first()).toContainText(new RegExp(reasons.join('|')))

  await page.goto(`${server.url}/#/market?code=AAPL`)
  const chart = page.getByRole('region', { name: t('markets.chart.title', { code: 'AAPL' }) })
  await chart.getByRole('button', { name: t('markets.chart.origins'), exact: true }).click()
  await expect(page.getByText(t('markets.chart.origins.badPrints'))).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '649.35' })).toHaveCount(2)
  await server.dispose()
  await rm(folder, { recursive: true })
})
