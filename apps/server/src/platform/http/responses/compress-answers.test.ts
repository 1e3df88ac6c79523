import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const long = JSON.stringify({ result: Array.from({ length: 2_000 }, (_, at) => at) })
const short = '{"code":200}'

function serve() {
  const app = fastify()
  compressAnswers(app)
  app.get('/swx/long', async (_request, reply) => reply.type('application/json').send(long))
  app.get('/swx/short', async (_request, reply) => reply.type('application/json').send(short))
  app.get('/ops/long', async (_request, reply) => reply.type('application/json').send(long))
  return app
}
const call = (url: string, encodings?: string) =>
  serve().inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test('a long answer of a call is compressed for who can read it, and is the same', async () => {
  const answer = await call('/swx/long', 'gzip, deflate, br')
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(answer.rawPayload).toString()).toBe(long)
  expect(Number(answer.headers['content-length'] ?? answer.rawPayload.length)).toBe(answer.rawPayload.length)
  expect(answer.rawPayload.length).toBeLessThan(long.length / 2)
})

test('a short one, one for who cannot read it, and an operator’s go as they are', async () => {
  for (const [url, encodings, body] of [
    ['/swx/short', 'gzip', short],
    ['/swx/long', undefined, long],
    ['/swx/long', 'identity', long],
    ['/ops/long', 'gzip', long],
  ] as const) {
    const answer = await call(url, encodings)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe(body)
  }
})
