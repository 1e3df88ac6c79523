import { executionCalls } from '@candor/contract'
import { z } from 'zod'
import { readFills, readReport } from '../../proofs/execution/execution-store.ts'
import { withData } from '../open-data.ts'
import type { ListedFill } from '../recompute/listed-fill.ts'
import { type DownloadedReport, recomputeExecution } from '../recompute/recompute-execution.ts'
import { CommandError, say, sayFound, warn } from '../say.ts'
import { fetchedJson } from './published-quotes.ts'
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
  const found =
    server === undefined ? await storedReport(options.data, day) : await publishedReport(server, day)
  if (found === null) throw new CommandError(`There is no execution report of ${day}.`)
  const { fills, findings, notes } = recomputeExecution(found, keys)
  for (const note of notes) warn(`note: ${note}`)
  const date = String(found.receipt.document.date)
  if (findings.length > 0) sayFound([`the execution report of ${date} is not valid`, ...findings].join('\n'))
  else say(`the execution report of ${date} is valid: computed again from ${fills} fills`)
}

const storedReport = (data: string, day: string): Promise<DownloadedReport | null> =>
  withData(data, async ({ db }) => {
    const found = await readReport(db, day)
    if (found === null) return null
    const { keyId, signature, document } = found
    const parts: (readonly ListedFill[])[] = []
    for (const index of document.parts.keys())
      parts.push((await readFills(db, document.date, index + 1)) ?? [])
    return { receipt: { keyId, signature, document }, parts }
  })

async function publishedReport(server: string, day: string): Promise<DownloadedReport | null> {
  if (!URL.canParse(server)) throw new CommandError(`${server} is not the address of a server.`)
  const call = async <T>(path: string, result: z.ZodType<T>): Promise<T | null> => {
    const json = await fetchedJson(new URL(path, server))
    const read = z.object({ code: z.number(), result: z.unknown() }).safeParse(json)
    if (!read.success) throw new CommandError(`${server} does not publish execution reports.`)
    return read.data.code === 200 ? result.parse(read.data.result) : null
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
