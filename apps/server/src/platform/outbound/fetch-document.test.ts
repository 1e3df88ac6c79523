import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchDocument } from './fetch-document.ts'
import type { FetchFailure } from './fetch-failure.ts'
import { type OutboundPolicy, publicHosts, type ResolvedAddress } from './outbound-policy.ts'
import { readOutboundUrl } from './pinned-request.ts'

const limits = { mostBytes: 1_000, patienceMs: 10_000 }
const never = new AbortController().signal

let server: Server
let respond: RequestListener
let requests: string[]
let port: number
beforeEach(async () => {
  requests = []
  respond = (_request, response) => response.end('hello')
  server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`)
    respond(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const local: ResolvedAddress = { address: '127.0.0.1', family: 4 }
/** Permits the test's server, as if 127.0.0.1 was public, and any port. */
const testPolicy = (resolve: OutboundPolicy['resolve'] = () => Promise.resolve([local])): OutboundPolicy => ({
  resolve,
  permitsAddress: (address) => address === local.address || publicHosts.permitsAddress(address),
  permitsPort: () => true,
})
const get = (path = '/', policy = testPolicy(), host = 'feeds.example') =>
  fetchDocument(policy, `http://${host}:${port}${path}`, limits, never)
const failing = async (work: Promise<unknown>) => {
  const { reason, detail } = (await work.then(
    () => expect.unreachable('it was fetched'),
    (error: unknown) => error,
  )) as FetchFailure
  return { reason, detail }
}

test('I15.12: the connection goes to the address that was checked, under the name of the host', async () => {
  const document = await get('/rss?a=b')
  expect(document).toEqual({ text: 'hello', url: `http://feeds.example:${port}/rss?a=b` })
  expect(requests).toEqual([`feeds.example:${port}/rss?a=b`])
})

const refusedUrls = [
  ['http://127.0.0.1/', 'address'],
  ['http://2130706433/', 'address'],
  ['http://0177.0.0.1/', 'address'],
  ['http://0x7f000001/', 'address'],
  ['http://127.1/', 'address'],
  ['http://169.254.169.254/latest/meta-data', 'address'],
  ['http://[::1]/', 'address'],
  ['http://[::ffff:127.0.0.1]/', 'address'],
  ['http://[64:ff9b::7f00:1]/', 'address'],
  ['http://[fd00::1]/', 'address'],
  ['https://user@feeds.example/', 'credentials'],
  ['https://user:secret@feeds.example/', 'credentials'],
  ['https://feeds.example:5432/', 'port'],
  ['http://feeds.example:22/', 'port'],
  ['file:///etc/passwd', 'url'],
  ['ftp://feeds.example/', 'url'],
  ['javascript:alert(1)', 'url'],
  ['feeds.example', 'url'],
  ['', 'url'],
]

test.each(refusedUrls)('I15.12: %s is refused before any request', async (url, reason) => {
  const none: OutboundPolicy = { ...publicHosts, resolve: () => expect.unreachable('a name was asked for') }
  expect((await failing(fetchDocument(none, url, limits, never))).reason).toBe(reason)
  expect(() => readOutboundUrl(none, url)).toThrow(reason)
})

test('I15.12: a host is refused for one address that is not public, whatever else it has', async () => {
  const resolving = (...addresses: string[]) => ({
    ...publicHosts,
    resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 }))),
  })
  const from = (policy: OutboundPolicy) =>
    failing(fetchDocument(policy, 'http://feeds.example/', limits, never))
  expect(await from(resolving('10.0.0.1'))).toEqual({ reason: 'address', detail: 'feeds.example' })
  expect((await from(resolving('93.184.215.14', '127.0.0.1'))).reason).toBe('address')
  expect((await from(resolving('::ffff:127.0.0.1'))).reason).toBe('address')
  expect((await from(resolving())).reason).toBe('dns')
  expect((await from({ ...publicHosts, resolve: () => Promise.reject(new Error('ENOTFOUND')) })).reason).toBe(
    'dns',
  )
})

test('I15.12: a name whose second answer is private gets no second question', async () => {
  const resolutions = [[local], [{ address: '10.0.0.1', family: 4 }]]
  let lookups = 0
  const rebinding = testPolicy(() => Promise.resolve(resolutions[lookups++] ?? []))
  expect((await get('/', rebinding)).text).toBe('hello')
  expect(lookups).toBe(1)
  // The next fetch asks again, and is refused.
  expect((await failing(get('/', rebinding))).reason).toBe('address')
  expect(requests).toHaveLength(1)
})

test('I15.12: every redirect is checked like the first address', async () => {
  const to = (location: string) => {
    respond = ({ url }, response) =>
      url === '/' ? response.writeHead(302, { location }).end() : response.end('there')
  }
  to('/next')
  expect((await get()).text).toBe('there')
  to('http://10.0.0.1/')
  expect(await failing(get())).toEqual({ reason: 'address', detail: '10.0.0.1' })
  to('//user@feeds.example/')
  expect((await failing(get())).reason).toBe('credentials')
  to('file:///etc/passwd')
  expect((await failing(get())).reason).toBe('url')
  to('http://internal.example/')
  const internal = testPolicy((host) =>
    Promise.resolve(host === 'internal.example' ? [{ address: '192.168.1.1', family: 4 }] : [local]),
  )
  expect(await failing(get('/', internal))).toEqual({ reason: 'address', detail: 'internal.example' })
})

test('I15.12: a public host that redirects to 127.0.0.1 is refused', async () => {
  respond = (_request, response) => response.writeHead(301, { location: `http://127.0.0.1:${port}/x` }).end()
  const closed: OutboundPolicy = {
    ...testPolicy(),
    // Only the first host may be here.
    permitsAddress: (address) => publicHosts.permitsAddress(address) || requests.length === 0,
  }
  expect(await failing(get('/', closed))).toEqual({ reason: 'address', detail: '127.0.0.1' })
  expect(requests).toHaveLength(1)
})

test('I15.12: at most three redirects are followed', async () => {
  respond = ({ url = '' }, response) => {
    const left = Number(url.slice(1))
    return left === 0 ? response.end('end') : response.writeHead(307, { location: `/${left - 1}` }).end()
  }
  expect((await get('/3')).text).toBe('end')
  expect((await failing(get('/4'))).reason).toBe('redirect')
})

test('I15.12: a body that is too large, compressed, in an unknown encoding or not there is refused', async () => {
  respond = (_request, response) => response.end('x'.repeat(limits.mostBytes))
  expect((await get()).text).toHaveLength(limits.mostBytes)
  respond = (_request, response) => response.end('x'.repeat(limits.mostBytes + 1))
  expect((await failing(get())).reason).toBe('tooLarge')
  respond = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
  expect(await failing(get())).toEqual({ reason: 'encoding', detail: 'gzip' })
  respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/xml; charset=odd' }).end('x')
  expect((await failing(get())).reason).toBe('encoding')
  respond = (_request, response) => response.writeHead(404).end()
  expect(await failing(get())).toEqual({ reason: 'status', detail: 'HTTP 404' })
  respond = (request) => request.destroy()
  expect((await failing(get())).reason).toBe('unreachable')
})

test('I15.12: a server that never ends its response, or never begins one, meets the time limit', async () => {
  const soon = { ...limits, patienceMs: 50 }
  respond = (_request, response) => void response.write('x')
  const url = `http://feeds.example:${port}/`
  expect((await failing(fetchDocument(testPolicy(), url, soon, never))).reason).toBe('timeout')
  respond = () => undefined
  expect((await failing(fetchDocument(testPolicy(), url, soon, never))).reason).toBe('timeout')
  const silent = testPolicy(() => new Promise(() => undefined))
  expect((await failing(fetchDocument(silent, url, soon, never))).reason).toBe('timeout')
})

test('I15.12: a stopping server ends the fetch', async () => {
  const stopping = new AbortController()
  respond = () => stopping.abort(new Error('stopping'))
  await expect(
    fetchDocument(testPolicy(), `http://feeds.example:${port}/`, limits, stopping.signal),
  ).rejects.toThrow('aborted')
})

test('I15.12: a text is read in the encoding it names', async () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><t>Zürich</t>', 'latin1')
  respond = (_request, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end(latin)
  expect((await get()).text).toContain('Zürich')
  respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset="utf-8"' }).end('Zürich')
  expect((await get()).text).toBe('Zürich')
  respond = (_request, response) => response.end(Buffer.from('﻿Zürich', 'utf16le'))
  expect((await get()).text).toBe('Zürich')
})
