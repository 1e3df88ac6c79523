import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressResponses } from './compress-responses.ts'

const long = JSON.stringify({ result: Array.from({ length: 2_000 }, (_, at) => at) })
const short = '{"code":200}'

function serve() {
  const app = fastify()
  compressResponses(app)
  app.get('/swx/long', async (_request, reply) => reply.type('application/json').send(long))
  app.get('/swx/short', async (_request, reply) => reply.type('application/json').send(short))
  app.get('/ops/long', async (_request, reply) => reply.type('application/json').send(long))
  return app
}
const call = (url: string, encodings?: string) =>
  serve().inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test('a long response is compressed for clients that accept it, with the same content', async () => {
  const response = await call('/swx/long', 'gzip, deflate, br')
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(response.rawPayload).toString()).toBe(long)
  expect(Number(response.headers['content-length'] ?? response.rawPayload.length)).toBe(
    response.rawPayload.length,
  )
  expect(response.rawPayload.length).toBeLessThan(long.length / 2)
})

test('a short response, one for a client without gzip, and an operator’s are sent uncompressed', async () => {
  for (const [url, encodings, body] of [
    ['/swx/short', 'gzip', short],
    ['/swx/long', undefined, long],
    ['/swx/long', 'identity', long],
    ['/ops/long', 'gzip', long],
  ] as const) {
    const response = await call(url, encodings)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.body).toBe(body)
  }
})
