import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitSetter } from '../../testing/test-limits.ts'
import { startUdfServer, type UdfResponse, type UdfServer } from './udf-fixture.ts'

let server: UdfServer
beforeAll(async () => {
  server = await startUdfServer()
})
afterAll(() => server.close())

const bar = { symbol: 'BTCUSDT', resolution: '1', from: '0', to: '1' }

const refusedRequests: [path: string, query: Record<string, string>, status: number, errmsg: string][] = [
  ['symbols', {}, 400, 'symbol: missing'],
  ['symbols', { symbol: 'NOTHING' }, 404, 'unknown_symbol'],
  ['symbols', { symbol: 'OTHER:BTCUSDT' }, 404, 'unknown_symbol'],
  ['symbols', { symbol: 'Candor:BTCUSDT:OTHER' }, 404, 'unknown_symbol'],
  ['symbols', { symbol: 'X'.repeat(201) }, 400, 'symbol: too long'],
  ['search', { query: 'eur', limit: '0' }, 400, 'limit: a number from 1 on'],
  ['search', { query: 'eur', limit: '1e3' }, 400, 'limit: a number from 1 on'],
  ['history', { ...bar, resolution: '7' }, 400, 'resolution: one of 1, 5, 15, 30, 60, 240, 1D, 1W'],
  ['history', { ...bar, resolution: 'constructor' }, 400, 'resolution: one of 1, 5, 15, 30, 60, 240, 1D, 1W'],
  ['history', { ...bar, from: 'yesterday' }, 400, 'from: epoch seconds'],
  ['history', { ...bar, to: '9999999999999' }, 400, 'to: epoch seconds'],
  ['history', { ...bar, to: '1.5' }, 400, 'to: epoch seconds'],
  ['history', { ...bar, countback: '-5' }, 400, 'countback: a number from 1 on'],
  ['history', { symbol: 'BTCUSDT', resolution: '1', from: '0' }, 400, 'to: missing'],
  ['quotes', {}, 400, 'symbols: missing'],
  [
    'quotes',
    { symbols: Array.from({ length: 101 }, (_, n) => `M${n}`).join(',') },
    400,
    'at most 100 at once',
  ],
  ['marks', { symbol: 'AAPL', from: '0', to: '1' }, 400, 'resolution: missing'],
  ['timescale_marks', { symbol: '', from: '0', to: '1', resolution: 'D' }, 400, 'symbol: missing'],
  ['nothing', {}, 404, 'unknown_path'],
]

describe('a request that is refused', () => {
  test.each(refusedRequests)(
    'I15.4a: %s %j is refused in the protocol’s form',
    async (path, query, status, errmsg) => {
      const response = await server.ask(path, query)
      expect([response.status, JSON.parse(response.text)]).toEqual([status, { s: 'error', errmsg }])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('I15.4a: odd values in every field of every route never make a fault', async () => {
    const odd = [
      '',
      ' ',
      '%00',
      '\u0000',
      "'",
      '-1',
      '0',
      '1e309',
      'NaN',
      '[]',
      '{}',
      '../',
      'é',
      '\ud800',
      '9'.repeat(300),
    ]
    const fields = [
      'symbol',
      'symbols',
      'resolution',
      'from',
      'to',
      'countback',
      'query',
      'type',
      'exchange',
      'limit',
    ]
    const routes = ['config', 'symbols', 'search', 'history', 'quotes', 'marks', 'timescale_marks', 'time']
    const usual = { ...bar, symbols: 'BTCUSDT', query: 'eur', countback: '5', limit: '5' }
    const requests = routes.flatMap((route) =>
      fields.flatMap((field) => odd.map((value) => [route, { ...usual, [field]: value }] as const)),
    )
    for (const [route, query] of requests) {
      const { status, text } = await server.ask(route, query)
      const isRefused = status >= 400 && status < 500 && text.startsWith('{"s":"error","errmsg":"')
      expect([route, query, status === 200 || isRefused]).toEqual([route, query, true])
    }
    const twice = await fetch(`${server.app.url}/udf/symbols?symbol=BTCUSDT&symbol=ETHUSDT`)
    expect([twice.status, await twice.json()]).toEqual([400, { s: 'error', errmsg: 'symbol: give it once' }])
  })
})

test('I15.4c: one network asks only so often, as for every visitor’s call, and is told in the protocol’s form', async () => {
  const set = limitSetter(server.app)
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  const many = () => Promise.all(Array.from({ length: 20 }, () => server.ask('config')))
  let refused: UdfResponse | undefined
  while (refused === undefined) refused = (await many()).find(({ status }) => status !== 200)
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    429,
    { s: 'error', errmsg: 'too_many_requests' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})
