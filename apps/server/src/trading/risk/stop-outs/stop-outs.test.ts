import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineOnPaper, paperCodes } from '../../../testing/engine-on-paper.ts'
import { accountsARecall } from './stop-outs.ts'

const accounts = 6

class Watched {
  readonly closed: string[] = []
  readonly called: string[] = []
  private readonly paper: EngineOnPaper

  /** `everyAccount`: nothing is left to the guards, every account is added up again at every quote. */
  constructor(everyAccount: boolean) {
    const paper = new EngineOnPaper({
      accounts,
      onEffect: ({ kind, position }) => {
        const { id, closeReason, closePrice, profitMinor } = position
        if (kind === 'close') this.closed.push(`${id} ${closeReason} ${closePrice} ${profitMinor}`)
      },
      onMarginCall: (userId) => this.called.push(userId),
    })
    this.paper = paper
    paper.board.onTradable((quote) => {
      if (everyAccount) for (let n = 0; n < accounts; n++) paper.book.unguarded.add(paper.account(n))
      paper.engine.onQuote(quote)
      paper.engine.recallMargins()
    })
    paper.begin()
  }

  take(one: Step): void {
    if (one.do === 'place') this.paper.place(one)
    else if (one.do === 'terms') this.paper.changeTerms(one.code, one.spread)
    else this.paper.move(one.code, one.permille)
  }
}

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('terms' as const),
      code: fc.constantFrom(...paperCodes),
      spread: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      customer: fc.nat(accounts - 1),
      code: fc.constantFrom(...paperCodes),
      buys: fc.boolean(),
      size: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      code: fc.constantFrom(...paperCodes),
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
        const guarded = new Watched(false)
        const naive = new Watched(true)
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
  })

  it('I11.11: more margin calls than one recall looks at are reset by the next recalls, each exactly once', () => {
    const accounts = accountsARecall + 10
    const calls = new Map<string, number>()
    const paper = new EngineOnPaper({
      accounts,
      onEffect: () => undefined,
      onMarginCall: (userId) => calls.set(userId, (calls.get(userId) ?? 0) + 1),
    })
    paper.board.onTradable((quote) => paper.engine.onQuote(quote))
    paper.begin()
    for (let customer = 0; customer < accounts; customer++)
      paper.place({ customer, code: 'XAUUSD', buys: true, size: 45 })
    paper.move('XAUUSD', -6)
    expect([calls.size, paper.book.called.size]).toEqual([accounts, accounts])
    paper.move('XAUUSD', 12)
    expect(paper.book.called.size).toBe(accounts)
    paper.engine.recallMargins()
    expect(paper.book.called.size).toBe(accounts - accountsARecall)
    paper.engine.recallMargins()
    expect(paper.book.called.size).toBe(0)
    paper.move('XAUUSD', -12)
    expect([...calls.values()].filter((count) => count === 2)).toHaveLength(accounts)
  })

  it('beside a market that has been silent for minutes show the profit that the equity was decided on', () => {
    const shown: Readonly<Record<string, string>>[] = []
    const paper = new EngineOnPaper({
      accounts: 1,
      onEffect: ({ event }) => shown.push((event.details.account ?? {}) as Readonly<Record<string, string>>),
    })
    paper.board.onTradable((quote) => paper.engine.onQuote(quote))
    paper.begin()
    paper.place({ customer: 0, code: 'XAUUSD', buys: true, size: 10 })
    paper.place({ customer: 0, code: 'EURUSD', buys: true, size: 150 })
    const minutes = 2
    for (let n = 0; n < minutes * 600; n++) paper.move('EURUSD', 0)
    for (let n = 0; n < 10; n++) paper.move('EURUSD', -5)
    const [{ balance, unrealised, held, equity } = {}] = shown.filter((one) => 'equity' in one)
    expect(Number(balance) + Number(unrealised) - Number(held)).toBeCloseTo(Number(equity), 6)
  })
})
