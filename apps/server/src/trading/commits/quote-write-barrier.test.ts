import type { Price } from '@candor/money'
import { type MarketThen, marketLine, readAccountLines } from '@candor/rules'
import { expect, it } from 'vitest'
import { QuotePaths } from '../../market-data/history/quote-paths.ts'
import { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import type { ReceiptAccountFile } from '../../proofs/receipts/checks/check-account-lines.ts'
import { checkAccountQuotes } from '../../proofs/receipts/checks/check-account-quotes.ts'
import { checkPublished } from '../../proofs/receipts/checks/check-published.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import {
  buy,
  close,
  customer,
  fixture,
  handlers,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { publishedQuotes, resigned, settledReceipt, wander } from '../../testing/test-receipts.ts'
import { OrdersStore } from '../orders/orders-store.ts'
import { writeTaken } from '../quotes/taken-quotes-store.ts'
import { TrailPeaks } from '../triggers/trail-peaks.ts'

useContractsFixture()

/** Quotes that a kill would leave: nothing is brought to the database for it. */
const storedSeqs = async (code: string) => {
  const quotes = await new QuotePaths(fixture.db).quotesIn(code, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return new Set(quotes.map(({ seq }) => seq))
}

const named = async (orderId: string): Promise<number[]> => {
  const { rows } = await fixture.db.pool.query<{ seq: bigint }>(
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
  const atOpening = await storedSeqs('EURUSD')
  for (const seq of await named(opened.id)) expect(atOpening).toContain(seq)
  const german = await storedSeqs('DE30')
  for (const seq of await named(converted.id)) expect(german).toContain(seq)
  quote('EURUSD', '1.1389', '1.1390')
  await fixture.runtime.queue.settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss' })
  const atClosing = await storedSeqs('EURUSD')
  const seqs = await named(opened.id)
  expect(seqs).toContain(fixture.board.latest('EURUSD')?.seq)
  for (const seq of seqs) expect(atClosing).toContain(seq)
})

it('orders at one quote ask for it once', async () => {
  const anna = await customer(100_000_000_000n)
  await buy(anna)
  const { flush } = fixture.keeper
  let flushes = 0
  fixture.keeper.flush = () => {
    flushes += 1
    return flush.call(fixture.keeper)
  }
  for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 4 }, () => buy(anna)))
  expect(flushes).toBe(0)
  quote('EURUSD', '1.1500', '1.1501')
  await Promise.all(Array.from({ length: 20 }, () => buy(anna)))
  expect(flushes).toBe(1)
})

it('how far a trailing stop had followed is written after the quote that it followed is kept', async () => {
  const anna = await customer()
  await buy(anna, { trailing: '0.01' })
  const store = new OrdersStore(fixture.db)
  const barrier = new QuoteWriteBarrier(
    () => fixture.keeper.flush(),
    (error) => {
      throw error
    },
  )
  const peaks = new TrailPeaks(fixture.runtime.book, store, barrier)
  const written: boolean[] = []
  let seq = 0
  const { keepPeaks } = store.openOrders
  store.openOrders.keepPeaks = async (some) => {
    written.push((await storedSeqs('EURUSD')).has(seq))
    return keepPeaks.call(store.openOrders, some)
  }
  // The engine's own turn, each second, may take a peak first: then the next one is looked at.
  for (let n = 0; written.length === 0; n++) {
    quote('EURUSD', (1.16 + n / 1_000).toFixed(4), (1.1601 + n / 1_000).toFixed(4))
    seq = fixture.board.latest('EURUSD')?.seq ?? 0
    await peaks.write()
  }
  expect(written).toEqual([true])
})

it('the engine’s progress and the best prices of its trailing stops are written together, by the engine that leads', async () => {
  const anna = await customer()
  await buy(anna, { trailing: '0.01' })
  const fence = fixture.runtime.fence ?? 0n
  const peak = { code: 'EURUSD', mode: 'demo', direction: 'buy', through: 9_000_000n } as const
  const progress = (best: bigint) => ({ at: Number(best), seqs: {}, peaks: [{ ...peak, best }] })
  // The engine's own turn, each second, writes its progress too.
  const written = async (at: number) => {
    const { rows } = await fixture.db.pool.query<{ is: boolean; best: bigint | null }>(
      `SELECT at = $1 AS is, (SELECT max(best) FROM orders_trail_peaks WHERE through = 9000000) AS best FROM orders_quotes_taken`,
      [at],
    )
    return rows[0]
  }
  await writeTaken(fixture.db, fence, progress(11n))
  expect(await written(11)).toMatchObject({ best: 11n })
  await writeTaken(fixture.db, fence + 1n, progress(12n))
  expect(await written(12)).toEqual({ is: false, best: 11n })
})

const findingsOf = (receipt: Receipt) => verifyReceipt(receipt, fixture.signer.keySet).findings

it('a stop-out’s account: each price is the newest one that was published of its market', async () => {
  const ines = await customer()
  steady('USDJPY', '150', '150.02')
  const large = await buy(ines, { ...plain, lots: '2' })
  await buy(ines, { ...plain, code: 'USDJPY', direction: 'sell', lots: '0.01' })
  fixture.clock.advance(3_000)
  steady('USDJPY', '150.01', '150.03')
  wander(1)
  quote('EURUSD', '1.118', '1.1181')
  // The minute is over then, and nothing of it is waited for.
  fixture.clock.advance(120_000)
  const receipt = await settledReceipt(ines, large.id)
  const held = (await handlers().receiptAccount({ orderId: large.id }, ines, null)) as ReceiptAccountFile
  const [{ event, lines } = { event: 0, lines: [] }] = held.events
  /** As the operator says it, whose sums agree: only what is published says otherwise. */
  const checked = (change: (market: MarketThen) => Partial<MarketThen>) => {
    const { markets = [] } = readAccountLines(lines) ?? {}
    const changedLines = markets.map((one) =>
      marketLine(one.code === 'USDJPY' ? { ...one, ...change(one) } : one),
    )
    const file = { orderId: large.id, events: [{ event, lines: changedLines }] }
    return checkAccountQuotes(receipt.document, file, publishedQuotes())
  }
  expect(await checkAccountQuotes(receipt.document, held, publishedQuotes())).toEqual({
    findings: [],
    proven: ['event 2: the account was valued at the newest quotes that the server publishes'],
  })
  const dearer = await checked(({ ask }) => ({ ask: (ask + 1n) as Price }))
  expect(dearer.findings).toEqual([
    expect.stringMatching(/^event 2: the server publishes another quote USDJPY \d+$/),
  ])
  const unknown = await checked(({ seq }) => ({ seq: seq + 1 }))
  expect(unknown.findings).toEqual([
    expect.stringMatching(/^event 2: the server publishes no quote USDJPY \d+$/),
  ])
  const sevenEarlier = (
    await new QuotePaths(fixture.db).quotesIn('USDJPY', { from: 0, to: Number.MAX_SAFE_INTEGER })
  ).at(-7)
  const older = await checked(() => sevenEarlier ?? {})
  expect(older.findings).toEqual([
    expect.stringMatching(/^event 2: USDJPY was valued at quote \d+, and later ones are published$/),
  ])
  const rebased = await checked(({ bid, ask }) => ({
    ...{ bid: (bid / 2n) as Price, ask: (ask / 2n) as Price },
    split: { fresh: 2n, old: 1n },
  }))
  expect(rebased).toMatchObject({ findings: [], proven: { length: 2 } })
  expect(rebased.proven[1]).toMatch(/^event 2: USDJPY counts 75\.005 and 75\.015 after a split of 2:1/)
  const deducted = await checked(({ bid, ask }) => ({
    ...{ bid: (bid / 2n - 5n) as Price, ask: (ask / 2n - 5n) as Price },
    ...{ split: { fresh: 2n, old: 1n }, dividend: 5n as Price },
  }))
  expect(deducted).toMatchObject({ findings: [], proven: { length: 2 } })
  expect(deducted.proven[1]).toMatch(/after a split of 2:1 and a dividend of 0\.0000000005, which/)
  const unstated = await checked(({ bid }) => ({ bid: (bid - 5n) as Price }))
  expect(unstated.findings).toHaveLength(1)
})

it('a fill at the market: its quote is the newest that was published, and no older than the market allows', async () => {
  const jana = await customer()
  quote('EURUSD', '1.15', '1.1501')
  fixture.clock.advance(3_000)
  quote('EURUSD', '1.15', '1.1501')
  // A quote may be on its way to who decides for a second.
  fixture.clock.advance(1_500)
  const bought = await buy(jana, plain)
  quote('EURUSD', '1.15', '1.1501')
  await close(jana, { id: bought.id })
  fixture.clock.advance(120_000)
  const receipt = await settledReceipt(jana, bought.id)
  const honest = await checkPublished(receipt.document, publishedQuotes())
  expect(honest.findings).toEqual([])
  expect(honest.proven).toContain(
    '2 fills at the market used the newest quote that the server publishes of their moment',
  )
  /** The opening at the quote before, which had the same price. */
  const earlier = resigned(receipt, ({ events: [opening] }) => {
    const [before] = (opening?.neighbours as object[] | undefined)?.slice(-1) ?? []
    Object.assign(opening ?? {}, { quote: { ...before, judged: 2 }, neighbours: [], after: opening?.quote })
  })
  expect(findingsOf(earlier)).toEqual([])
  expect((await checkPublished(earlier.document, publishedQuotes())).findings).toEqual([
    expect.stringMatching(
      /^event 1: it was filled at the quote EURUSD \d+, and a later one was published before it$/,
    ),
  ])
  for (const event of [0, 1]) {
    const late = resigned(receipt, ({ events }) => {
      Object.assign(events[event] ?? {}, { at: Number(events[event]?.quote?.receivedAt) + 11_001 })
    })
    expect(findingsOf(late)).toEqual([
      expect.stringMatching(/^event [12]: the quote EURUSD \d+ was 11001 ms old, and 10000 ms are allowed$/),
    ])
  }
})
