import { expect, it } from 'vitest'
import { termsResponse } from './binance-responses.ts'

const size = { filterType: 'MARKET_LOT_SIZE', stepSize: '0.001', minQty: '0.002', maxQty: '120' }
const listed = (filters: readonly object[]) => ({
  symbols: [
    { symbol: 'BTCUSDT', filters },
    { symbol: 'NEW', filters: 'of a form that is not known' },
  ],
})

it('I16.3: sizes of the hedged symbols are read, and no other symbol of the exchange has to be understood', () => {
  const read = termsResponse(['BTCUSDT', 'GONE']).parse(listed([{ filterType: 'PRICE_FILTER' }, size]))
  expect(read.symbols).toEqual([
    { symbol: 'BTCUSDT', step: 100_000n, minimum: 200_000n, most: 12_000_000_000n },
  ])
  expect(termsResponse(['BTCUSDT']).safeParse(listed([])).success).toBe(false)
})
