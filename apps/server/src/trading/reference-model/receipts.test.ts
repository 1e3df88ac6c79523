import { expect, it } from 'vitest'
import { recomputeReceipt } from './receipts.ts'

interface Conversion {
  readonly currency: string
  readonly code: string | null
  readonly numerator: string
  readonly denominator: string
}

/** An order that is open and was converted so, and what is wrong with it. */
function findings({ currency, code, numerator, denominator }: Conversion): string[] {
  const priced = { code: 'DE30', time: 1, bid: '10000', ask: '10000' }
  const quote = code && { code, time: 1, bid: '1.24', ask: '1.26' }
  const document = {
    order: {
      ...{ id: 'a', direction: 'buy', contractSize: '1', leverage: 20, commissionRate: '0' },
      ...{
        openPrice: '10000',
        margin: '0.000000',
        fee: '0.000000',
        swap: '0.000000',
        profit: null,
        lots: '1',
      },
    },
    events: [
      {
        ...{ number: 1, kind: 'open', quote: priced, spreadAdded: '0', lots: '1', price: '10000' },
        conversion: { currency, numerator, denominator, quote },
      },
    ],
  }
  const found = recomputeReceipt(JSON.stringify(document), new Set())
  // Margin and commission are both turned by it.
  return [...new Set(found.filter((one) => one.includes('conversion')))]
}

const mid = { numerator: '5', denominator: '4' }
const inverse = { numerator: '4', denominator: '5' }

it.each([
  ['EUR', 'EURUSD', mid],
  ['BTC', 'BTCUSDT', mid],
  ['JPY', 'USDJPY', inverse],
  ['USD', null, { numerator: '1', denominator: '1' }],
])('%s is turned by %s, the market that trades it against dollars', (currency, code, rate) => {
  expect(findings({ currency, code, ...rate })).toEqual([])
})

it.each([
  ['EUR', 'EURGBP', mid],
  ['BTC', 'BTCPERP', mid],
  ['JPY', 'EURUSD', inverse],
  ['JPY', 'USDJPY', mid],
  ['USD', 'USDJPY', mid],
  ['USD', null, mid],
])(
  '%s is not turned by %s: another market, the wrong way round, or dollars that are not one to one',
  (currency, code, rate) => {
    expect(findings({ currency, code, ...rate })).toEqual([`the conversion of ${currency} does not follow`])
  },
)
