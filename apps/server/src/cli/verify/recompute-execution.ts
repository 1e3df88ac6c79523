import { executionCalls, type QuoteRangesDocument } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import { readMinute, readRanges } from '../../market-data/history/stored-quotes.ts'
import type { Database } from '../../platform/database/database.ts'
import { readFills, readReport } from '../../proofs/execution/execution-store.ts'
import type { KeySet } from '../../proofs/receipts/receipt-keys.ts'
import { withData } from '../open-data.ts'
import { compareQuotes } from '../recompute/compare-quotes.ts'
import type { ListedFill } from '../recompute/listed-fill.ts'
import type { CountedMinute, MarketRecord } from '../recompute/market-record.ts'
import { type DownloadedReport, recomputeExecution } from '../recompute/recompute-execution.ts'
import { CommandError, say, sayFound, warn } from '../say.ts'
import { fetchedJson, ServerQuotes } from './published-quotes.ts'
import { keysFor, type VerifyOptions } from './saved-keys.ts'

export interface RecomputeOptions extends VerifyOptions {
  readonly day: string
  /** Address of a server that publishes the report; without it the data folder's own. */
  readonly server?: string
}

/** Computes a day's execution report again from its public list of fills, and compares the two. */
export async function recomputeExecutionCommand(options: RecomputeOptions): Promise<void> {
  const { day, server } = options
  if (!/^(latest|\d{4}-\d{2}-\d{2})$/.test(day))
    throw new CommandError(`${day} is not a day such as 2026-11-29.`)
  const keys = await keysFor(options)
  const compare = (found: DownloadedReport | null, record: MarketRecord) => {
    if (found === null)
      throw new CommandError(`There is no execution report ${day === 'latest' ? 'yet' : `of ${day}`}.`)
    return judged(found, keys, record)
  }
  if (server !== undefined) return compare(await publishedReport(server, day), new ServerQuotes(server, keys))
  await withData(options.data, async ({ db }) => compare(await storedReport(db, day), storedRecord(db)))
}

/** Says what the report's fills give, and how its quotes compare with the record of the market. */
async function judged(found: DownloadedReport, keys: KeySet, record: MarketRecord): Promise<void> {
  const { fills, ...figures } = recomputeExecution(found, keys)
  const { quotes, ...compared } = await compareQuotes(found, record, Date.now())
  for (const note of [...figures.notes, ...compared.notes]) warn(`note: ${note}`)
  const findings = [...figures.findings, ...compared.findings]
  const { date } = found.receipt.document
  if (findings.length > 0) sayFound([`the execution report of ${date} is not valid`, ...findings].join('\n'))
  else
    say(
      `the execution report of ${date} is valid: computed again from ${fills} fills, whose ${quotes} quotes are those of the published market`,
    )
}

async function storedReport(db: Database, day: string): Promise<DownloadedReport | null> {
  const found = await readReport(db, day)
  if (found === null) return null
  const { keyId, signature, document } = found
  const parts: (readonly ListedFill[])[] = []
  for (const index of document.parts.keys()) parts.push((await readFills(db, document.date, index + 1)) ?? [])
  return { receipt: { keyId, signature, document }, parts }
}

/** Reads the quotes of the data folder as its server would publish them. */
const storedRecord = (db: Database): MarketRecord => ({
  ranges: async (code, span, from, to) => {
    const found: CountedMinute[] = []
    for (let start: number | null = from; start !== null; ) {
      const page: QuoteRangesDocument = await readRanges(db, { code, span, from: start, to })
      found.push(...page.ranges)
      start = page.next
    }
    return found
  },
  minute: (code, at) =>
    readMinute(db, { code, minute: Math.floor(at / minuteMs), form: 'lines' }, Date.now()),
})

async function publishedReport(server: string, day: string): Promise<DownloadedReport | null> {
  if (!URL.canParse(server)) throw new CommandError(`${server} is not the address of a server.`)
  const call = async <T>(path: string, result: z.ZodType<T>): Promise<T | null> => {
    const json = await fetchedJson(new URL(path, server))
    const read = z.object({ code: z.number(), result: z.unknown() }).safeParse(json)
    if (!read.success) throw new CommandError(`${server} does not publish execution reports.`)
    if (read.data.code !== 200) return null
    const document = result.safeParse(read.data.result)
    if (!document.success)
      throw new CommandError(`${server} sent something else than an execution report from ${path}.`)
    return document.data
  }
  const { execution, executionFills } = executionCalls
  const found = await call(execution.path.replace('{date}', day), execution.result)
  if (found === null) return null
  const { document } = found.report
  const parts: (readonly ListedFill[])[] = []
  for (const index of document.parts.keys()) {
    const path = `${executionFills.path.replace('{date}', document.date)}?part=${index + 1}`
    parts.push((await call(path, executionFills.result))?.fills ?? [])
  }
  return { receipt: found.report, parts }
}
