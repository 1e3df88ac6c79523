import { rate, usdt } from '@candor/money'
import { expect, test } from 'vitest'
import { decideProduct } from './decide-product.ts'

const timeframe = (days: number, min: string, max: string) => ({
  days,
  dailyYieldMin: rate(min),
  dailyYieldMax: rate(max),
})
const sober = {
  minAmountMinor: usdt('100').minor,
  maxAmountMinor: usdt('5000').minor,
  timeframes: [timeframe(7, '0.0001', '0.0003'), timeframe(90, '0.0003', '0.001')],
}
const judge = (change: Partial<typeof sober>, context = { name: 'Delta', otherNames: ['Harbour'] }) => {
  const decision = decideProduct({ ...sober, ...change }, context)
  if (decision.ok) return []
  const { issues } = decision.details as { issues: { path: string; code: string }[] }
  return issues.map(({ path, code }) => `${path} ${code}`)
}

test('rulebook Smart plans: a sober product can be sold; one amount and one yield are a range too', () => {
  expect(judge({})).toEqual([])
  expect(
    judge({ maxAmountMinor: sober.minAmountMinor, timeframes: [timeframe(30, '0.0002', '0.0002')] }),
  ).toEqual([])
  const smallest = { minAmountMinor: usdt('1').minor, timeframes: [timeframe(7, '0.000001', '0.000001')] }
  expect(decideProduct({ ...sober, ...smallest }, { name: 'Delta', otherNames: [] })).toEqual({
    ok: true,
    value: true,
  })
})

test('an impossible product is refused at its fields, all at once', () => {
  expect(judge({ minAmountMinor: usdt('0.5').minor, maxAmountMinor: usdt('0.4').minor })).toEqual([
    'minAmount least',
    'maxAmount below-min',
  ])
  expect(judge({ minAmountMinor: usdt('0.999999').minor })).toEqual(['minAmount least'])
  expect(decideProduct({ ...sober, timeframes: [] }, { name: 'Delta', otherNames: [] })).toMatchObject({
    ok: false,
    code: 11001,
  })
  expect(judge({}, { name: 'harbour', otherNames: ['Harbour'] })).toEqual(['name taken'])
  expect(judge({}, { name: 'Harbour', otherNames: ['Delta', 'HARBOUR', 'Bay'] })).toEqual(['name taken'])
  expect(judge({ timeframes: [] })).toEqual(['timeframes none'])
  expect(judge({ timeframes: [timeframe(7, '0.0001', '0.0001'), timeframe(7, '0.0001', '0.0001')] })).toEqual(
    ['timeframes twice'],
  )
  expect(
    judge({
      timeframes: [
        timeframe(8, '0.0001', '0.0001'),
        timeframe(15, '0.0000009', '0.0001'),
        timeframe(30, '0.0001', '0.001000000001'),
        timeframe(60, '0.0003', '0.0002'),
      ],
    }),
  ).toEqual([
    'timeframes.8 not-offered',
    'timeframes.15 too-low',
    'timeframes.30 too-high',
    'timeframes.60 below-min',
  ])
})
