import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export interface FirstVisit {
  readonly name: string
  readonly path: string
  /** Maximum size of the script in kB of 1 000 bytes, gzip. */
  readonly scriptGoalKb: number
  /** Maximum seconds to the first three usable controls on a slow phone line. */
  readonly secondsGoal: number
}

/** Limits of a first visit: `bench/first-visit.ts` measures both, the journey of this name enforces the script's size. */
export const firstVisits: readonly FirstVisit[] = [
  { name: 'home', path: '/#/', scriptGoalKb: 120, secondsGoal: 1.8 },
  { name: 'market screen with its chart', path: '/#/market', scriptGoalKb: 260, secondsGoal: 2.5 },
]

/**
 * Counts the script a page loads from now on, without what a page at rest fetches ahead: the reader saves data. The returned function
 * waits for the page to settle and gives kB.
 */
export async function countScript(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return async () => {
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.waitForTimeout(2_000)
    const sizes = await Promise.all(scripts)
    return sizes.reduce((sum, size) => sum + size, 0) / 1000
  }
}
