import { price } from '@candor/money'
import { allMarkets, readAccountLines, type TradableQuote } from '@candor/rules'
import { beforeEach, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { QuoteKeeper } from '../../market-data/history/quote-keeper.ts'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { quoteItem, readQuoteItem } from '../../market-data/price-board/price-items.ts'
import {
  buy,
  customer,
  fixture,
  newBoard,
  open,
  order,
  plain,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, splitNow } from '../../testing/test-market-events.ts'
import { ProcessedBoard } from '../quotes/processed-board.ts'
import { settled } from '../quotes/test-progress.ts'
import { accountQuotes, stopOutDetails } from '../risk/stop-outs/stop-out-details.ts'

// One process leads the prices and another the engine. Each hears of a split for itself: in between no position is judged with one
// scale's size against the other's quotes.

useContractsFixture()

/** The board of the process that leads the prices; `fixture.board` follows it. */
let leader: MemoryPriceBoard
let isHearing = true
/** Each test splits a market of its own. */
let code: string
const codes = ['AAPL', 'MSFT']
/** The engine's own process does at once what every other one finds in the table within a second. */
let engineProcess: ReturnType<typeof followEventsOf>
let feedsProcess: ReturnType<typeof followEventsOf>

const processOf = (board: MemoryPriceBoard) => followEventsOf(fixture, () => board)

beforeEach(async () => {
  await fixture.runtime.close()
  isHearing = true
  code = codes.shift() ?? ''
  newBoard(1)
  const { db, clock, board } = fixture
  leader = new MemoryPriceBoard({
    markets: allMarkets,
    clock,
    firstSeq: fixture.firstSeq + 1_000_000,
    sandbox: true,
  })
  fixture.keeper = new QuoteKeeper(db, clock, () => undefined)
  fixture.keeper.listen(leader)
  let tradable: TradableQuote | null = null
  leader.onTradable((quote) => {
    tradable = quote
  })
  leader.onQuote((quote) => {
    const judged = tradable?.seq === quote.seq && tradable.code === quote.code ? tradable : null
    const splits = leader.splitsOf(quote.code)
    if (isHearing) board.follow(readQuoteItem(quoteItem({ quote, judged, splits })))
  })
  engineProcess = processOf(board)
  feedsProcess = processOf(leader)
  await engineProcess.start()
  await feedsProcess.start()
  fixture.runtime = await open({ actions: engineProcess.actions })
  // New York is open at 15:00 UTC.
  clock.advance(3 * 3_600_000)
  for (let n = 0; n < 25; n++) quote('200')
})

function quote(mid: string): void {
  const [bid, ask] = [price(mid), price(mid)]
  const time = fixture.clock.now()
  leader.offer({ code, bid, ask, time, source: 'live', volume: 0 })
}

const split = () => splitNow(fixture, code, '4:1')

/** Does what every process does within a second. */
const followSplits = async () => {
  for (const job of feedsProcess.jobs) await job.run()
}

/** Worth four times as much on the old scale: a bought one would take its profit, a sold one would be stopped out. */
async function bothSides() {
  const anna = await customer()
  const bought = await buy(anna, { ...plain, code, lots: '10', leverage: 5, takeProfit: '300' })
  const bea = await customer(1_000_000_000n)
  const sold = await buy(bea, { ...plain, code, direction: 'sell', lots: '10', leverage: 5 })
  return async () => [(await order(anna, bought.id)).status, (await order(bea, sold.id)).status]
}

/** Prices of the market in a stop-out of its first position, as shown and as stored. */
function valuedAt() {
  const context = {
    ...fixture.runtime,
    board: new ProcessedBoard(fixture.board),
    isFresh: () => true,
  } as never
  const [position] = fixture.runtime.book.positions.values()
  if (position === undefined) throw new Error('a position is open')
  const quote = fixture.runtime.valuation.of('demo').shown(code) as TradableQuote
  const { accountLines } = stopOutDetails(context, position, quote)
  return {
    shown: readAccountLines(accountLines as string[])?.markets,
    stored: accountQuotes(context, position.account),
  }
}

it('quotes of a leader of prices that has not heard of the split yet decide nothing, and those after it do', async () => {
  const statuses = await bothSides()
  const seq = leader.latest(code)?.seq
  await split()
  // Until it quotes again its positions are worth the last quote on the new scale, and a stop-out's receipt says of which quote.
  expect(valuedAt()).toMatchObject({
    shown: [{ seq, bid: price('50'), split: { fresh: 4n, old: 1n } }],
    stored: [{ seq, bid: price('200') }],
  })
  quote('200')
  quote('200')
  await settled()
  expect(await statuses()).toEqual(['open', 'open'])
  expect(fixture.board.latestTradable(code, 'demo')).toBeNull()
  await followSplits()
  quote('50')
  await settled()
  expect(valuedAt()).toMatchObject({ shown: [{ bid: price('50'), split: null }] })
  expect(await statuses()).toEqual(['open', 'open'])
  expect(fixture.board.latestTradable(code, 'demo')?.mid).toBe(price('50'))
  // Beyond its level on the new scale.
  for (let n = 0; n < 25; n++) quote('76')
  await settled()
  expect((await statuses())[0]).toBe('closed')
  expect(await reconcile(fixture.db)).toEqual([])
})

it('quotes of before a split that never came reach nothing when they are looked up after it', async () => {
  const statuses = await bothSides()
  await fixture.runtime.queue.settled()
  isHearing = false
  for (let n = 0; n < 25; n++) quote('180')
  isHearing = true
  await split()
  await followSplits()
  quote('50')
  await settled()
  expect(await statuses()).toEqual(['open', 'open'])
  expect(await reconcile(fixture.db)).toEqual([])
})
