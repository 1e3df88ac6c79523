import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/browser.ts'
import { countScript, type FirstVisit, firstVisits } from '../e2e/first-visit.ts'
import { startServer } from '../e2e/running-server.ts'
import type { BenchResult } from './result.ts'

const runsEach = 5
const slowdown = 4
const bytesPerSecond = (1.6 * 1_000_000) / 8
const latencyMs = 150

/** The part of a page's DOM used here; this file is compiled without DOM types. */
interface PageDocument {
  querySelectorAll(selector: string): Iterable<{ getBoundingClientRect(): { readonly height: number } }>
}

declare const document: PageDocument

/** Runs in the page. A text instead of a function would need `eval`, which its security policy forbids. */
function hasThreeUsableControls(): boolean {
  const controls = document.querySelectorAll('#root a[href], #root button:not([disabled]), #root input')
  return [...controls].filter((control) => control.getBoundingClientRect().height > 0).length >= 3
}

/** The first visit of a phone on a slow line: 4× CPU slow-down, 1.6 Mbps, 150 ms, nothing cached. Median of five. */
export async function run(): Promise<BenchResult[]> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const results: BenchResult[] = []
    for (const visit of firstVisits) {
      const measured: { scriptKb: number; seconds: number }[] = []
      for (let count = 0; count < runsEach; count += 1) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        measured.push(await measure(await context.newPage(), server.url + visit.path))
        await context.close()
      }
      results.push(...resultsOf(visit, measured))
    }
    return results
  } finally {
    await browser.close()
    await server.dispose()
  }
}

async function measure(page: Page, url: string): Promise<{ scriptKb: number; seconds: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const scriptKb = await countScript(page)
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(hasThreeUsableControls)
  const seconds = (performance.now() - started) / 1000
  return { scriptKb: await scriptKb(), seconds }
}

function resultsOf(
  visit: FirstVisit,
  measured: readonly { scriptKb: number; seconds: number }[],
): BenchResult[] {
  const scriptKb = median(measured.map((each) => each.scriptKb))
  const seconds = median(measured.map((each) => each.seconds))
  return [
    {
      name: `first visit, ${visit.name}: gzip script`,
      ratio: null,
      goal: `≤ ${visit.scriptGoalKb} kB`,
      reached: scriptKb <= visit.scriptGoalKb,
      details: [`${scriptKb.toFixed(1)} kB`],
    },
    {
      name: `first visit, ${visit.name}: first three usable controls`,
      ratio: null,
      goal: `≤ ${visit.secondsGoal} s`,
      reached: seconds <= visit.secondsGoal,
      details: [
        `${seconds.toFixed(2)} s (runs: ${measured.map((each) => each.seconds.toFixed(2)).join(', ')})`,
      ],
    },
  ]
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
