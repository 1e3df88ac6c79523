import type { SavedChart } from '@candor/contract'
import type { Locator, Page } from '@playwright/test'
import { type Customer, expect, t } from './journey.ts'
import type { RunningServer } from './running-server.ts'

export const code = 'BTCUSDT'
export const chartOf = (page: Page): Locator =>
  page.getByRole('region', { name: t('markets.chart.title', { code }) })

/** Opens the market and waits until its candles are drawn and it can be worked with: its last tools come then. */
export async function openChart(page: Page, server: RunningServer): Promise<Locator> {
  await page.goto(`${server.url}/#/market?code=${code}`)
  const chart = chartOf(page)
  await expect(chart.locator('[k-line-chart-id]')).toBeVisible()
  await expect(chart.getByRole('button', { name: t('markets.chart.settings'), exact: true })).toBeVisible()
  // Last: before the chart is there, nothing says that its candles are loaded.
  await expect(chart.getByRole('status', { name: t('markets.chart.loading') })).toHaveCount(0)
  return chart
}

/** The chart of the market as the account has it; null before it was saved. */
export async function savedChart(server: RunningServer, { token }: Customer): Promise<SavedChart | null> {
  const response = await fetch(`${server.url}/swx/customer/user/listCharts?code=${code}`, {
    headers: { authorization: token },
  })
  const { result } = (await response.json()) as { result: { chart: SavedChart }[] }
  return result[0]?.chart ?? null
}
