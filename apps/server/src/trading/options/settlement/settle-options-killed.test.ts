import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { pruneQuotes } from '../../../market-data/history/prune-quotes.ts'
import { journalQuotes } from '../../../market-data/history/quote-journal.ts'
import { QuotePaths } from '../../../market-data/history/quote-paths.ts'
import { splitsSince } from '../../../market-data/market-events/actions.ts'
import { beginRun } from '../../../market-data/price-board/begin-run.ts'
import { withClient } from '../../../platform/database/database-server.ts'
import { recomputeOption } from '../../../proofs/receipts/recomputation/recompute-option.ts'
import { ownOptionReceipt } from '../option-receipt.ts'
import { type OptionsFixture, openOptionsFixture } from '../options-fixture.ts'
import { openOptions } from '../options-store.ts'
import { ownOptions, start } from '../test-own-options.ts'
import { watchedOf } from './watched-option.ts'
import { writeSettlements } from './write-settlements.ts'

// Each on a database of its own: what one leaves open, the next one's settler would find.
let fixture: OptionsFixture
beforeEach(async () => {
  fixture = await openOptionsFixture(100_000n, { patienceMs: 300 })
  fixture.warm('BTCUSDT', '94000')
})
afterEach(async () => {
  expect(await reconcile(fixture.db)).toEqual([])
  await fixture.dispose()
})

const { buy, show, balanceOf } = ownOptions(() => fixture)

/** Findings of a check of an option’s receipt. */
async function findingsOf(as: string, id: string, proofs = fixture.proofs): Promise<readonly string[]> {
  const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, proofs)
  return recomputeOption(JSON.parse(JSON.stringify(receipt?.document))).findings
}

/** A customer's option of a minute, a second before its end. */
async function nearItsEnd(): Promise<{ as: string; id: string }> {
  const as = await fixture.customer()
  const id = await buy(as)
  fixture.clock.advance(59_000)
  fixture.quote('BTCUSDT', '94005')
  return { as, id }
}

describe('proof: killed at any point, each option is settled exactly once', () => {
  it('after a restart every open option is watched before the first quote, and settled by it', async () => {
    const as = await fixture.customer()
    await buy(as)
    await fixture.settler.stop()
    const second = fixture.another()
    await second.start()
    expect(second.watching).toBe(1)
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    await second.written()
    expect(await balanceOf(as)).toBe(start + 75_000_000n)
    await second.stop()
  })

  it('killed right after its settlement: the quote that settled it and those before it are stored', async () => {
    const { as, id } = await nearItsEnd()
    fixture.clock.advance(2_000)
    fixture.quote('BTCUSDT', '94010')
    await fixture.settler.written()
    // As another process would, without what the one that took the quotes in still has in its memory.
    const proofs = { ...fixture.proofs, paths: new QuotePaths(fixture.db) }
    expect(await findingsOf(as, id, proofs)).toEqual([])
    expect(await show(as, id)).toMatchObject({ result: 'won' })
  })

  it('killed, and the server in its place at once too: a run that left no quote hides none', async () => {
    const { as, id } = await nearItsEnd()
    await beginRun(fixture.db, fixture.clock)
    fixture.board.beginAt(await beginRun(fixture.db, fixture.clock))
    fixture.clock.advance(2_000)
    fixture.quote('BTCUSDT', '94010')
    await fixture.settler.written()
    expect(await show(as, id)).toMatchObject({ result: 'won' })
    expect(await findingsOf(as, id)).toEqual([])
  })

  it('given back, and the clock set back after that: its receipt shows what came before it, in the order it came', async () => {
    const { as, id } = await nearItsEnd()
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94006')
    await fixture.settler.refundOverdue()
    expect(await show(as, id)).toMatchObject({ refundReason: 'noQuote' })
    fixture.clock.advance(-40_000)
    fixture.quote('BTCUSDT', '94010')
    expect(await findingsOf(as, id)).toEqual([])
  })

  it('down past the end: the next quote settles within 30 s, later it is refunded', async () => {
    const as = await fixture.customer()
    const [early, late] = [await buy(as, { periodSeconds: 180 }), await buy(as)]
    await fixture.settler.stop()
    fixture.clock.advance(200_000)
    const second = fixture.another()
    await second.start()
    await second.written()
    expect(await show(as, late)).toMatchObject({ refundReason: 'noQuote' })
    fixture.quote('BTCUSDT', '94010')
    await second.written()
    expect(await show(as, early)).toMatchObject({ result: 'won' })
    await second.stop()
  })

  it('issue 11.18: down at the end, the first tradable quote kept of its time settles it, and the receipt shows so', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    await fixture.settler.stop()
    fixture.clock.advance(59_999)
    fixture.quote('BTCUSDT', '93000')
    fixture.clock.advance(1)
    // No price of this market: it never trades.
    fixture.quote('BTCUSDT', '1')
    fixture.clock.advance(10_000)
    fixture.quote('BTCUSDT', '94020')
    fixture.clock.advance(10_000)
    fixture.quote('BTCUSDT', '93000')
    const second = fixture.another()
    await second.start()
    await second.written()
    expect(await show(as, id)).toMatchObject({ result: 'won', closePrice: '94020.00' })
    expect(await findingsOf(as, id)).toEqual([])
    await second.stop()
  })

  it('issue 11.18: back long after the end, a kept quote of its time settles; none in it gives the stake back', async () => {
    const as = await fixture.customer()
    const [settled, refunded] = [await buy(as), await buy(as, { periodSeconds: 300 })]
    await fixture.settler.stop()
    fixture.clock.advance(90_000)
    fixture.quote('BTCUSDT', '94020')
    fixture.clock.advance(160_000)
    fixture.quote('BTCUSDT', '94030')
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '1')
    fixture.clock.advance(20_001)
    fixture.quote('BTCUSDT', '95000')
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '95001')
    fixture.clock.advance(3_600_000)
    const second = fixture.another()
    await second.start()
    await second.written()
    expect(await show(as, settled)).toMatchObject({ result: 'won', closePrice: '94020.00' })
    expect(await show(as, refunded)).toMatchObject({ result: 'refunded', refundReason: 'noQuote' })
    for (const id of [settled, refunded]) expect(await findingsOf(as, id)).toEqual([])
    // What shows that there was none is kept as long as the receipt.
    fixture.clock.advance(36 * 86_400_000)
    await fixture.proofs.paths.upToNow()
    expect(await pruneQuotes(fixture.db, fixture.clock)).toEqual({ ticks: 1 })
    expect(await findingsOf(as, refunded)).toEqual([])
    await second.stop()
  })

  it('issue 11.18: given back after a restart, its receipt shows every quote of its waiting time, of whichever server', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    await fixture.settler.stop()
    fixture.clock.advance(10_000)
    fixture.board.beginAt(await beginRun(fixture.db, fixture.clock))
    fixture.quote('BTCUSDT', '94010')
    fixture.clock.advance(60_000)
    // No price of this market: it never trades.
    fixture.quote('BTCUSDT', '1')
    fixture.clock.advance(3_600_000)
    const second = fixture.another()
    await second.start()
    await second.written()
    expect(await show(as, id)).toMatchObject({ result: 'refunded', refundReason: 'noQuote' })
    const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, fixture.proofs)
    const { findings, proven } = recomputeOption(JSON.parse(JSON.stringify(receipt?.document)))
    expect(findings).toEqual([])
    expect(proven).toContain('none of the 1 quotes of its waiting time could settle it')
    await second.stop()
  })

  it('a kill that lost the last second of kept quotes: one that another option used then is known and settles it', async () => {
    const as = await fixture.customer()
    const first = await buy(as)
    await fixture.settler.stop()
    fixture.clock.advance(70_000)
    fixture.quote('BTCUSDT', '94020')
    // Bought at 70 s by a server whose settler is gone: its opening quote lies within 30 s of the first one's end.
    await buy(as, { periodSeconds: 3600 })
    fixture.clock.advance(3_600_000)
    const none = { before: [], within: [] }
    const paths = Object.assign(Object.create(fixture.proofs.paths) as typeof fixture.proofs.paths, {
      receivedWithin: async () => none,
      upToNow: async () => undefined,
    })
    const second = fixture.another({ quoteHistory: { ...fixture.proofs, paths } })
    await second.start()
    await second.written()
    expect(await show(as, first)).toMatchObject({ result: 'won', closePrice: '94020.00' })
    await second.stop()
  })

  it('a kill that lost the last second of kept quotes: the receipt shows all the same that it was bought at one that trades', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    const paths = Object.assign(Object.create(fixture.proofs.paths) as typeof fixture.proofs.paths, {
      quotesIn: async () => [],
    })
    const proofs = { ...fixture.proofs, paths }
    const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, proofs)
    expect(receipt?.document).toMatchObject({ events: [{ quote: { judged: 2 } }] })
  })

  it('a quote that comes while the open options are being loaded decides after it', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    await fixture.settler.stop()
    const { paths } = fixture.proofs
    fixture.clock.advance(60_000)
    const second = fixture.another({
      quoteHistory: {
        ...fixture.proofs,
        paths: Object.assign(Object.create(paths) as typeof paths, {
          receivedWithin: async (...args: Parameters<typeof paths.receivedWithin>) => {
            const found = await paths.receivedWithin(...args)
            fixture.quote('BTCUSDT', '94010')
            return found
          },
        }),
      },
    })
    await second.start()
    fixture.quote('BTCUSDT', '93000')
    await second.written()
    expect(await show(as, id)).toMatchObject({ result: 'won', closePrice: '94010.00' })
    await second.stop()
  })

  it('where quotes are missing since its end, the first that was kept settles it, not the first that is heard', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    await fixture.settler.stop()
    const hearing = { on: true }
    const unlessDeaf =
      <Q>(listener: (quote: Q) => void) =>
      (quote: Q) =>
        hearing.on ? listener(quote) : undefined
    const { board } = fixture
    const second = fixture.another({
      board: Object.assign(Object.create(board) as typeof board, {
        onTradable: (listener: Parameters<typeof board.onTradable>[0]) =>
          board.onTradable(unlessDeaf(listener)),
        onQuote: (listener: Parameters<typeof board.onQuote>[0]) => board.onQuote(unlessDeaf(listener)),
      }),
    })
    await second.start()
    fixture.quote('BTCUSDT', '94000')
    fixture.clock.advance(60_000)
    hearing.on = false
    fixture.quote('BTCUSDT', '94010')
    hearing.on = true
    fixture.quote('BTCUSDT', '93000')
    await second.written()
    expect(await show(as, id)).toMatchObject({ result: 'won', closePrice: '94010.00' })
    expect(await findingsOf(as, id)).toEqual([])
    await second.stop()
  })

  it('a quote that never reached the engine and is kept settles all the same, before the stake is given back', async () => {
    const as = await fixture.customer()
    const id = await buy(as)
    await fixture.settler.stop()
    const nothing = { onTradable: () => () => undefined, onQuote: () => () => undefined }
    const deaf = fixture.another({ board: Object.assign(Object.create(fixture.board), nothing) })
    await deaf.start()
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    fixture.clock.advance(30_001)
    fixture.quote('BTCUSDT', '93000')
    await deaf.refundOverdue()
    expect(await show(as, id)).toMatchObject({ result: 'won', closePrice: '94010.00' })
    expect(await findingsOf(as, id)).toEqual([])
    await deaf.stop()
  })

  it('the connection is killed in the middle of the write: nothing half done, and it is written again', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => fixture.customer()))
    for (const as of people) await buy(as)
    await fixture.settler.stop()
    let kills = 3
    const second = fixture.another({
      journal: async (tx, quotes) => {
        await journalQuotes(tx, quotes)
        if (kills-- > 0) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
      },
    })
    await second.start()
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    await second.written()
    expect(kills).toBeLessThanOrEqual(0)
    expect(fixture.problems.length).toBeGreaterThanOrEqual(3)
    for (const as of people) await expect.poll(() => balanceOf(as)).toBe(start + 75_000_000n)
    await second.stop()
  })

  it('killed after the commit and before it knew: the same settlement written again changes nothing', async () => {
    const as = await fixture.customer()
    await buy(as)
    const option = watchedOf((await openOptions(fixture.db.query))[0] as never)
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    await fixture.settler.written()
    const parts = { ledger: fixture.ledger, journal: journalQuotes, splits: splitsSince }
    const again = await writeSettlements(parts, [
      { option, refundReason: 'reset', closing: null, seen: [], at: fixture.clock.now() },
    ])
    expect(again).toEqual({ closed: [], refused: [] })
    expect(await balanceOf(as)).toBe(start + 75_000_000n)
  })

  it('two engines at once settle each option once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => fixture.customer()))
    for (const as of people) await buy(as)
    const second = fixture.another()
    await second.start()
    fixture.clock.advance(60_000)
    fixture.quote('BTCUSDT', '94010')
    await Promise.all([fixture.settler.written(), second.written()])
    for (const as of people)
      expect(await fixture.balance(as)).toEqual({ balance: start + 75_000_000n, held: 0n })
    const closed = fixture.events.published.filter(
      ({ data }) => (data as { status: string }).status === 'closed',
    )
    expect(closed).toHaveLength(20)
    await second.stop()
  })

  it('a purchase killed in the middle leaves no trace, and its key buys afterwards', async () => {
    const as = await fixture.customer()
    await withClient(fixture.db.owner, (client) =>
      client.query(`CREATE FUNCTION kill_me() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
        CREATE TRIGGER kill_me BEFORE INSERT ON options_events FOR EACH ROW EXECUTE FUNCTION kill_me()`),
    )
    const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
    const key = '0199a000-0000-7000-8000-000000000001'
    expect((await fixture.call('buyOptions', request, { as, key })).status).toBe(500)
    expect([await fixture.balance(as), await openOptions(fixture.db.query)]).toEqual([
      { balance: start, held: 0n },
      [],
    ])
    await withClient(fixture.db.owner, (client) => client.query('DROP TRIGGER kill_me ON options_events'))
    expect((await fixture.call('buyOptions', request, { as, key })).code).toBe(20004)
    expect((await fixture.balance(as)).held).toBe(100_000_000n)
    await fixture.settler.refundAll(as, 'demo')
  })
})
