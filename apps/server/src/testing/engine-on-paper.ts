import { exactPrice, type Lots, lots, type Price, price, rate } from '@candor/money'
import { allMarkets, type Decision, marketTerms, type PlacementRequest } from '@candor/rules'
import { MemoryPriceBoard } from '../market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../platform/clock.ts'
import type { Effect } from '../trading/commits/effect.ts'
import { ActionCalendar } from '../trading/corporate-actions/action-calendar.ts'
import { PutOffRolls } from '../trading/corporate-actions/rolls/put-off-rolls.ts'
import { PositionBook } from '../trading/engine/book.ts'
import { applyCommittedFunds } from '../trading/engine/committed-funds.ts'
import { ContractEngine } from '../trading/engine/engine.ts'
import type { Requester } from '../trading/engine/engine-context.ts'
import type { PendingCommit } from '../trading/engine/position-change.ts'
import { ProcessedBoard } from '../trading/quotes/processed-board.ts'
import { liveValuation, Valuation } from '../trading/risk/valuation.ts'

const start = Date.parse('2026-11-18T12:00:00Z')
const opening: Readonly<Record<string, number>> = { EURUSD: 1.15, USDJPY: 150, DE30: 24_000, XAUUSD: 4_000 }
const digits: Readonly<Record<string, number>> = { EURUSD: 5, USDJPY: 3, DE30: 1, XAUUSD: 2 }
export const paperCodes = Object.keys(opening)

export interface PaperOptions {
  readonly accounts: number
  /** See `QuoteQueue`; without it no walk is interrupted. */
  readonly unitsPerTurn?: number
  readonly onEffect: (effect: Effect) => void
  readonly onMarginCall?: (userId: string) => void
  readonly onInterrupted?: () => void
}

/** A size in hundredths of a lot. */
export interface PaperOrder {
  readonly customer: number
  readonly code: string
  readonly buys: boolean
  readonly size: number
}

/** An engine for tests that writes to a list instead of the database; what is in the list counts as committed. */
export class EngineOnPaper {
  readonly board: MemoryPriceBoard
  readonly book = new PositionBook()
  readonly engine: ContractEngine
  private readonly clock = new ManualClock(start)
  private readonly prices = new Map(Object.entries(opening))
  private named = 0

  constructor({ accounts, unitsPerTurn, onEffect, onMarginCall, onInterrupted }: PaperOptions) {
    this.board = new MemoryPriceBoard({ markets: allMarkets, clock: this.clock, firstSeq: 1 })
    const board = new ProcessedBoard(this.board)
    this.engine = new ContractEngine({
      board,
      book: this.book,
      valuation: new Valuation(board, {
        ...liveValuation,
        suppliedRates: new Map([['EUR', exactPrice(price('1.15'))]]),
      }),
      clock: this.clock,
      write: async (effect) => {
        onEffect(effect)
        return { done: true, response: effect.shownOrder }
      },
      written: async () => undefined,
      unavailable: () => null,
      unavailableFor: () => null,
      exposureLimits: { refuses: () => false },
      isFresh: () => true,
      decidesFunds: true,
      unitsPerTurn: unitsPerTurn ?? Number.POSITIVE_INFINITY,
      onInterrupted: () => onInterrupted?.(),
      onMarginCall: (account) => onMarginCall?.(account.userId),
      calendar: new ActionCalendar(this.clock),
      putOffRolls: new PutOffRolls(),
      actions: null,
      newId: () => `order ${++this.named}`,
      nextTrail: 1n,
      nextSequence: 1n,
    })
    for (let n = 0; n < accounts; n++)
      applyCommittedFunds(this.book, this.account(n), {
        balanceMinor: 10_000_000_000n,
        heldOtherMinor: 0n,
        version: 0n,
      })
  }

  now(): number {
    return this.clock.now()
  }

  account(customer: number) {
    return this.book.account(`customer ${customer}`, 'demo')
  }

  /** Enough quotes of every market that it trades. */
  begin(): void {
    for (let n = 0; n < 7; n++) for (const code of paperCodes) this.move(code, 0)
  }

  move(code: string, permille: number): void {
    const next = (this.prices.get(code) ?? 0) * (1 + permille / 1000)
    this.prices.set(code, next)
    this.clock.advance(100)
    const [bid, ask] = [next, next * 1.0001].map((at) => price(at.toFixed(digits[code]))) as [Price, Price]
    this.board.offer({ code, bid, ask, time: this.clock.now(), source: 'simulated', volume: 0 })
  }

  /** Changes a market's listed spread. Open positions keep their own (trust T18): the same market then holds orders on different terms. */
  changeTerms(code: string, spread: number): void {
    const listed = this.board.listed(code)
    if (listed === null) throw new Error(`no market ${code}`)
    const spreadAdded = (listed.pipSize * BigInt(spread)) as Price
    this.board.schedule(code, [{ from: this.clock.now(), terms: { ...marketTerms(listed), spreadAdded } }])
  }

  /** Changes the margin levels of orders placed from now on, in percent. */
  changeLevels(call: number, closeOut: number): void {
    const levels = { call: rate(String(call / 100)), closeOut: rate(String(closeOut / 100)) }
    this.board.scheduleMarginLevels([{ from: this.clock.now(), levels }])
  }

  requester(customer: number): Requester {
    return { userId: `customer ${customer}`, mode: 'demo', key: null }
  }

  place(
    { customer, code, buys, size }: PaperOrder,
    more: Partial<PlacementRequest> = {},
  ): Decision<PendingCommit> {
    const market = this.board.market(code)
    if (market === null) throw new Error(`no market ${code}`)
    const request: PlacementRequest = {
      direction: buys ? 'buy' : 'sell',
      kind: 'market',
      lots: ((lots('0.01') as bigint) * BigInt(size)) as Lots,
      leverage: market.leverageMax,
      protected: false,
      quoteExpired: false,
      price: null,
      stopLoss: null,
      takeProfit: null,
      trailing: null,
      expiresAt: null,
      quotedPrice: null,
      maxSlippage: null,
      ...more,
    }
    return this.engine.place(request, market, this.requester(customer))
  }
}
