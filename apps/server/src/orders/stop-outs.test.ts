import { exactPrice, type Lots, lots, type Price, price } from '@candor/money'
import { allMarkets, marketTerms, type Quote } from '@candor/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../clock.ts'
import { MemoryPriceBoard } from '../markets/price-board.ts'
import { PositionBook } from './book.ts'
import { ContractEngine } from './engine.ts'
import { Valuation } from './valuation.ts'

const start = Date.parse('2026-11-18T12:00:00Z')
const opening: Readonly<Record<string, number>> = { EURUSD: 1.15, USDJPY: 150, DE30: 24_000, XAUUSD: 4_000 }
const digits: Readonly<Record<string, number>> = { EURUSD: 5, USDJPY: 3, DE30: 1, XAUUSD: 2 }
const codes = Object.keys(opening)
const accounts = 6

/** An engine on paper: what it writes is kept in a list, and counts as committed. */
class Paper {
  readonly closed: string[] = []
  private readonly clock = new ManualClock(start)
  private readonly board = new MemoryPriceBoard({ markets: allMarkets, clock: this.clock, firstSeq: 1 })
  private readonly book = new PositionBook()
  private readonly engine: ContractEngine
  private readonly prices = new Map(Object.entries(opening))
  readonly called: string[] = []
  private named = 0

  /** `everyAccount`: nothing is left to the guards, every account is added up again at every quote. */
  constructor(everyAccount: boolean) {
    this.engine = new ContractEngine({
      board: this.board,
      book: this.book,
      valuation: new Valuation(this.board, new Map([['EUR', exactPrice(price('1.15'))]])),
      clock: this.clock,
      write: async (effect) => {
        const { position } = effect
        if (effect.kind === 'close')
          this.closed.push(
            `${position.id} ${position.closeReason} ${position.closePrice} ${position.profitMinor}`,
          )
        return { done: true, answer: effect.answer }
      },
      unavailable: () => null,
      isFresh: () => true,
      decidesFunds: true,
      onMarginCall: (account) => this.called.push(account.userId),
      actions: null,
      newId: () => `order ${++this.named}`,
      nextTrail: 1n,
      nextSequence: 1n,
    })
    for (let n = 0; n < accounts; n++)
      this.engine.setCommitted(this.book.account(`customer ${n}`, 'demo'), {
        balanceMinor: 10_000_000_000n,
        heldOtherMinor: 0n,
        version: 0n,
      })
    this.board.onTradable((quote) => {
      if (everyAccount)
        for (let n = 0; n < accounts; n++) this.book.unguarded.add(this.book.account(`customer ${n}`, 'demo'))
      this.engine.onQuote(quote)
      this.engine.recallMargins()
    })
    for (let n = 0; n < 7; n++) for (const code of codes) this.move(code, 0)
  }

  take(one: Step): void {
    if (one.do === 'place') this.place(one.customer, one.code, one.buys, one.size)
    else if (one.do === 'terms') this.changeTerms(one.code, one.spread)
    else this.move(one.code, one.permille)
  }

  /** What is open keeps its own spread (trust T18): the same market then holds orders on different terms. */
  private changeTerms(code: string, spread: number): void {
    const listed = this.board.listed(code)
    if (listed === null) throw new Error(`no market ${code}`)
    const spreadAdded = (listed.pipSize * BigInt(spread)) as Price
    this.board.schedule(code, [{ from: this.clock.now(), terms: { ...marketTerms(listed), spreadAdded } }])
  }

  private move(code: string, permille: number): void {
    const next = (this.prices.get(code) ?? 0) * (1 + permille / 1000)
    this.prices.set(code, next)
    this.clock.advance(100)
    const quote: Quote = {
      code,
      bid: price(next.toFixed(digits[code])),
      ask: price((next * 1.0001).toFixed(digits[code])),
      time: this.clock.now(),
      source: 'simulated',
      volume: 0,
    }
    this.board.offer(quote)
  }

  private place(customer: number, code: string, buys: boolean, size: number): void {
    const market = this.board.market(code)
    if (market === null) throw new Error(`no market ${code}`)
    const none = {
      price: null,
      stopLoss: null,
      takeProfit: null,
      trailing: null,
      expiresAt: null,
      quotedPrice: null,
      maxSlippage: null as Price | null,
    }
    this.engine.place(
      {
        ...none,
        direction: buys ? 'buy' : 'sell',
        kind: 'market',
        lots: ((lots('0.01') as bigint) * BigInt(size)) as Lots,
        leverage: market.leverageMax,
        protected: false,
        quoteExpired: false,
      },
      market,
      { userId: `customer ${customer}`, mode: 'demo', key: null },
    )
  }
}

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('terms' as const),
      code: fc.constantFrom(...codes),
      spread: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      customer: fc.nat(accounts - 1),
      code: fc.constantFrom(...codes),
      buys: fc.boolean(),
      size: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      code: fc.constantFrom(...codes),
      permille: fc.integer({ min: -14, max: 14 }),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe('stop-outs through the index', () => {
  it('and margin calls are the same, at the same quote and price, as adding every account up again at every quote', () => {
    let stopped = 0
    let called = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 150, maxLength: 300 }), (steps) => {
        const guarded = new Paper(false)
        const naive = new Paper(true)
        for (const one of steps) {
          guarded.take(one)
          naive.take(one)
          expect(guarded.closed).toEqual(naive.closed)
          expect(guarded.called).toEqual(naive.called)
        }
        stopped += guarded.closed.length
        called += guarded.called.length
      }),
      { numRuns: 100 },
    )
    expect(stopped).toBeGreaterThan(50)
    expect(called).toBeGreaterThan(50)
  }, 60_000)
})
