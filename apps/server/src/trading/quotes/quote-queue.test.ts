import { price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineOnPaper, type PaperOrder, paperCodes } from '../../testing/engine-on-paper.ts'
import type { Effect } from '../commits/effect.ts'

const accounts = 6

type Step =
  | ({ readonly do: 'place' } & PaperOrder)
  | { readonly do: 'close'; readonly customer: number; readonly nth: number }
  | { readonly do: 'move'; readonly code: string; readonly permille: number }

/** One turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An engine that lists, by customer, what became of their orders; these are named by the order in which each placed theirs. */
class Journalled {
  readonly paper: EngineOnPaper
  /** Quotes as they came and calls as they were decided. */
  readonly journal: Step[] = []
  readonly ends: string[][] = Array.from({ length: accounts }, () => [])
  /** Walks that went on in a later turn. */
  interrupted = 0
  private readonly orders: string[][] = Array.from({ length: accounts }, () => [])

  constructor(unitsPerTurn: number) {
    this.paper = new EngineOnPaper({
      accounts,
      unitsPerTurn,
      onEffect: (effect) => this.note(effect),
      onInterrupted: () => {
        this.interrupted += 1
      },
    })
    this.paper.board.onTradable((quote) => this.paper.engine.onQuote(quote))
    this.paper.begin()
  }

  /** A quote comes, or a call is decided. */
  take(step: Step): void {
    this.journal.push(step)
    if (step.do === 'move') this.paper.move(step.code, step.permille)
    else if (step.do === 'place') this.paper.place(step)
    else this.paper.engine.close(this.named(step) ?? 'none', this.paper.requester(step.customer))
  }

  /** A quote comes at once, a call when it is its turn. */
  async come(step: Step): Promise<void> {
    if (step.do === 'move') return this.take(step)
    const code = step.do === 'place' ? step.code : null
    await this.paper.engine.inTurn(this.paper.requester(step.customer), code, () => this.take(step))
  }

  private named({ customer, nth }: { customer: number; nth: number }): string | undefined {
    const orders = this.orders[customer] ?? []
    return orders.length === 0 ? undefined : orders[nth % orders.length]
  }

  private note({ kind, position, relatedChanges }: Effect): void {
    const customer = Number(position.account.userId.split(' ')[1])
    const orders = this.orders[customer] ?? []
    if (kind === 'open') orders.push(position.id)
    const record = (id: string, figures: string) =>
      this.ends[customer]?.push(`${kind} ${orders.indexOf(id)} ${figures}`)
    const { closeReason, openPrice, closePrice, profitMinor, marginMinor } = position
    record(position.id, `${closeReason} ${openPrice} ${marginMinor} ${closePrice} ${profitMinor}`)
    for (const { id, status, profit } of relatedChanges?.orders ?? [])
      record(id, `with it: ${status} ${profit}`)
  }
}

const customer = fc.nat(accounts - 1)
const code = fc.constantFrom(...paperCodes)
const steps = fc.array(
  fc.record({
    step: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('place' as const),
          customer,
          code,
          buys: fc.boolean(),
          size: fc.integer({ min: 20, max: 200 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('close' as const), customer, nth: fc.nat(20) }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant('move' as const),
          code,
          permille: fc.integer({ min: -24, max: 24 }),
        }),
      },
    ),
    /** Number of turns that pass before the next. */
    turns: fc.nat(2),
  }),
  { minLength: 100, maxLength: 200 },
)

describe('I11.9 a quote whose walk through the accounts is interrupted after each step', () => {
  it('does to each account what the journal says: the same as one that takes everything in one turn, in that order', async () => {
    let interrupted = 0
    let stopped = 0
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const inTurns = new Journalled(1)
        const coming: Promise<void>[] = []
        for (const { step, turns } of all) {
          coming.push(inTurns.come(step))
          for (let n = 0; n < turns; n++) await turn()
        }
        await Promise.all(coming)
        inTurns.paper.engine.finish()
        const straight = new Journalled(Number.POSITIVE_INFINITY)
        for (const step of inTurns.journal) straight.take(step)
        expect(inTurns.ends).toEqual(straight.ends)
        interrupted += inTurns.interrupted
        stopped += inTurns.ends.flat().filter((end) => end.includes('stopOut')).length
      }),
      { numRuns: 60 },
    )
    expect(interrupted).toBeGreaterThan(1_000)
    expect(stopped).toBeGreaterThan(50)
  })

  it('lets other customers decide in between, and holds back who is still to be judged', async () => {
    const all = new Journalled(1)
    const { paper } = all
    for (let n = 0; n < 4; n++) all.take({ do: 'place', customer: n, code: 'XAUUSD', buys: true, size: 10 })
    for (paper.move('XAUUSD', 0); paper.engine.isWalking; ) await turn()
    const observed: string[] = []
    const asks = (who: number, where: string) =>
      paper.engine.inTurn(paper.requester(who), where, () => {
        const gone = [0, 1, 2, 3].filter((n) => paper.account(n).positions.size === 0).length
        observed.push(`${who} in ${where} after ${gone} of 4`)
      })
    // A fall of a quarter is believed after some quotes: all four are far below half of their margin then.
    for (let n = 0; n < 20 && !paper.engine.isWalking; n++) paper.move('XAUUSD', n === 0 ? -250 : 0)
    expect(paper.engine.isWalking).toBe(true)
    const calls = [asks(3, 'EURUSD'), asks(5, 'EURUSD'), asks(4, 'XAUUSD')]
    await Promise.all(calls)
    expect(observed).toEqual([
      '5 in EURUSD after 1 of 4',
      '4 in XAUUSD after 1 of 4',
      '3 in EURUSD after 4 of 4',
    ])
  })

  it('lets no time pass before it is through: what expires meanwhile does so after it', async () => {
    const all = new Journalled(1)
    const { paper } = all
    for (let n = 0; n < 4; n++) paper.place({ customer: n, code: 'XAUUSD', buys: true, size: 10 })
    const level = { kind: 'limit', price: price('1.05'), expiresAt: paper.now() + 2_500 } as const
    paper.place({ customer: 3, code: 'EURUSD', buys: true, size: 1 }, level)
    paper.engine.finish()
    for (let n = 0; n < 20 && !paper.engine.isWalking; n++) paper.move('XAUUSD', n === 0 ? -250 : 0)
    for (let n = 0; n < 20; n++) paper.move('EURUSD', 0)
    await paper.engine.inTurn(paper.requester(5), 'USDJPY', () =>
      paper.place({ customer: 5, code: 'USDJPY', buys: true, size: 1 }),
    )
    expect(paper.engine.isWalking).toBe(true)
    paper.engine.finish()
    expect(all.ends[3]?.map((end) => end.split(' ')[0])).toEqual(['open', 'place', 'close', 'expire'])
  })

  it('decides at the newest quote right after it was found that none was missed', async () => {
    const { paper, ends } = new Journalled(Number.POSITIVE_INFINITY)
    const found = Promise.resolve([])
    paper.engine.lookUp(paperCodes, found)
    while (paper.engine.isWalking) await found
    paper.move('EURUSD', 10)
    const ask = paper.board.latestTradable('EURUSD', 'demo')?.buyPrice
    await paper.engine.inTurn(paper.requester(0), 'EURUSD', () =>
      paper.place({ customer: 0, code: 'EURUSD', buys: true, size: 1 }),
    )
    expect(ends[0]?.at(-1)).toContain(` ${ask} `)
  })

  it('loses no quote that came meanwhile when the engine ends', () => {
    const all = new Journalled(1)
    const { paper } = all
    for (let n = 0; n < 4; n++) paper.place({ customer: n, code: 'XAUUSD', buys: true, size: 10 })
    paper.place({ customer: 5, code: 'EURUSD', buys: true, size: 10 }, { stopLoss: price('1.14') })
    paper.engine.finish()
    for (let n = 0; n < 20 && !paper.engine.isWalking; n++) paper.move('XAUUSD', n === 0 ? -250 : 0)
    paper.move('EURUSD', -10)
    paper.move('EURUSD', 10)
    expect(all.ends[5]?.filter((end) => end.startsWith('close'))).toEqual([])
    paper.engine.finish()
    expect(all.ends.map((ends) => ends.filter((end) => end.startsWith('close')).length)).toEqual([
      1, 1, 1, 1, 0, 1,
    ])
    // At the price of the quote that reached it, though a better one had come by then.
    expect(all.ends[5]?.at(-1)).toContain('stopLoss')
    expect(all.ends[5]?.at(-1)).toContain(` ${price('1.13849')} `)
  })
})
