import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/browser.ts'
import { startServer } from '../e2e/running-server.ts'
import type { BenchResult } from './result.ts'

const markets = 60
const everyMs = 200
const measuredMs = 10_000
const goal = 0.1

/** The market screen with 60 markets that change five times a second: the share of one core that its process uses. */
export async function run(): Promise<BenchResult> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const list = await fetch(`${server.url}/swx/customer/index/listMarketByType`)
    const { result } = (await list.json()) as { result: { code: string; price: string | null }[] }
    const moving = result.filter(({ price }) => price !== null).slice(0, markets)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    let frames = 0
    await page.routeWebSocket('**/websocket/message', (socket) => {
      const send = () => {
        frames += 1
        const up = frames % 2 === 0 ? 1.0002 : 0.9998
        const entries = moving.map(({ code, price }) => ({
          code,
          price: (Number(price) * up).toPrecision(7),
          zdf: up > 1 ? 1.2 : -1.2,
        }))
        socket.send(JSON.stringify(entries))
      }
      const timer = setInterval(send, everyMs)
      socket.onClose(() => clearInterval(timer))
    })
    await page.goto(`${server.url}/#/market`)
    await page.locator('[data-market]').nth(5).waitFor()
    await page.waitForTimeout(3_000)
    const before = frames
    const cost = await costOf(page)
    const perSecond = ((frames - before) * moving.length) / (measuredMs / 1000)
    return {
      name: `market screen, ${moving.length} markets at 5 changes a second: share of one core`,
      ratio: cost.process,
      goal: `≤ ${goal}`,
      reached: cost.process <= goal,
      details: [
        `${perSecond.toFixed(0)} changed prices a second received`,
        `the page's process ${(cost.process * 100).toFixed(1)} %, its main thread ${(cost.mainThread * 100).toFixed(1)} % of one core`,
      ],
    }
  } finally {
    await browser.close()
    await server.dispose()
  }
}

/** Processor time of the page over wall time, in all its threads and in the one that draws. */
async function costOf(page: Page): Promise<{ process: number; mainThread: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return { at: value('Timestamp'), process: value('ProcessTime'), mainThread: value('TaskDuration') }
  }
  const first = await read()
  await page.waitForTimeout(measuredMs)
  const last = await read()
  const seconds = last.at - first.at
  return {
    process: (last.process - first.process) / seconds,
    mainThread: (last.mainThread - first.mainThread) / seconds,
  }
}
