import type { marketsCalls, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf } from '../../testing/test-client.ts'
import {
  type FoundSymbol,
  type History,
  lastSecond,
  minutes,
  type SymbolInfo,
  startUdfServer,
  type UdfServer,
} from './udf-fixture.ts'

type Candles = ResultOf<typeof marketsCalls.getKValueByCodeAndDate>

let server: UdfServer
beforeAll(async () => {
  server = await startUdfServer()
})
afterAll(() => server.close())

interface Config {
  readonly supports_search: boolean
  readonly supports_group_request: boolean
  readonly supported_resolutions: readonly string[]
}

/** Opens a chart as the documentation says: configuration, search, symbol, then bars from the newest back until there are none. */
async function openChart(
  typed: string,
  resolution: string,
): Promise<{ symbol: SymbolInfo; bars: number[][] }> {
  const config = await server.read<Config>('config')
  expect([config.supports_search, config.supports_group_request]).toEqual([true, false])
  expect(config.supported_resolutions).toContain(resolution)
  const [found] = await server.read<FoundSymbol[]>('search', {
    query: typed,
    type: '',
    exchange: '',
    limit: 30,
  })
  const symbol = await server.read<SymbolInfo>('symbols', { symbol: found?.ticker ?? '' })
  let to = lastSecond + 60
  const bars: number[][] = []
  for (;;) {
    const query = { symbol: symbol.ticker, resolution, from: to - 300 * 60, to, countback: 700 }
    const history = await server.read<History>('history', query)
    if (history.s === 'no_data') return { symbol, bars }
    const { t = [], o = [], h = [], l = [], c = [], v = [] } = history
    bars.unshift(...t.map((time, at) => [time * 1000, o[at], h[at], l[at], c[at], v[at]].map(Number)))
    to = t[0] ?? 0
  }
}

const charts = [
  ['1', '1m', minutes],
  ['60', '1h', Math.ceil(minutes / 60)],
  ['1D', '1d', 2],
] as const

test.each(charts)(
  'I15.4: opens a chart in resolution %s and has all candles of ours',
  async (resolution, interval, count) => {
    const { symbol, bars } = await openChart('BTCUSDT', resolution)
    expect(symbol).toMatchObject({ session: '24x7', timezone: 'Etc/UTC', pricescale: 100, minmov: 1 })
    expect(bars).toHaveLength(count)
    const input = { code: 'BTCUSDT', interval, limit: 1000 }
    const own = resultOf<Candles>(await server.app.call('getKValueByCodeAndDate', input))
    expect(bars.slice(-1000)).toEqual(own)
  },
)
