import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineOnPaper, paperCodes } from '../../../testing/engine-on-paper.ts'
import { accountsARecall } from './stop-outs.ts'

const accounts = 6

class Watched {
  readonly closed: string[] = []
  readonly called: string[] = []
  private readonly paper: EngineOnPaper
  private percents = { call: 100n, closeOut: 50n }
  /** The levels each order was placed under, in percent. */
  private readonly percentsOf = new Map<string, Watched['percents']>()

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
    if (one.do === 'place') {
      const placed = this.paper.place(one)
      if (placed.ok) this.percentsOf.set(placed.value.position.id, this.percents)
    } else if (one.do === 'levels') {
      this.percents = { call: BigInt(one.call), closeOut: BigInt(one.closeOut) }
      this.paper.changeLevels(one.call, one.closeOut)
    } else if (one.do === 'terms') this.paper.changeTerms(one.code, one.spread)
    else this.paper.move(one.code, one.permille)
  }

  /** Adds every account up in a straight line: margin × percent of each position, as the account's sums have it. */
  addUp(): void {
    for (let n = 0; n < accounts; n++) {
      const account = this.paper.account(n)
      const lines = { call: 0n, closeOut: 0n }
      for (const { id, marginMinor } of account.positions.values())
        for (const level of ['call', 'closeOut'] as const)
          lines[level] += marginMinor * (this.percentsOf.get(id)?.[level] ?? 0n)
      expect([account.callSum, account.closeOutSum]).toEqual([
        lines.call * 10n ** 10n,
        lines.closeOut * 10n ** 10n,
      ])
    }
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
      do: fc.constant('levels' as const),
      call: fc.integer({ min: 100, max: 200 }),
      closeOut: fc.integer({ min: 20, max: 80 }),
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
  it('and margin calls are the same, at the same quote and price, as adding every account up again at every quote; each position counts at its own levels', () => {
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
          guarded.addUp()
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
