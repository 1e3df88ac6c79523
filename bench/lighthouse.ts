import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserOptions } from '../e2e/browser.ts'
import { type Customer, openAccount } from '../e2e/journey.ts'
import { startServer } from '../e2e/running-server.ts'
import type { BenchResult } from './result.ts'

const runsEach = 5
const goal = 95
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Readonly<Record<(typeof categories)[number], number>>

const screens = [
  { name: 'home', path: '/#/', signedIn: false },
  { name: 'market', path: '/#/market', signedIn: false },
  { name: 'register', path: '/#/pass/register', signedIn: false },
  { name: 'account', path: '/#/profile', signedIn: true },
] as const

/** Runs Lighthouse as on a phone with a slow line and an empty cache: the median of five runs of each screen, out of a hundred. */
export async function run(): Promise<BenchResult[]> {
  const server = await startServer()
  // The work of a first start is not part of a visit.
  await server.hear(/the simulated past is written/)
  const folder = await mkdtemp(join(tmpdir(), 'candor-lighthouse-'))
  const port = await freePort()
  const options = await browserOptions()
  // Lighthouse opens tabs of its own, so the stored state must belong to the browser, not to a context.
  const browser = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    const page = await browser.newPage()
    const customer = await openAccount(server)
    const results: BenchResult[] = []
    for (const { name, path, signedIn } of screens) {
      await page.goto(`${server.url}/healthz`)
      await page.evaluate(rememberedBy(signedIn ? customer : null))
      results.push(...(await measure(name, server.url + path, port, page)))
    }
    return results
  } finally {
    await browser.close()
    await server.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A string, because the pages' policy forbids what a function would need. */
function rememberedBy(customer: Customer | null): string {
  const collected =
    customer === null
      ? {}
      : {
          token: customer.token,
          userInfo: JSON.stringify(customer.user),
          isLogin: 'true',
          adRead: 'an earlier one',
        }
  const lines = Object.entries(collected).map(
    ([key, value]) => `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`,
  )
  return ['localStorage.clear()', ...lines].join(';')
}

interface Run {
  readonly scores: Scores
  /** The machine's load at the start: other work there makes the page slower. */
  readonly load: string
  /** Audits below nine tenths, with Lighthouse's own score. */
  readonly found: readonly string[]
}

async function measure(name: string, url: string, port: number, page: Page): Promise<BenchResult[]> {
  // A page with open sockets next to the measured one would use its CPU time.
  await page.goto('about:blank')
  const runs: Run[] = []
  for (let count = 0; count < runsEach; count += 1) runs.push(await once(url, port))
  const found = [...new Set(runs.flatMap((each) => each.found))]
  return categories.map((category) => {
    const scores = runs.map((each) => each.scores[category])
    const middle = scores.toSorted((left, right) => left - right)[Math.floor(runsEach / 2)] ?? 0
    return {
      name: `Lighthouse, ${name}: ${category}`,
      ratio: null,
      goal: `≥ ${goal}`,
      reached: middle >= goal,
      details: [
        `${middle} (runs: ${scores.join(', ')}; load of the machine: ${runs.map(({ load }) => load).join(', ')})`,
        ...(category === 'performance' ? [`below nine tenths: ${found.join(', ') || 'nothing'}`] : []),
      ],
    }
  })
}

async function once(url: string, port: number, again = true): Promise<Run> {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const run = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' })
  if (run === undefined) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { lhr } = run
  // Rarely, the browser's own record lacks its beginning, and nothing can be measured in it.
  if (lhr.runtimeError?.code === 'NO_NAVSTART' && again) return once(url, port, false)
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const scoreOf = (category: (typeof categories)[number]) =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const found = Object.values(lhr.audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue }) => (displayValue === undefined ? id : `${id} (${displayValue})`))
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    load,
    found,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
