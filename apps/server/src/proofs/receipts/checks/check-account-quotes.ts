import { writePrice } from '@candor/money'
import {
  type MarketThen,
  type NamedQuoteThen,
  readAccountLines,
  type SplitRatio,
  splitPrice,
  unsplit,
} from '@candor/rules'
import { z } from 'zod'
import type { Recomputed } from '../recomputation/recomputed.ts'
import type { ReceiptAccountFile } from './check-account-lines.ts'
import { type CountedQuotes, countedIn, isOvertaken } from './check-newest.ts'
import { PublishedMinutes, type PublishedQuotes } from './published-minutes.ts'

const receipt = z.object({
  counts: z.enum(['any', 'real']).optional(),
  order: z.object({ mode: z.enum(['demo', 'real']) }),
})

/**
 * Checks the prices that an account was valued at for a stop-out: each is a published quote of its market, and the newest one
 * that counted at that time. Call it with positions that match the receipt's hash.
 */
export async function checkAccountQuotes(
  document: unknown,
  { events }: ReceiptAccountFile,
  published: PublishedQuotes,
): Promise<Recomputed> {
  const quotes = {
    counted: countedIn(receipt.parse(document)),
    published,
    minutes: new PublishedMinutes(published),
  }
  const findings: string[] = []
  const proven: string[] = []
  for (const { event, lines } of events) {
    const markets = readAccountLines(lines)?.markets ?? []
    const found = await marketFaults(markets, quotes)
    findings.push(...found.map((fault) => `event ${event}: ${fault}`))
    if (found.length > 0 || markets.length === 0) continue
    proven.push(`event ${event}: the account was valued at the newest quotes that the server publishes`)
    proven.push(...statedActions(markets).map((stated) => `event ${event}: ${stated}`))
  }
  return { findings, proven }
}

/** A quote that a market's positions, or its currency, were valued at. */
interface UsedQuote extends NamedQuoteThen {
  readonly split: SplitRatio
  /** Taken off its prices after the split. */
  readonly deducted: bigint
}

const usedIn = (markets: readonly MarketThen[]): UsedQuote[] =>
  markets.flatMap(({ converted, split, dividend, ...quote }) => [
    { ...quote, split: split ?? unsplit, deducted: dividend ?? 0n },
    ...(converted === null ? [] : [{ ...converted, split: unsplit, deducted: 0n }]),
  ])

async function marketFaults(markets: readonly MarketThen[], quotes: CountedQuotes): Promise<string[]> {
  const used = usedIn(markets)
  const until = Math.max(...used.map(({ receivedAt }) => receivedAt))
  const findings: string[] = []
  for (const one of used) {
    const fault = await publishedFault(one, quotes.minutes)
    if (fault !== null) findings.push(fault)
    else if (await isOvertaken({ ...one, until }, quotes))
      findings.push(`${one.code} was valued at quote ${one.seq}, and later ones are published`)
  }
  return findings
}

/** Compares a quote with the published one of its number; after a split or a dividend, with what that made of the price. */
async function publishedFault(
  { code, seq, receivedAt, bid, ask, split, deducted }: UsedQuote,
  minutes: PublishedMinutes,
): Promise<string | null> {
  const found = (await minutes.upTo(code, receivedAt, seq)).find((one) => one.seq === seq)
  if (found === undefined) return `the server publishes no quote ${code} ${seq}`
  const isSame =
    found.receivedAt === receivedAt &&
    splitPrice(found.bid, split) - deducted === bid &&
    splitPrice(found.ask, split) - deducted === ask
  return isSame ? null : `the server publishes another quote ${code} ${seq}`
}

/** Only the receipts of its positions show a market's splits and dividends. */
const statedActions = (markets: readonly MarketThen[]): string[] =>
  markets.flatMap(({ code, split, dividend, bid, ask }) => {
    const actions = [
      ...(split === null ? [] : [`a split of ${split.fresh}:${split.old}`]),
      ...(dividend === null ? [] : [`a dividend of ${writePrice(dividend)}`]),
    ]
    const counts = `${code} counts ${writePrice(bid)} and ${writePrice(ask)}`
    return actions.length === 0
      ? []
      : [`${counts} after ${actions.join(' and ')}, which the receipts of its positions show`]
  })
