import { price } from '@candor/money'
import { allMarkets, type TradableQuote } from '@candor/rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { QuoteKeeper } from '../../market-data/history/quote-keeper.ts'
import { PriceFollower } from '../../market-data/price-board/follow-leading-board.ts'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { PricePublisher } from '../../market-data/price-board/publish-prices.ts'
import { Bus } from '../../platform/bus/bus.ts'
import { PostgresWire } from '../../platform/bus/postgres-wire.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  buy,
  customer,
  edit,
  fixture,
  fund,
  limit,
  newBoard,
  open,
  order,
  quote as ownQuote,
  plain,
  restart,
  start,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { eventsBehindCutConnection, progressNow, settled, takeOverAfterKill } from './test-progress.ts'

useContractsFixture()

/** The board of the process that leads the prices; `fixture.board` follows it. */
let leader: MemoryPriceBoard
let isHearing = true
let firstSeq = 0

/** Both boards begin, in an installation that is a sandbox or not. */
async function lead(sandbox: boolean): Promise<void> {
  await fixture.runtime.close()
  isHearing = true
  newBoard(1, sandbox)
  firstSeq = fixture.firstSeq + 1_000_000
  leader = new MemoryPriceBoard({ markets: allMarkets, clock: fixture.clock, firstSeq, sandbox })
  fixture.keeper = new QuoteKeeper(fixture.db, fixture.clock, () => undefined)
  fixture.keeper.listen(leader)
  let tradable: TradableQuote | null = null
  leader.onTradable((quote) => {
    tradable = quote
  })
  leader.onQuote((quote) => {
    const judged = tradable?.seq === quote.seq && tradable.code === quote.code ? tradable : null
    if (isHearing) fixture.board.follow({ quote, judged, splits: 0 })
  })
  fixture.runtime = await open()
  for (let n = 0; n < 8; n++) quote('1.1500', '1.1501')
}

const quote = (bid: string, ask: string, source: 'simulated' | 'live' = 'live', code = 'EURUSD') =>
  leader.offer({ code, bid: price(bid), ask: price(ask), time: fixture.clock.now(), source, volume: 0 })

function unheard(work: () => void): void {
  isHearing = false
  work()
  isHearing = true
}

describe('a message between processes is lost', () => {
  beforeEach(() => lead(true))

  it('a level that a missed quote reached fires by it, before any later quote, and the receipt proves it', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const waits = await limit(anna)
    unheard(() => {
      quote('1.1389', '1.1390')
      quote('1.1380', '1.1381')
    })
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
    expect(await order(anna, waits.id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
    await verified(anna, opened.id)
    await verified(anna, waits.id)
  })

  it('I11.9: the night that passed before such a quote is charged in turns of the event loop', async () => {
    await fixture.runtime.close()
    fixture.runtime = await open({ unitsPerTurn: 40 })
    const holders = await Promise.all(Array.from({ length: 40 }, () => customer()))
    const { id } = await buy(holders[0] as Caller, { stopLoss: '1.14', takeProfit: '1.2' })
    await Promise.all(holders.slice(1).map((who) => buy(who, plain)))
    await settled()
    const { positions } = fixture.runtime.book
    const charged = () => [...positions.values()].filter(({ swapMinor }) => swapMinor !== 0n).length
    const inTurns = [0]
    const look = () => {
      inTurns.push(charged())
      if (inTurns.length < 10_000 && charged() < holders.length) setImmediate(look)
    }
    // A second past 17:00 in New York.
    fixture.clock.advance(10 * 3_600_000 + 1_000)
    unheard(() => quote('1.1389', '1.1390'))
    quote('1.1500', '1.1501')
    look()
    await expect.poll(charged).toBeGreaterThanOrEqual(holders.length - 1)
    await settled()
    const steps = inTurns.map((count, turn) => count - (inTurns[turn - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(8)
    expect(await order(holders[0] as Caller, id)).toMatchObject({
      closeReason: 'stopLoss',
      closePrice: '1.13889',
    })
  })

  it('also where the connection is cut between reading the quotes and the splits', async () => {
    await fixture.runtime.close()
    const { actions, cut } = eventsBehindCutConnection()
    fixture.runtime = await open({ actions })
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    unheard(() => quote('1.1389', '1.1390'))
    cut()
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
  })

  it('a trailing stop follows what was missed, and an account is stopped out by it', async () => {
    const anna = await customer()
    const bea = await customer(500_000_000n)
    const trailing = await buy(anna, { ...plain, trailing: '0.005' })
    const large = await buy(bea, plain)
    unheard(() => {
      quote('1.1600', '1.1601')
      quote('1.1549', '1.1550')
      quote('1.1150', '1.1151')
    })
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, trailing.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15489' })
    expect(await order(bea, large.id)).toMatchObject({ closeReason: 'stopOut', closePrice: '1.11499' })
    await verified(anna, trailing.id)
  })

  it('a call waits for what is being looked up, and is decided after it', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    unheard(() => quote('1.1389', '1.1390'))
    quote('1.1500', '1.1501')
    await expect(edit(anna, { id: opened.id, stopLoss: '1.13' })).rejects.toMatchObject({ code: 11004 })
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss' })
  })

  it('an order opened since watches from its own quote on', async () => {
    const anna = await customer()
    await buy(anna, { stopLoss: '1.1', takeProfit: '1.2' })
    unheard(() => quote('1.1389', '1.1390'))
    quote('1.1500', '1.1501')
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  })
})

describe('each missed quote counts as it was judged', () => {
  it('one that never trades, or that came in a halt, reaches nothing', async () => {
    await lead(true)
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    unheard(() => {
      quote('0.5', '0.5001')
      leader.halt('EURUSD', 'technical')
      quote('1.1389', '1.1390')
      leader.halt('EURUSD', null)
    })
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  })

  it('a made-up one reaches nothing of a real account outside a sandbox', async () => {
    await lead(false)
    const anna = { ...(await customer()), mode: 'real' as const }
    await fund({ class: 'customer', owner: anna.userId, asset: 'USDT' }, 10_000_000_000n, 'deposit')
    const bea = await customer()
    const real = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const demo = await buy(bea, { stopLoss: '1.14', takeProfit: '1.2' })
    unheard(() => {
      for (let n = 0; n < 8; n++) quote('1.1389', '1.1390', 'simulated')
    })
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(anna, real.id)).toMatchObject({ status: 'open' })
    expect(await order(bea, demo.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
  })
})

it('quotes that a follower takes over with a snapshot fire what they reached', async () => {
  await lead(true)
  const log = { warn: () => undefined, error: () => undefined }
  const busOf = async () => Bus.open(await PostgresWire.open(fixture.db.app, log), log)
  const [first, second, ours] = [await busOf(), await busOf(), await busOf()]
  const publisher = new PricePublisher(first, leader)
  try {
    await PriceFollower.open(ours, fixture.board)
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    isHearing = false
    quote('1.1389', '1.1390')
    quote('1.1500', '1.1501')
    // They are not published: the leader gives a snapshot.
    second.lead('feeds', 2n, async () => publisher.snapshot())
    await expect.poll(() => fixture.board.latest('EURUSD')?.seq).toBe(leader.latest('EURUSD')?.seq)
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
    await verified(anna, opened.id)
  } finally {
    publisher.stop()
    for (const bus of [first, second, ours]) await bus.close()
  }
})

it('who begins to lead the prices takes what the one before had kept, before its own first quote', async () => {
  await lead(true)
  const anna = await customer()
  const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
  unheard(() => quote('1.1389', '1.1390'))
  await fixture.keeper.flush()
  fixture.board.beginAt(firstSeq + 500_000)
  fixture.board.offer({
    code: 'EURUSD',
    bid: price('1.1500'),
    ask: price('1.1501'),
    time: fixture.clock.now(),
    source: 'live',
    volume: 0,
  })
  await settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
})

describe('an engine that takes over', () => {
  beforeEach(() => lead(true))

  const lockedOut = async () => {
    const { rowCount } = await fixture.db.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%orders_quotes_taken%'`,
    )
    return rowCount
  }
  it('fires what was reached while no engine led, by the quotes kept of that time', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const expires = new Date(start + 30_000).toISOString()
    const waits = await limit(anna, { expiresAt: expires })
    const late = await limit(anna, { price: '1.13', expiresAt: expires })
    await fixture.runtime.close()
    fixture.clock.advance(20_000)
    quote('1.1389', '1.1390')
    fixture.clock.advance(20_000)
    quote('1.1299', '1.1300')
    quote('1.1500', '1.1501')
    fixture.runtime = await open()
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.13889' })
    expect(await order(anna, waits.id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
    expect(await order(anna, late.id)).toMatchObject({ status: 'expired' })
    await verified(anna, opened.id)
    await verified(anna, waits.id)
  })

  it('what it does not know to be decided is looked at once more, and orders changed since only from their change on', async () => {
    const anna = await customer()
    const moved = await buy(anna, { stopLoss: '1.1', takeProfit: '1.2' })
    const early = await buy(anna, { stopLoss: '1.1', takeProfit: '1.2' })
    await restart()
    const asAfterKill = await progressNow()
    quote('1.1450', '1.1451')
    quote('1.1500', '1.1501')
    await edit(anna, { id: moved.id, stopLoss: '1.146' })
    const fresh = await buy(anna, { stopLoss: '1.146', takeProfit: '1.2' })
    const waits = await limit(anna, { price: '1.146' })
    await fixture.runtime.close()
    quote('1.1470', '1.1471')
    // What it had taken was not written down any more.
    await asAfterKill()
    fixture.runtime = await open()
    await settled()
    for (const { id } of [moved, early, fresh])
      expect(await order(anna, id)).toMatchObject({ status: 'open' })
    expect(await order(anna, waits.id)).toMatchObject({ status: 'pending' })
    quote('1.1459', '1.1460')
    await settled()
    for (const { id } of [moved, fresh]) {
      expect(await order(anna, id)).toMatchObject({ closeReason: 'stopLoss' })
      await verified(anna, id)
    }
  })

  it('a best price that was not written with its progress fires no stop at a quote of before it', async () => {
    const anna = await customer()
    const opened = await buy(anna, { ...plain, trailing: '0.005' })
    await restart()
    // From here on an engine can write everything but how far it has come.
    const other = await fixture.db.pool.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM orders_quotes_taken FOR UPDATE')
    quote('1.1530', '1.1531')
    quote('1.1600', '1.1601')
    await expect.poll(lockedOut).toBe(1)
    const asAfterKill = await progressNow()
    await other.query('ROLLBACK')
    other.release()
    await takeOverAfterKill(asAfterKill)
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
    quote('1.1540', '1.1541')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15399' })
    await verified(anna, opened.id)
  })

  it('an order opened after the clock was set back is not reached by what came before it', async () => {
    const anna = await customer()
    await buy(anna, { stopLoss: '1.1', takeProfit: '1.2' })
    await restart()
    const asAfterKill = await progressNow()
    quote('1.1450', '1.1451')
    fixture.clock.advance(-40_000)
    quote('1.1500', '1.1501')
    const opened = await buy(anna, { stopLoss: '1.146', takeProfit: '1.2' })
    await takeOverAfterKill(asAfterKill)
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  })

  it('nobody is stopped out by a price of before it began', async () => {
    const bea = await customer(500_000_000n)
    const large = await buy(bea, plain)
    await fixture.runtime.close()
    quote('1.1150', '1.1151')
    quote('1.1500', '1.1501')
    fixture.runtime = await open()
    quote('1.1500', '1.1501')
    await settled()
    expect(await order(bea, large.id)).toMatchObject({ status: 'open' })
  })
})

it('another server’s engine takes what came before the clock was set back', async () => {
  const anna = await customer()
  const opened = await buy(anna, { ...plain, trailing: '0.005' })
  await restart()
  const asAfterKill = await progressNow()
  fixture.clock.advance(20_000)
  ownQuote('EURUSD', '1.1600', '1.1601')
  fixture.clock.advance(-40_000)
  await fixture.runtime.close()
  await asAfterKill()
  newBoard(9)
  fixture.runtime = await open()
  steady('EURUSD', '1.1549', '1.1550')
  await settled()
  expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'trailing', closePrice: '1.15489' })
  await verified(anna, opened.id)
})
