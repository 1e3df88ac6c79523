import { dayMs } from '@candor/rules/time-units.ts'
import { type ListedFill, type ListedQuote, underWayMs } from './listed-fill.ts'
import { type MarketRecord, RecordedMarket, type RecordedQuote } from './market-record.ts'
import { unitsOf } from './plain-decimals.ts'
import { type DownloadedReport, mostFindings, type Recomputation } from './recompute-execution.ts'

const pricePlaces = 10
/** Age from which quotes that filled nothing may have been deleted. */
const retentionMs = 35 * dayMs

export interface Comparison extends Omit<Recomputation, 'fills'> {
  /** Quotes of fills that the record has with the same figures. */
  readonly quotes: number
}

/**
 * Compares the quotes that a report's fills name with the published record of the market (ADR-181): each of them is there with the same
 * figures, and none is left out at which an order would have been measured or filled. A server that reports quotes which nobody received, or
 * passes over some that it did receive, is found.
 */
export async function compareQuotes(
  { receipt, parts }: DownloadedReport,
  record: MarketRecord,
  now: number,
): Promise<Comparison> {
  const { counts } = receipt.document
  const numbered = parts.flat().map((fill, index) => ({ fill, name: `fill ${index + 1} (${fill.market})` }))
  const findings: string[] = []
  const seen = { quotes: 0, deleted: 0 }
  for (const code of new Set(numbered.map(({ fill }) => fill.market))) {
    const market = new RecordedMarket(record, code, counts)
    for (const { fill, name } of numbered) {
      if (fill.market !== code || findings.length >= mostFindings) continue
      const faults = await new ComparedFill(fill, market, now).faults(seen)
      findings.push(...faults.map((fault) => `${name}: ${fault}`))
    }
    findings.push(...market.faults)
  }
  const notes =
    seen.deleted === 0
      ? []
      : [`${seen.deleted} fills are older than ${retentionMs / dayMs} days: quotes before them are deleted`]
  return { quotes: seen.quotes, findings: findings.slice(0, mostFindings), notes }
}

class ComparedFill {
  private readonly fill: ListedFill
  private readonly market: RecordedMarket
  private readonly now: number

  constructor(fill: ListedFill, market: RecordedMarket, now: number) {
    this.fill = fill
    this.market = market
    this.now = now
  }

  async faults(seen: { quotes: number; deleted: number }): Promise<string[]> {
    const { quote, atRequest, cause } = this.fill
    const faults = await this.faultsOfQuote(quote)
    if (faults.length === 0) seen.quotes += 1
    if (cause !== 'call' || atRequest === null) return faults
    if (await this.isDeleted(atRequest)) {
      seen.deleted += 1
      return faults
    }
    const ofRequest = atRequest.seq === quote.seq ? [] : await this.faultsOfQuote(atRequest)
    if (ofRequest.length === 0 && atRequest.seq !== quote.seq) seen.quotes += 1
    return [
      ...faults,
      ...ofRequest,
      ...(await this.faultsOfReference(atRequest)),
      ...(await this.faultsOfChoice()),
    ]
  }

  private async isDeleted({ at }: ListedQuote): Promise<boolean> {
    return this.now - at > retentionMs && (await this.market.minute(at)).length === 0
  }

  private async faultsOfQuote({ seq, madeAt, at, bid, ask }: ListedQuote): Promise<string[]> {
    const found = (await this.market.minute(at)).find((one) => one.seq === seq)
    if (found === undefined) return [`the server publishes no quote ${seq}`]
    const isSame =
      found.at === at &&
      found.madeAt === madeAt &&
      found.bid === unitsOf(bid, pricePlaces) &&
      found.ask === unitsOf(ask, pricePlaces)
    if (!isSame) return [`the server publishes another quote ${seq}`]
    return found.counts ? [] : [`the quote ${seq} could fill no order of a real account`]
  }

  /** The quote at the request is the last one received by then: an earlier one is a yardstick of the server's own choice. */
  private async faultsOfReference(atRequest: ListedQuote): Promise<string[]> {
    const { requestedAt } = this.fill
    const later = (await this.market.fillersBetween(atRequest.at, requestedAt)).filter(
      ({ seq }) => seq > atRequest.seq,
    )
    return later
      .map(({ seq }) => `it leaves out the quote ${seq}, the newest when it was requested`)
      .slice(-1)
  }

  /** A call fills at the newest quote, or waits for the first one that was made after it: none between the two is passed over. */
  private async faultsOfChoice(): Promise<string[]> {
    const { quote, filledAt, requestedAt, dueAt } = this.fill
    const from = dueAt ?? requestedAt
    const quotes = await this.market.fillersBetween(Math.min(from, quote.at), filledAt - underWayMs)
    const later = quotes.find(({ seq, at }) => seq > quote.seq && at >= quote.at)
    const passedOver = quotes.find(
      (one) => one.seq < quote.seq && one.at >= from && one.at < quote.at - underWayMs && this.couldFill(one),
    )
    return [
      ...(later === undefined
        ? []
        : [`it was filled at the quote ${quote.seq}, though ${later.seq} came before the fill`]),
      ...(passedOver === undefined
        ? []
        : [
            `it passed over the quote ${passedOver.seq}, which came ${passedOver.at - from} ms after it was due`,
          ]),
    ]
  }

  private couldFill({ at, madeAt }: RecordedQuote): boolean {
    const { freshMs, requestedAt } = this.fill
    return freshMs !== null && (at - madeAt < freshMs || madeAt > requestedAt)
  }
}
