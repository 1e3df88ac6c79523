import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEnvelope } from '../responses/envelope.ts'
import { createWebServer } from '../web-server.ts'
import { addSecurityHeaders, contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const paths = ['/', '/console/', '/swx/customer/index/statistics', '/ops/me', '/logos/BTC.svg']

test.each([true, false])(
  'I12.13: with https %s a browser that uses https is told to keep to it, on every path',
  async (https) => {
    const app = fastify()
    addSecurityHeaders(app, securityHeaders({ policy: "default-src 'none'", consolePolicy: '', https }))
    for (const path of paths) {
      const { headers } = await app.inject(path)
      expect(headers['strict-transport-security']).toBe(
        https ? 'max-age=31536000; includeSubDomains' : undefined,
      )
    }
  },
)

test('I12.Fb: an unknown address has the headers of every other', async () => {
  const app = createWebServer({
    policy: "default-src 'none'",
    consolePolicy: '',
    https: true,
    envelope: createEnvelope(() => ''),
    log: pino({ level: 'silent' }),
    addressBudget: null,
    trustProxy: false,
    observe: null,
  })
  app.get('/ops/customers/:id', { config: { readsPath: true } }, async () => 'never asked')
  for (const path of [`/ops/customers/${'k'.repeat(4_000)}`, '/ops/customers/%zz', '/%c0%ae']) {
    const { statusCode, headers } = await app.inject(path)
    expect([path, statusCode, headers['x-content-type-options']]).toEqual([path, 404, 'nosniff'])
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

test('ASVS 3.4, 3.5: no answer is framed, sniffed, sent along as a referrer or loaded by a page of another site', async () => {
  const app = fastify()
  const policy = contentSecurityPolicy('')
  addSecurityHeaders(app, securityHeaders({ policy, consolePolicy: policy, https: false }))
  for (const path of paths) {
    const { headers } = await app.inject(path)
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([path, headers['content-security-policy']]).toEqual([path, expect.stringContaining(directive)])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('ASVS 13.4.4: an unknown method is refused, its request is not echoed, and no response names the software', async () => {
  const app = createWebServer({
    envelope: createEnvelope(() => ''),
    log: pino({ level: 'silent' }),
    policy: '',
    consolePolicy: '',
    addressBudget: null,
    https: false,
    trustProxy: false,
    observe: null,
  })
  app.get('/', () => ({}))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const method of ['TRACE', 'PUT', 'DELETE']) {
    const [{ statusCode, headers }, body] = await headersFrom(url, method)
    expect([method, statusCode]).toEqual([method, 404])
    expect(body).not.toContain('sent back')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  }
  await app.close()
})

/** `fetch` refuses to send TRACE. */
const headersFrom = (url: string, method: string) =>
  new Promise<[IncomingMessage, string]>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'x-mine': 'sent back' } }, (response) => {
      text(response).then((body) => resolve([response, body]), reject)
    })
    sent.on('error', reject).end()
  })
