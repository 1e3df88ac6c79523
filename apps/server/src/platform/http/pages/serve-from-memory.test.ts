import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveFromMemory } from './serve-from-memory.ts'

async function serving(make: () => Promise<string>) {
  const app = fastify()
  onTestFinished(() => app.close())
  serveFromMemory(app, '/page', { headers: { 'content-type': 'text/html; charset=utf-8' }, make })
  await app.ready()
  return (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: '/page', headers })
}
const text = '<p>What the calls are.</p>'.repeat(500)

test('issue 12.2: a static document is prepared once, and sent compressed to clients that accept it', async () => {
  let made = 0
  const get = await serving(async () => {
    made += 1
    return text
  })
  const [plain, zipped] = await Promise.all([get(), get({ 'accept-encoding': 'br, gzip' })])
  expect([plain.statusCode, plain.body]).toEqual([200, text])
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(text)
  expect(zipped.rawPayload.length).toBeLessThan(text.length / 20)
  expect(zipped.headers.vary).toBe('accept-encoding')
  await Promise.all(Array.from({ length: 50 }, () => get({ 'accept-encoding': 'gzip' })))
  expect(made).toBe(1)
})

test('issue 12.2: a client that already has a static document gets 304', async () => {
  const get = await serving(async () => text)
  const etag = String((await get()).headers.etag)
  const again = await get({ 'if-none-match': etag, 'accept-encoding': 'gzip' })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const other = await serving(async () => `${text}!`)
  expect((await other()).headers.etag).not.toBe(etag)
})

test('issue 12.2: a document that could not be made is made at the next request', async () => {
  let tries = 0
  const get = await serving(async () => {
    tries += 1
    if (tries === 1) throw new Error('the file is being written')
    return text
  })
  expect((await get()).statusCode).toBe(500)
  expect((await get()).statusCode).toBe(200)
})
