import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const promtool = 'promtool'
const rules = join(import.meta.dirname, '../../../../deploy/prometheus')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

test('I16.16: every metric that an alert is about is one of a running server’s', async () => {
  const metrics = await (await fetch(app.metricsUrl)).text()
  const names = [...readFileSync(join(rules, 'alerts.yml'), 'utf8').matchAll(/\b(?:candor|nodejs)_\w+/g)].map(
    ([name]) => name,
  )
  expect(new Set(names).size).toBeGreaterThan(10)
  expect(names.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([])
  expect(metrics).toMatch(/^candor_house_balance\{account="trading-capital",asset="USDT"\} 10000000$/m)
  expect(metrics).toContain('candor_queue_entries{page="withdrawal",state="late"} 0')
  expect(metrics).toMatch(/^candor_database_connections\{pool="calls",state="idle"\} \d/m)
  expect(metrics).not.toMatch(/^candor_metrics_unread\{metric="\w+"\} 1$/m)
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
