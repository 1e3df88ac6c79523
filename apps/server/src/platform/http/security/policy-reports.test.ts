import { fastify } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { policyReportsPath, takePolicyReports } from './policy-reports.ts'

function open() {
  const lines: string[] = []
  const registry = new Registry()
  const app = fastify()
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
  takePolicyReports(registry, log)(app)
  const send = (payload: string, type = 'application/csp-report') =>
    app.inject({ method: 'POST', url: policyReportsPath, headers: { 'content-type': type }, payload })
  return { lines, registry, send }
}

const old = (directive: string) =>
  JSON.stringify({
    'csp-report': {
      'effective-directive': directive,
      'document-uri': 'https://candor.example/?email=ana@candor.example',
      'blocked-uri': 'https://evil.example/x.js',
      'script-sample': 'a secret of ana',
    },
  })

test('ASVS 3.4.7: reports of both forms are counted by directive, logged once a minute, and nothing else of them is written down', async () => {
  const { lines, registry, send } = open()
  const modern = JSON.stringify([
    {
      type: 'csp-violation',
      body: { effectiveDirective: 'script-src-elem', documentURL: 'https://ana.example' },
    },
    { type: 'csp-violation', body: { effectiveDirective: 'img-src' } },
  ])
  const responses = [
    await send(old('script-src-elem')),
    await send(old('script-src-elem')),
    await send(modern, 'application/reports+json'),
    await send(old('ana@candor.example')),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
  const metrics = await registry.metrics()
  expect(metrics).toContain('candor_csp_reports_total{directive="script-src-elem"} 3')
  expect(metrics).toContain('candor_csp_reports_total{directive="img-src"} 1')
  expect(metrics).toContain('candor_csp_reports_total{directive="other"} 1')
  expect(lines.map((line) => JSON.parse(line).directive)).toEqual(['script-src-elem', 'img-src', 'other'])
  expect(`${lines.join()}${metrics}`).not.toMatch(/ana|evil|secret/)
})

test('ASVS 3.4.7: an invalid report is not counted, and a long one is not read', async () => {
  const { lines, registry, send } = open()
  const nothing = [
    '',
    'no json',
    'null',
    '7',
    '{}',
    '[[]]',
    '{"csp-report":null}',
    '{"csp-report":{"effective-directive":7}}',
  ]
  for (const text of nothing) expect([text, (await send(text)).statusCode]).toEqual([text, 204])
  expect((await send(old('x'.repeat(20_000)))).statusCode).toBe(413)
  expect((await send(old('img-src'), 'text/html')).statusCode).toBe(415)
  const many = JSON.stringify(
    Array.from({ length: 1_000 }, () => ({ body: { effectiveDirective: 'img-src' } })),
  )
  expect((await send(many.slice(0, 16_000), 'application/reports+json')).statusCode).toBe(204)
  expect(await registry.metrics()).not.toContain('candor_csp_reports_total{')
  expect(lines).toEqual([])
})

test('ASVS 3.4.7: the pages of both apps name the place, and the server has it', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.dispose())
  for (const path of ['/', '/console/']) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect(headers.get('content-security-policy')).toContain(`report-uri ${policyReportsPath}; report-to csp`)
    expect(headers.get('reporting-endpoints')).toBe(`csp="${policyReportsPath}"`)
  }
  const sent = await fetch(`${app.url}${policyReportsPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: old('img-src'),
  })
  expect(sent.status).toBe(204)
  expect(await (await fetch(app.metricsUrl)).text()).toContain(
    'candor_csp_reports_total{directive="img-src"} 1',
  )
})
