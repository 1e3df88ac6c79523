import { expect, it } from 'vitest'
import { bench, buy, customer, order, quote, steady, useContractsBench } from '../app/contracts-bench.ts'
import { KeptBefore } from '../markets/kept-before.ts'
import { QuotePaths } from '../markets/quote-paths.ts'
import { OrdersStore } from './orders-store.ts'
import { writeTaken } from './taken-quotes-store.ts'
import { TrailPeaks } from './trail-peaks.ts'

useContractsBench()

/** Quotes that a kill would leave: nothing is brought to the database for it. */
const keptNow = async (code: string) => {
  const quotes = await new QuotePaths(bench.db).quotesIn(code, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return new Set(quotes.map(({ seq }) => seq))
}

const named = async (orderId: string): Promise<number[]> => {
  const { rows } = await bench.db.pool.query<{ seq: bigint }>(
    `SELECT (q ->> 'seq')::bigint AS seq FROM orders_events e
      CROSS JOIN LATERAL (SELECT e.facts -> 'quote' AS q UNION ALL SELECT jsonb_array_elements(e.facts -> 'neighbours')) f
      WHERE e.order_id = $1`,
    [orderId],
  )
  return rows.map(({ seq }) => Number(seq))
}

it('what a fill rests on is kept when the fill is: an order, its stop loss and a conversion', async () => {
  steady('DE30', '24000', '24001')
  const anna = await customer()
  const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
  const converted = await buy(anna, {
    code: 'DE30',
    lots: '0.01',
    leverage: 20,
    stopLoss: '23000',
    takeProfit: '25000',
  })
  const atOpening = await keptNow('EURUSD')
  for (const seq of await named(opened.id)) expect(atOpening).toContain(seq)
  const german = await keptNow('DE30')
  for (const seq of await named(converted.id)) expect(german).toContain(seq)
  quote('EURUSD', '1.1389', '1.1390')
  await bench.room.queue.settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss' })
  const atClosing = await keptNow('EURUSD')
  const seqs = await named(opened.id)
  expect(seqs).toContain(bench.board.latest('EURUSD')?.seq)
  for (const seq of seqs) expect(atClosing).toContain(seq)
})

it('orders at one quote ask for it once', async () => {
  const anna = await customer(100_000_000_000n)
  await buy(anna)
  const { flush } = bench.keeper
  let asked = 0
  bench.keeper.flush = () => {
    asked += 1
    return flush.call(bench.keeper)
  }
  for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 4 }, () => buy(anna)))
  expect(asked).toBe(0)
  quote('EURUSD', '1.1500', '1.1501')
  await Promise.all(Array.from({ length: 20 }, () => buy(anna)))
  expect(asked).toBe(1)
})

it('how far a trailing stop had followed is written after the quote that it followed is kept', async () => {
  const anna = await customer()
  await buy(anna, { trailing: '0.01' })
  const store = new OrdersStore(bench.db)
  const kept = new KeptBefore(
    () => bench.keeper.flush(),
    (error) => {
      throw error
    },
  )
  const peaks = new TrailPeaks(bench.room.book, store, kept)
  const written: boolean[] = []
  let seq = 0
  const { keepPeaks } = store.openOrders
  store.openOrders.keepPeaks = async (some) => {
    written.push((await keptNow('EURUSD')).has(seq))
    return keepPeaks.call(store.openOrders, some)
  }
  // The engine's own turn, each second, may take a peak first: then the next one is looked at.
  for (let n = 0; written.length === 0; n++) {
    quote('EURUSD', (1.16 + n / 1_000).toFixed(4), (1.1601 + n / 1_000).toFixed(4))
    seq = bench.board.latest('EURUSD')?.seq ?? 0
    await peaks.write()
  }
  expect(written).toEqual([true])
})

it('the engine’s progress and the best prices of its trailing stops are written together, by the engine that leads', async () => {
  const anna = await customer()
  await buy(anna, { trailing: '0.01' })
  const fence = bench.room.fence ?? 0n
  const peak = { code: 'EURUSD', mode: 'demo', direction: 'buy', through: 9_000_000n } as const
  const progress = (best: bigint) => ({ at: Number(best), seqs: {}, peaks: [{ ...peak, best }] })
  // The engine's own turn, each second, writes its progress too.
  const written = async (at: number) => {
    const { rows } = await bench.db.pool.query<{ is: boolean; best: bigint | null }>(
      `SELECT at = $1 AS is, (SELECT max(best) FROM orders_trail_peaks WHERE through = 9000000) AS best FROM orders_quotes_taken`,
      [at],
    )
    return rows[0]
  }
  await writeTaken(bench.db, fence, progress(11n))
  expect(await written(11)).toMatchObject({ best: 11n })
  await writeTaken(bench.db, fence + 1n, progress(12n))
  expect(await written(12)).toEqual({ is: false, best: 11n })
})
