import type { ExecutionDocument, ExecutionFiguresShown, PublishedFill } from '@candor/contract'
import { type Price, writePrice, writeScaled } from '@candor/money'
import { type ExecutionFigures, FillTally, madeAtOf, slippageDecimals, withAddedSpread } from '@candor/rules'
import { rowsBy } from '../../platform/database/read-together.ts'
import { ShortTurns } from '../../platform/jobs/short-turns.ts'
import type { ExecutionContext, NewestAt, ReportedFill, ReportedQuote } from './execution-context.ts'
import { FillList, type FillPart } from './fill-list.ts'

/** A report before it is signed, and its list of fills. */
export interface MadeReport {
  readonly document: ExecutionDocument
  readonly parts: readonly FillPart[]
}

/** Makes the report of some days (UTC, ascending), which follows the report with the hash `previous`. */
export async function makeReport(
  { clock, fills, quotes, conflict }: ExecutionContext,
  days: readonly string[],
  previous: string,
): Promise<MadeReport> {
  const collected = new CollectedFills(quotes.newest())
  // No cases: days of one report.
  for (const day of days) await fills.read(day, (page) => collected.add(page))
  const { customers, total, markets, parts } = await collected.result()
  const document: ExecutionDocument = {
    kind: 'execution',
    date: days.at(-1) ?? '',
    days: [...days],
    at: new Date(clock.now()).toISOString(),
    previous,
    counts: quotes.counts,
    customers,
    fills: total.fills,
    parts: parts.map(({ fills: count, hash }) => ({ fills: count, hash })),
    total,
    markets,
    refusals: [...(await fills.refusals(days))],
    conflict: await conflict(days),
  }
  return { document, parts }
}

type MarketFigures = ExecutionDocument['total']

class MarketTally {
  private readonly calls = new FillTally()
  private readonly levels = new FillTally()
  private forced = 0

  /** Counts a fill against the price it is measured by; one that named no price is counted alone. */
  add({ side, cause, price, at, requestedAt, reference }: MeasuredFill): void {
    const waitMs = Math.max(0, at - requestedAt)
    if (reference === null) this.forced += 1
    else (cause === 'call' ? this.calls : this.levels).add({ side, reference, price }, waitMs)
  }

  figures(): MarketFigures {
    const [calls, levels] = [this.calls.figures(), this.levels.figures()]
    return {
      fills: calls.fills + levels.fills + this.forced,
      calls: shownFigures(calls),
      levels: shownFigures(levels),
      forced: this.forced,
    }
  }
}

interface MeasuredFill extends Pick<ReportedFill, 'side' | 'cause' | 'price' | 'at'> {
  readonly requestedAt: number
  readonly reference: Price | null
}

/** Fills of a report as they are read, page by page and in turns of the event loop. */
class CollectedFills {
  private readonly newest: NewestAt
  private readonly total = new MarketTally()
  private readonly markets = new Map<string, MarketTally>()
  private readonly customers = new Set<string>()
  private readonly list = new FillList()
  private readonly turns = new ShortTurns()

  constructor(newest: NewestAt) {
    this.newest = newest
  }

  async add(page: readonly ReportedFill[]): Promise<void> {
    const atRequest = await this.quotesAtRequest(page)
    // No cases: fills of one report.
    for (const fill of page) {
      if (this.turns.isOver()) await this.turns.next()
      await this.addFill(fill, atRequest.get(fill) ?? null)
    }
  }

  private async addFill(fill: ReportedFill, atRequest: ReportedQuote | null): Promise<void> {
    const { userId, orderId, code, called, quote } = fill
    const requestedAt = called?.calledAt ?? quote.receivedAt
    const reference = fill.cause === 'call' ? ownPrice(fill, atRequest ?? quote) : fill.level
    const measured = { ...fill, requestedAt, reference }
    this.total.add(measured)
    this.tallyOf(code).add(measured)
    this.customers.add(userId)
    const named = fill.cause === 'call' ? (atRequest ?? quote) : null
    await this.list.add(
      published(fill, { order: this.list.pseudonymOf(orderId), requestedAt, atRequest: named }),
    )
  }

  private tallyOf(code: string): MarketTally {
    const known = this.markets.get(code) ?? new MarketTally()
    this.markets.set(code, known)
    return known
  }

  /** Finds, for each customer's call of a page, the newest quote when it came. */
  private async quotesAtRequest(
    page: readonly ReportedFill[],
  ): Promise<Map<ReportedFill, ReportedQuote | null>> {
    const found = new Map<ReportedFill, ReportedQuote | null>()
    const calls = rowsBy(
      page.filter(({ called }) => called !== null),
      ({ code }) => code,
    )
    // No cases: markets of one page.
    for (const [code, fills] of calls) {
      const moments = fills.map(({ called }) => called?.calledAt ?? 0)
      const quotes = await this.newest(code, moments)
      for (const [at, fill] of fills.entries()) found.set(fill, quotes[at] ?? null)
      if (this.turns.isOver()) await this.turns.next()
    }
    return found
  }

  async result() {
    const markets: ExecutionDocument['markets'] = []
    // No cases: markets of one report.
    for (const [code, tally] of [...this.markets].sort(([a], [b]) => (a < b ? -1 : 1))) {
      markets.push({ code, ...tally.figures() })
      if (this.turns.isOver()) await this.turns.next()
    }
    const parts = await this.list.parts()
    return { customers: this.customers.size, total: this.total.figures(), markets, parts }
  }
}

/** Returns the price of a quote on an order's own terms, on the side that was traded. */
function ownPrice({ side, spreadAdded }: ReportedFill, { bid, ask }: ReportedQuote): Price {
  const { sellPrice, buyPrice } = withAddedSpread({ spreadAdded }, bid, ask)
  return side === 'buy' ? buyPrice : sellPrice
}

const published = (
  fill: ReportedFill,
  of: { readonly order: string; readonly requestedAt: number; readonly atRequest: ReportedQuote | null },
): PublishedFill => ({
  order: of.order,
  market: fill.code,
  side: fill.side,
  event: fill.event,
  cause: fill.cause,
  requestedAt: of.requestedAt,
  dueAt: fill.called?.dueAt ?? null,
  filledAt: fill.at,
  freshMs: fill.called?.freshMs ?? null,
  atRequest: of.atRequest && namedQuote(of.atRequest),
  quote: namedQuote(fill.quote),
  spread: writePrice(fill.spreadAdded),
  level: fill.level === null ? null : writePrice(fill.level),
  price: writePrice(fill.price),
})

const namedQuote = (quote: ReportedQuote): PublishedFill['quote'] => ({
  seq: quote.seq,
  madeAt: madeAtOf(quote),
  at: quote.receivedAt,
  bid: writePrice(quote.bid),
  ask: writePrice(quote.ask),
})

/** Writes slippage in basis points. */
const inBasisPoints = (units: bigint): string => writeScaled(units, slippageDecimals, slippageDecimals)

function shownFigures(figures: ExecutionFigures): ExecutionFiguresShown {
  const { fills, favourable, adverse, unchanged, slippage, waitMs } = figures
  const quantile = (at: number) => inBasisPoints(slippage?.[at] ?? 0n)
  const wait = (at: number) => Number(waitMs?.at[at] ?? 0n)
  return {
    fills,
    favourable: { count: favourable.count, sum: inBasisPoints(favourable.sum) },
    adverse: { count: adverse.count, sum: inBasisPoints(adverse.sum) },
    unchanged,
    slippage: slippage && {
      p5: quantile(0),
      p25: quantile(1),
      p50: quantile(2),
      p75: quantile(3),
      p95: quantile(4),
    },
    waitMs: waitMs && { p50: wait(0), p95: wait(1), p99: wait(2), most: Number(waitMs.most) },
  }
}
