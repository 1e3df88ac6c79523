import { setTimeout as sleep } from 'node:timers/promises'
import type { QuoteRangeShown } from '@candor/contract'
import { price } from '@candor/money'
import { type QuoteRange, rangeLine, rangeOfQuotes, rangeOfRanges } from '@candor/rules'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import { sha256 } from '../../../platform/sha256.ts'
import {
  type NamedQuote,
  type PassedOver,
  passedOverIn,
  quotesNamedIn,
  type Stretch,
  stretchesIn,
} from '../named-quotes.ts'
import { extremesOf } from '../quote-path-document.ts'
import { checkMarketFills } from './check-market-fills.ts'
import { checkSwapQuotes } from './check-swap-quotes.ts'
import { type DecidingQuote, decidingQuotesOf, faultsOfDeciding } from './check-used-quotes.ts'
import { formingMs, maxRequests, PublishedMinutes, type PublishedQuotes } from './published-minutes.ts'

export interface PublishedVerdict {
  readonly findings: readonly string[]
  readonly proven: readonly string[]
}

/**
 * Compares every quote and every range in a receipt with the published quotes of that time, and looks for published quotes that the receipt
 * leaves out (issue 11, point 18).
 */
export async function checkPublished(
  document: Readonly<Record<string, unknown>>,
  published: PublishedQuotes,
): Promise<PublishedVerdict> {
  const findings: string[] = []
  const named = quotesNamedIn(document)
  const lines = new PublishedMinutes(published)
  const deciding = decidingQuotesOf(document)
  for (const quote of named) {
    const decidingUses = deciding.filter(({ code, seq }) => code === quote.code && seq === quote.seq)
    findings.push(...(await quoteFaults(quote, lines, decidingUses)))
  }
  let ranges = 0
  for (const stretch of stretchesIn(document)) {
    ranges += stretch.ranges.length
    findings.push(...(await stretchFaults(stretch, published, lines)))
  }
  findings.push(...(await checkSwapQuotes(document, published)))
  const fills = await checkMarketFills(document, { published, minutes: lines })
  findings.push(...fills.findings)
  for (const one of passedOverIn(document)) findings.push(...(await passedOverFaults(one, lines)))
  const proven = [
    `the server publishes the same ${named.length} quotes and ${ranges} ranges, and none between them that is not shown`,
  ]
  const isProven = findings.length === 0 && named.length + ranges > 0
  return { findings, proven: isProven ? [...proven, ...fills.proven] : [] }
}

/** A quote that decided something is judged by what was published of it, also where the receipt does not show that. */
async function quoteFaults(
  shown: NamedQuote,
  lines: PublishedMinutes,
  deciding: readonly DecidingQuote[],
): Promise<string[]> {
  const { code, seq } = shown
  const quotes = await lines.upTo(code, shown.receivedAt, seq)
  const found = quotes.find((one) => one.seq === seq)
  if (found === undefined) return [`the server publishes no quote ${code} ${seq}`]
  const isSame =
    found.bid === price(shown.bid) &&
    found.ask === price(shown.ask) &&
    found.receivedAt === shown.receivedAt &&
    (shown.source === undefined || shown.source === found.source) &&
    (shown.time === undefined || shown.time === found.time) &&
    (shown.judged === undefined || shown.judged === found.judged)
  if (!isSame) return [`the server publishes another quote ${code} ${seq}`]
  const { source, judged } = found
  return deciding
    .filter((one) => one.judged === undefined || one.source === undefined)
    .flatMap((one) => faultsOfDeciding({ ...one, source, judged }))
}

/** Longer than any option waits for a quote, by a wide margin: a closed market is not requested minute by minute. */
const mostMinutes = 120

async function passedOverFaults(
  { code, after, before, from, to, shown }: PassedOver,
  lines: PublishedMinutes,
): Promise<string[]> {
  const minutes = [Math.floor(from / minuteMs), ...minutesUpTo(to, mostMinutes)].filter(
    (minute) => minute * minuteMs >= from - minuteMs,
  )
  const findings: string[] = []
  for (const minute of new Set(minutes))
    for (const { seq, receivedAt } of await lines.of(code, minute * minuteMs))
      if (seq > after && seq < before && receivedAt <= to && !shown.has(seq))
        findings.push(`the receipt leaves out the quote ${code} ${seq}, which the server publishes`)
  return findings
}

const minutesUpTo = (to: number, most: number): number[] =>
  Array.from({ length: most }, (_, at) => Math.floor(to / minuteMs) - at)

async function stretchFaults(
  stretch: Stretch,
  published: PublishedQuotes,
  lines: PublishedMinutes,
): Promise<string[]> {
  const { code, from, to, ranges } = stretch
  const hours = await published.ranges(code, 'hour', from - hourMs, to)
  const finer = new Set(
    ranges
      .filter(({ span }) => span === 'minute' || span === 'part')
      .map((range) => Math.floor(range.from / hourMs)),
  )
  for (const at of [from, to]) finer.add(Math.floor(at / hourMs))
  const minutes = await publishedMinutes(published, stretch, [...finer])
  const findings: string[] = []
  for (const range of ranges) {
    if (!(await isPublished(code, range, { hours, minutes, lines })))
      findings.push(
        `the server publishes something else for the quotes ${code} ${range.first} to ${range.last}`,
      )
  }
  findings.push(...leftOut(stretch, [...hours, ...minutes]))
  return findings
}

/** Returns the published minutes of these hours; requested again while the newest that the receipt shows has only just ended. */
async function publishedMinutes(
  published: PublishedQuotes,
  { code, ranges }: Stretch,
  hours: readonly number[],
): Promise<QuoteRangeShown[]> {
  const newest = Math.max(...ranges.filter(({ span }) => span === 'minute').map(({ from }) => from))
  for (let times = 1; ; times += 1) {
    const minutes: QuoteRangeShown[] = []
    for (const hour of hours.toSorted((a, b) => a - b))
      minutes.push(...(await published.ranges(code, 'minute', hour * hourMs, (hour + 1) * hourMs - minuteMs)))
    if (times === maxRequests || newest <= Math.max(...minutes.map(({ from }) => from))) return minutes
    await sleep(formingMs)
  }
}

interface Published {
  readonly hours: readonly QuoteRangeShown[]
  readonly minutes: readonly QuoteRangeShown[]
  readonly lines: PublishedMinutes
}

async function isPublished(
  code: string,
  range: Stretch['ranges'][number],
  { hours, minutes, lines }: Published,
): Promise<boolean> {
  const { span, from, first, last, hash } = range
  if (span === 'hour') return hours.some((one) => one.hash === hash)
  if (span === 'minute') return minutes.some((one) => one.hash === hash)
  if (span === 'day') {
    const inside = hours
      .filter((one) => one.first >= first && one.last <= last)
      .map((one) => asRange(code, one))
    return inside.length > 0 && hashOf(rangeOfRanges({ span: 'day', from }, inside, sha256)) === hash
  }
  const quotes = (await lines.upTo(code, from, last)).filter(({ seq }) => seq >= first && seq <= last)
  return (
    quotes.length > 0 &&
    hashOf(rangeOfQuotes({ code, span, minute: from / minuteMs }, quotes, sha256)) === hash
  )
}

const hashOf = (range: QuoteRange): string => sha256(rangeLine(range))

const asRange = (code: string, { any, real, hash: _hash, ...range }: QuoteRangeShown): QuoteRange => ({
  ...range,
  code,
  any: extremesOf(any),
  real: extremesOf(real),
})

/** Published quotes inside the stretch that none of the receipt's ranges covers. */
function leftOut({ code, after, before, ranges }: Stretch, published: readonly QuoteRangeShown[]): string[] {
  const covered = [...ranges].sort((a, b) => a.first - b.first)
  return published.flatMap(({ first, last, count }) => {
    // A run that began inside is checked by its minutes.
    if (count !== last - first + 1) return []
    let next = Math.max(first, after + 1)
    const end = Math.min(last, before - 1)
    for (const one of covered) if (one.first <= next && one.last >= next) next = one.last + 1
    return next > end
      ? []
      : [`the receipt leaves out the quotes from ${code} ${next} on, which the server publishes`]
  })
}
