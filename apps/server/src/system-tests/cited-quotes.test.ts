import type { MinuteQuotesDocument } from '@candor/contract'
import { price } from '@candor/money'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneQuotes } from '../market-data/history/prune-quotes.ts'
import { type NamedQuote, quotesNamedIn } from '../proofs/receipts/named-quotes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { resultOf } from '../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const minuteOf = async ({ code, receivedAt }: NamedQuote, form: 'lines' | 'packed') =>
  resultOf<{ document: MinuteQuotesDocument }>(await app.call('minuteQuotes', { code, at: receivedAt, form }))
    .document

/** A quote as the published line of it says. */
async function published(quote: NamedQuote): Promise<readonly unknown[]> {
  const { lines = [] } = await minuteOf(quote, 'lines')
  const line = lines.map((one) => one.split('|')).find(([seq]) => Number(seq) === quote.seq)
  return line === undefined ? [] : [line[4], line[5], Number(line[3])]
}

test('I15.4d: every quote that a customer’s receipt cites can be fetched, long after others were deleted', async () => {
  const { token } = await app.signUp()
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  const buy = () => app.call('buyContract', order, { token })
  let bought = await buy()
  while (bought.code !== 20004) bought = await buy()
  const { id } = bought.result
  const close = () => app.call('closeContract', { id }, { token })
  let closed = await close()
  while (closed.code !== 200) closed = await close()
  const receipt = await app.call('getReceipt', { orderId: id }, { token })
  const cited = quotesNamedIn(resultOf<{ document: unknown }>(receipt).document)
  expect(cited.length).toBeGreaterThan(2)
  for (const quote of cited) {
    const expected = [String(price(quote.bid)), String(price(quote.ask)), quote.receivedAt]
    await expect.poll(() => published(quote)).toEqual(expected)
  }

  await app.moveClock(2 * minuteMs)
  for (const quote of cited) await expect.poll(async () => (await minuteOf(quote, 'lines')).over).toBe(true)
  const later = { now: () => app.now() + 36 * dayMs }
  expect((await pruneQuotes(app.db, later)).ticks).toBeGreaterThan(0)
  for (const quote of cited) {
    // Another form than before: no response of before the deletion is reused.
    const { blocks = [] } = await minuteOf(quote, 'packed')
    expect(blocks.some(({ first, last }) => first <= quote.seq && quote.seq <= last)).toBe(true)
  }
})
