import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Price } from '@candor/money'
import type { StoredQuote } from '@candor/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportedFill, ReportedQuote } from '../../proofs/execution/execution-context.ts'
import { unpackPart } from '../../proofs/execution/execution-store.ts'
import { makeReport } from '../../proofs/execution/make-report.ts'
import { fillsOf, portsOver, priceOf, quoteOf } from '../../proofs/execution/test-fills.ts'
import { type RecordFaults, recordOfMade } from '../../proofs/execution/test-market-record.ts'
import { openReceiptSigner, type ReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { compareQuotes } from './compare-quotes.ts'
import { recomputeExecution } from './recompute-execution.ts'

let folder: string
let signer: ReceiptSigner
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-compare-'))
  signer = openReceiptSigner(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = '2026-11-23'
const size = { fills: 60, customers: 7 }
const reportedAt = Date.parse(day) + 90_000_000
const clock = { now: () => reportedAt }

interface Faults {
  readonly fill?: (fill: ReportedFill) => ReportedFill
  /** Quote that the report finds as the newest at a moment. */
  readonly newest?: (moment: number) => ReportedQuote
}

/** Has the server's own code report a day and sign it, after a fault in what it reads. */
async function reported({ fill = (one) => one, newest = quoteOf }: Faults = {}) {
  const ports = portsOver({ [day]: size }, signer.sign)
  const fills = [...fillsOf(day, size)].map(fill)
  const read = async (_day: string, take: (page: readonly ReportedFill[]) => Promise<void>) => take(fills)
  const quotes = {
    ...ports.quotes,
    newest: () => async (_code: string, moments: readonly number[]) => moments.map(newest),
  }
  // No database is read for one report.
  const context = { ...ports, clock, db: undefined as never, quotes, fills: { ...ports.fills, read } }
  const { document, parts } = await makeReport(context, [day], '0'.repeat(64))
  return {
    receipt: signer.sign(document),
    parts: await Promise.all(parts.map(({ packed }) => unpackPart(packed))),
  }
}

const compared = async (faults: Faults, record: RecordFaults = {}, now = reportedAt) =>
  compareQuotes(await reported(faults), recordOfMade(record), now)

/** A quote a hundredth of a pip away, in whose price the fill is. */
function inPips(fill: ReportedFill, pips: bigint): ReportedFill {
  const { bid, ask } = fill.quote
  const quote = {
    ...fill.quote,
    bid: (bid + pips * 1_000_000n) as Price,
    ask: (ask + pips * 1_000_000n) as Price,
  }
  return { ...fill, quote, price: priceOf(fill.side, quote) }
}

describe('quotes of a report against the published market (T23)', () => {
  it('are the published ones, of an honest server', async () => {
    // Each of 48 calls names two quotes, and each of 12 levels one.
    expect(await compared({})).toEqual({ quotes: 108, findings: [], notes: [] })
  })

  it('are found where a better one was invented, though its fills give every figure', async () => {
    const invented: Faults = {
      fill: (fill) => (fill.cause === 'call' ? inPips(fill, fill.side === 'buy' ? -1n : 1n) : fill),
    }
    const report = await reported(invented)
    expect(recomputeExecution(report, signer.keySet).findings).toEqual([])
    const { findings } = await compareQuotes(report, recordOfMade(), reportedAt)
    expect(findings[0]).toMatch(/^fill 4 \((EUR|GBP)USD\): the server publishes another quote \d+$/)
    expect(findings).toHaveLength(48)
  })

  it('are found where one was invented under a number that no quote has', async () => {
    const invented: Faults = {
      fill: (fill) => ({ ...fill, quote: { ...fill.quote, seq: fill.quote.seq + 1_000_000 } }),
    }
    expect((await compared(invented)).findings[0]).toMatch(/the server publishes no quote \d+$/)
  })

  it('are found where the report measures against an older one than the newest at the call', async () => {
    const older: Faults = { newest: (moment) => quoteOf(moment - 1_000) }
    const report = await reported(older)
    expect(recomputeExecution(report, signer.keySet).findings).toEqual([])
    const { findings } = await compareQuotes(report, recordOfMade(), reportedAt)
    expect(findings[0]).toMatch(/it leaves out the quote \d+, the newest when it was requested$/)
  })

  it('are found where a call passed over one at which it could have been filled', async () => {
    const held: Faults = {
      fill: (fill) => {
        if (fill.cause !== 'call') return fill
        const quote = quoteOf(fill.quote.receivedAt + 3_000)
        return { ...fill, quote, at: quote.receivedAt + 5, price: priceOf(fill.side, quote) }
      },
    }
    const report = await reported(held)
    expect(recomputeExecution(report, signer.keySet).findings).toEqual([])
    const { findings } = await compareQuotes(report, recordOfMade(), reportedAt)
    expect(findings[0]).toMatch(/it passed over the quote \d+, which came \d+ ms after it was due$/)
  })

  it('are found where a fill was written long after a later one came', async () => {
    const late: Faults = { fill: (fill) => ({ ...fill, at: fill.at + 4_000 }) }
    expect((await compared(late)).findings.join('\n')).toMatch(
      /it was filled at the quote \d+, though \d+ came before the fill/,
    )
  })
})

describe('the published market itself (T23)', () => {
  it('is found to leave a quote out that its signed range counts', async () => {
    const { findings } = await compared({}, { published: (lines) => lines.filter((_, at) => at !== 30) })
    expect(findings.join('\n')).toMatch(
      /EURUSD, 2026-11-23T\d\d:\d\d: its published quotes are not the 60 that were counted from \d+ to \d+/,
    )
  })

  it('is found to add one that no range counts', async () => {
    const added = (lines: readonly string[]) => [...lines, `9${lines.at(-1) ?? ''}`]
    expect((await compared({}, { published: added })).findings.join('\n')).toMatch(
      /1 of its published quotes were not counted/,
    )
  })

  it('has no quote that fills an order of a real account where it comes from no market', async () => {
    const simulated = (quotes: readonly StoredQuote[]) =>
      quotes.map((quote) => ({ ...quote, source: 'simulated' as const }))
    expect((await compared({}, { received: simulated })).findings[0]).toMatch(
      /the quote \d+ could fill no order of a real account$/,
    )
  })

  it('may have deleted quotes of calls after 35 days, but none that filled an order', async () => {
    const none = { received: () => [] }
    const later = reportedAt + 36 * 86_400_000
    const { findings, notes } = await compared({}, none, later)
    expect(notes).toEqual([
      expect.stringMatching(/^\d+ fills are older than 35 days: quotes before them are deleted$/),
    ])
    expect(findings[0]).toMatch(/the server publishes no quote/)
    expect((await compared({}, none)).notes).toEqual([])
  })
})
