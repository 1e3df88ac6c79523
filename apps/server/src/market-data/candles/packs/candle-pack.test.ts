import { type CandleBar, candleOpenTime, intervalMs, intervalNames } from '@candor/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PackedCandle, packCandles, packSpan, packStart, unpackCandles } from './candle-pack.ts'
import { minuteWalk } from './test-candles.ts'

const minute = intervalMs['1m']
const monday = Date.parse('2026-01-05T00:00:00Z')
const start = packStart('1m', monday)

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 100),
  fc.constantFrom(0, -0, 1e-9, 0.1 + 0.2, 2 ** 53, 1e300),
)
/** Four numbers in the order that candles have. */
const anyBar = fc
  .tuple(fc.tuple(anyNumber, anyNumber, anyNumber, anyNumber), anyNumber)
  .map(([prices, volume]) => {
    const [low = 0, open = 0, close = 0, high = 0] = prices.toSorted((a, b) => a - b)
    return { open, high, low, close, volume }
  })

test('I15.3a: whatever candles a pack is made of, it gives them back to the last bit, and the same candles make the same bytes', async () => {
  const anyStretch = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(anyBar),
      fc.constantFrom(undefined, 1, 5),
    )
    .map(([slots, bars, baseMinutes]) =>
      slots
        .toSorted((a, b) => a - b)
        .map((slot): PackedCandle => {
          const bar: CandleBar = { openTime: start + slot * minute, ...bars.next().value }
          return baseMinutes === undefined ? bar : { ...bar, baseMinutes }
        }),
    )
  await fc.assert(
    fc.asyncProperty(anyStretch, async (candles) => {
      const packed = await packCandles('1m', start, candles)
      expect(await unpackCandles('1m', start, packed)).toStrictEqual(candles)
      expect((await packCandles('1m', start, candles)).equals(packed)).toBe(true)
    }),
  )
})

test('I15.3a: a candle of every interval, whenever it opens, has a slot in its pack', async () => {
  const anyMoment = fc.integer({ min: 0, max: Date.parse('2060-01-01T00:00:00Z') })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...intervalNames), anyMoment, anyBar, async (interval, at, bar) => {
      const candle = { openTime: candleOpenTime(interval, at), ...bar }
      const opens = packStart(interval, candle.openTime)
      expect(
        await unpackCandles(interval, opens, await packCandles(interval, opens, [candle])),
      ).toStrictEqual([candle])
    }),
  )
})

test('I15.3: a day of minutes that move as markets do takes at most 8 bytes a candle', async () => {
  const candles = minuteWalk(start, packSpan('1m') / minute)
  const packed = await packCandles('1m', start, candles)
  expect(packed.length / candles.length).toBeLessThanOrEqual(8)
})

test('I15.3a: a candle between two slots, twice in one, or outside the stretch is refused', async () => {
  const [candle] = minuteWalk(start, 1)
  if (candle === undefined) throw new Error('no candle')
  const at = (openTime: number) => ({ ...candle, openTime })
  await expect(packCandles('1m', start, [at(start + 1)])).rejects.toThrow('no free slot')
  await expect(packCandles('1m', start, [candle, candle])).rejects.toThrow('no free slot')
  await expect(packCandles('1m', start, [at(start + packSpan('1m'))])).rejects.toThrow('no free slot')
  await expect(unpackCandles('1m', start, Buffer.from([9, 1, 2]))).rejects.toThrow('unknown form 9')
})
