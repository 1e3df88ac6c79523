import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const promtool = 'promtool'
const deploy = join(import.meta.dirname, '../../../../deploy')
const rules = join(deploy, 'prometheus')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

test('I16.16: every metric that an alert is about is one of a running server’s', async () => {
  const metrics = await (await fetch(app.metricsUrl)).text()
  const names = metricsIn(readFileSync(join(rules, 'alerts.yml'), 'utf8'))
  expect(new Set(names).size).toBeGreaterThan(10)
  expect(names.filter((name) => !isServed(name, metrics))).toEqual([])
  expect(metrics).toMatch(/^candor_house_balance\{account="trading-capital",asset="USDT"\} 10000000$/m)
  expect(metrics).toContain('candor_queue_entries{page="withdrawal",state="late"} 0')
  expect(metrics).toMatch(/^candor_database_connections\{pool="calls",state="idle"\} \d/m)
  expect(metrics).not.toMatch(/^candor_metrics_unread\{metric="\w+"\} 1$/m)
})

/** Queries of the dashboard's panels. */
const queries: readonly string[] = JSON.parse(
  readFileSync(join(deploy, 'grafana/candor.json'), 'utf8'),
).panels.flatMap(({ targets = [] }: { readonly targets?: readonly { readonly expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)

const metricsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:candor|nodejs|process)_\w+/g)].map(([name]) => name)

/** A histogram is served as buckets, a sum and a count. */
const isServed = (name: string, metrics: string): boolean =>
  metrics.includes(`# TYPE ${name} `) ||
  metrics.includes(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} histogram`)

test('I16.16: every metric that a panel of the dashboard queries is one of a running server’s', async () => {
  const metrics = await (await fetch(app.metricsUrl)).text()
  const names = queries.flatMap(metricsIn)
  expect(new Set(names).size).toBeGreaterThan(25)
  expect(names.filter((name) => !isServed(name, metrics))).toEqual([])
  expect(queries.filter((query) => metricsIn(query).length === 0)).toEqual([])
  expect([isServed('candor_none', metrics), isServed('candor_leads_bucket', metrics)]).toEqual([false, false])
})

test('I16.16: every query of the dashboard is valid', ({ skip }) => {
  skip(spawnSync(promtool, ['--version']).error !== undefined, 'promtool is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'candor-queries-'))
  const check = (exprs: readonly string[]) => {
    const file = {
      groups: [{ name: 'dashboard', rules: exprs.map((expr, id) => ({ record: `panel_${id}`, expr })) }],
    }
    // JSON is YAML.
    writeFileSync(join(folder, 'queries.yml'), JSON.stringify(file))
    return spawnSync(promtool, ['check', 'rules', 'queries.yml'], { cwd: folder, encoding: 'utf8' }).status
  }
  try {
    expect(check(queries)).toBe(0)
    expect(check([...queries, 'sum by candor_leads'])).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('I16.16: each alert fires on what it is about, and none on an installation that is well', ({ skip }) => {
  skip(spawnSync(promtool, ['--version']).error !== undefined, 'promtool is not installed')
  expect(
    execFileSync(promtool, ['check', 'rules', 'alerts.yml'], { cwd: rules, encoding: 'utf8' }),
  ).toContain('SUCCESS: 26 rules found')
  // It ends with an error where an alert does not fire, or fires too early.
  execFileSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: rules })
  const alerts = [...readFileSync(join(rules, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)]
  const tests = readFileSync(join(rules, 'alerts.test.yml'), 'utf8')
  for (const [, name] of alerts) expect(tests).toContain(`name: ${name}\n`)
})
