import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKrakenLikeExchange } from '../apps/server/src/testing/exchanges/kraken-like-exchange.ts'
import { expect, isPhone, skipBoard, t, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** Imports a minute from before the exchange’s candles, as an operator would. */
async function importMinute({ candor }: RunningServer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-history-'))
  const rows = 'date,open,high,low,close\n2020-05-08,9900,10070,9400,9985\n'
  await writeFile(join(folder, 'BTCUSDT.1m.csv'), rows)
  expect(await candor('history', 'import', '--dir', folder)).toContain('Files: 1 imported')
  await rm(folder, { recursive: true })
}

test('a live chart has its exchange’s past from the first minute and says so; an operator sees how far it is', {
  tag: ['@one-size', '@release'],
}, async ({ page, browser }) => {
  const exchange = await startKrakenLikeExchange()
  const server = await startServer({ flags: ['--feed', 'auto'], env: exchange.env })
  const origins = async () => {
    const response = await fetch(`${server.url}/swx/customer/index/getCandleOrigins?code=BTCUSDT&interval=1h`)
    return ((await response.json()) as { result: unknown }).result
  }
  await expect
    .poll(origins)
    .toMatchObject({ source: 'live', filling: false, stretches: [{ origin: 'kraken' }] })
  await importMinute(server)
  await skipBoard(page)
  await page.goto(`${server.url}/#/market?code=BTCUSDT`)
  const chart = page.getByRole('region', { name: t('markets.chart.title', { code: 'BTCUSDT' }) })
  await chart.getByRole('button', { name: t('markets.chart.origins'), exact: true }).click()
  await expect(page.getByText(/^Before .*: Kraken$/)).toBeVisible()
  await expect(page.getByText(t('markets.chart.origins.note'))).toBeVisible()
  await expect(page.getByText(t('markets.chart.origins.imported'))).toBeVisible()
  await expect(page.getByText(t('markets.chart.origins.importedNote'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('markets.chart.origins.note'))).toBeHidden()
  if (!isPhone(page)) {
    const desk = await openConsole(browser, server, 'risk')
    await pageLink(desk, 'Markets').click()
    const history = desk.getByRole('table', { name: 'Price history' })
    const market = (code: string) => history.getByRole('row').filter({ hasText: code })
    await expect(market('BTCUSDT')).toContainText('complete')
    await expect(market('ETHUSDT')).toContainText('EQuery:Unknown asset pair')
    await desk.context().close()
  }
  await server.dispose()
  await exchange.close()
})
