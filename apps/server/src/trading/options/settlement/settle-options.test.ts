import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { journalledQuote } from '../../../market-data/history/quote-journal.ts'
import { withClient } from '../../../platform/database/database-server.ts'
import { noon } from '../../../testing/module-fixture.ts'
import { ownOptionReceipt } from '../option-receipt.ts'
import { type OptionsFixture, openOptionsFixture } from '../options-fixture.ts'
import { ownOptions, start } from '../test-own-options.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.clock.set(noon)
  fixture.events.published.length = 0
  fixture.warm('BTCUSDT', '94000')
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const { buy, show, balanceOf } = ownOptions(() => fixture)

describe('rulebook Options: settlement by the running room', () => {
  it('won, lost and tied in both directions; the ledger moves exactly that, and tells every tab', async () => {
    const as = await fixture.customer()
    const up = await buy(as)
    const down = await buy(as, { direction: 'down' })
    const later = await buy(as, { periodSeconds: 300 })
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94000.01')
    await fixture.settler.written()
    expect(await show(as, up)).toMatchObject({
      status: 'closed',
      result: 'won',
      profit: '75.000000',
      openPrice: '94000.00',
      closePrice: '94000.01',
      lastPrice: '94000.01',
      closeReason: 'expiry',
    })
    expect(await show(as, down)).toMatchObject({ result: 'lost', profit: '-100.000000' })
    expect(await show(as, later)).toMatchObject({ status: 'open', lastPrice: '94000.01' })
    expect(await fixture.balance(as)).toEqual({ balance: start - 25_000_000n, held: 100_000_000n })

    fixture.clock.advance(240_000)
    fixture.quote('BTCUSDT', '94000')
    await fixture.settler.written()
    expect(await show(as, later)).toMatchObject({
      result: 'refunded',
      refundReason: 'tie',
      profit: '0.000000',
    })
    expect(await fixture.balance(as)).toEqual({ balance: start - 25_000_000n, held: 0n })
    const closed = fixture.events.published.filter(
      ({ data }) => (data as { status: string }).status === 'closed',
    )
    expect(closed).toHaveLength(3)
  })

  it('settles on the first tradable quote at or after the end: not before it, not by a bad print', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    fixture.clock.advance(59_999)
    fixture.quote('BTCUSDT', '90000')
    fixture.clock.advance(1)
    fixture.quote('BTCUSDT', '1')
    expect(fixture.settler.watching).toBe(1)
    fixture.clock.advance(29_999)
    fixture.quote('BTCUSDT', '94000.5')
    fixture.quote('BTCUSDT', '93000')
    await fixture.settler.written()
    expect(await show(as, id)).toMatchObject({ result: 'won', closePrice: '94000.50' })
  })

  it('a quote 30 s after the end still settles; one later refunds, and so does the clock alone', async () => {
    const as = await fixture.customer()
    const [inTime, byQuote] = [await buy(as), await buy(as, { periodSeconds: 180 })]
    const byClock = await buy(as, { periodSeconds: 300 })
    fixture.clock.advance(90_000)
    fixture.quote('BTCUSDT', '93000')
    fixture.clock.advance(120_001)
    fixture.quote('BTCUSDT', '93000')
    fixture.clock.advance(119_999)
    await fixture.settler.refundOverdue()
    expect(await show(as, byClock)).toMatchObject({ status: 'open' })
    fixture.clock.advance(1)
    await fixture.settler.refundOverdue()
    expect(await show(as, inTime)).toMatchObject({ result: 'lost' })
    for (const id of [byQuote, byClock])
      expect(await show(as, id)).toMatchObject({
        result: 'refunded',
        refundReason: 'noQuote',
        closePrice: null,
      })
    expect(await balanceOf(as)).toBe(start - 100_000_000n)
  })

  it('a quote outside the market’s hours settles nothing: what ends after the bell is refunded', async () => {
    fixture.warm('AAPL', '268')
    const as = await fixture.customer()
    fixture.clock.set(Date.UTC(2026, 10, 18, 20, 59, 30))
    fixture.warm('AAPL', '268')
    const id = await buy(as, { code: 'AAPL' })
    fixture.clock.advance(60_000)
    fixture.quote('AAPL', '270')
    expect(fixture.settler.watching).toBe(1)
    fixture.clock.advance(30_001)
    fixture.quote('AAPL', '270')
    await fixture.settler.refundOverdue()
    expect(await show(as, id)).toMatchObject({ refundReason: 'noQuote' })
  })

  it('T5, T6: the quotes that opened and closed it are journalled, and the receipt names them', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    await fixture.settler.written()
    const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, fixture.proofs)
    expect(receipt?.document).toMatchObject({
      kind: 'option',
      order: { stake: '100.000000', payoutRate: '0.75', result: 'won', profit: '75.000000' },
      events: [
        { number: 1, kind: 'open', price: '94000', profitIfWon: '75.000000' },
        { number: 2, kind: 'close', price: '94010', result: 'won' },
      ],
    })
    expect(JSON.stringify(receipt?.document)).not.toContain(as)
    const { events }: { events: { quote: { seq: number }; neighbours: { seq: number }[] }[] } = JSON.parse(
      JSON.stringify(receipt?.document),
    )
    for (const { quote, neighbours } of events) {
      expect(neighbours).toHaveLength(5)
      for (const { seq } of [quote, ...neighbours])
        expect(await journalledQuote(fixture.db, 'BTCUSDT', seq)).toHaveLength(1)
    }
  })
})

it('proof: a second ending, other terms, a result the prices do not bear out: the database refuses them too', async () => {
  const as = await fixture.customer()
  await buy(as)
  const refused: [string, RegExp][] = [
    [`UPDATE options_orders SET stake = 1 WHERE status = 'open'`, /terms/],
    [`UPDATE options_orders SET status = 'closed' WHERE status = 'open'`, /check/],
    [
      `UPDATE options_orders SET status = 'closed', result = 'won', profit = 1, closed_at = 1, close_seq = 1, close_price = 1 WHERE status = 'open'`,
      /check/,
    ],
    [
      `UPDATE options_orders SET status = 'closed', result = 'lost', profit = -5, closed_at = 1, close_seq = 1, close_price = 1 WHERE status = 'open'`,
      /check/,
    ],
    [`DELETE FROM options_orders`, /permission denied/],
    [`UPDATE options_events SET facts = '{}'`, /permission denied/],
  ]
  for (const [statement, why] of refused) await expect(fixture.db.pool.query(statement)).rejects.toThrow(why)
  await fixture.settler.refundAll(as, 'demo')
  await expect(fixture.db.pool.query('UPDATE options_orders SET profit = 1')).rejects.toThrow(
    /stays as it is/,
  )
  const owner = withClient(fixture.db.owner, (client) => client.query('DELETE FROM options_events'))
  await expect(owner).rejects.toThrow(/never changed/)
})
