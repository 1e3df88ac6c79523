import { createHash } from 'node:crypto'
import type { ExecutionDocument } from '@candor/contract'
import { daysAfter, endsWeek, hidesCustomers } from '@candor/rules'
import { dayMs, minuteMs, utcDay } from '@candor/rules/time-units.ts'
import { beforeTheFirst } from '../audit/audit-chain.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { ExecutionContext } from './execution-context.ts'
import {
  addDay,
  addReport,
  lastCountedDay,
  type NumberedReport,
  readReport,
  waitingDays,
} from './execution-store.ts'
import { makeReport } from './make-report.ts'

/** Time after a day's end in which its last decisions are written and its last refusals counted. */
const settlesMs = minuteMs

/** Returns the newest day (UTC) that is over and settled. */
export const lastDayOver = (now: number): string => utcDay(now - settlesMs - dayMs)

export const hashOfReport = (document: ExecutionDocument): string =>
  createHash('sha256').update(canonicalJson(document)).digest('hex')

/**
 * A job: counts every day that is over, the oldest first, and publishes what hides each customer among others: a day alone, else on Sunday the
 * days that wait together. Days that are still too few wait on. A day and its report are one transaction, so that each is published once.
 */
export async function publishReports(context: ExecutionContext): Promise<number> {
  const { db, clock, quotes } = context
  const through = lastDayOver(clock.now())
  const last = await lastCountedDay(db.query)
  if (last === null) {
    // Refusals of days that are over were not counted: the reports begin with the present day.
    await db.transaction((tx) => addDay(tx, through, 0))
    return 0
  }
  const days = daysAfter(last, through)
  if (days.length === 0) return 0
  await quotes.upToNow()
  // No cases: days, each in its own transaction.
  for (const day of days) await countDay(context, day)
  return days.length
}

async function countDay(context: ExecutionContext, day: string): Promise<void> {
  const { db, fills } = context
  const own = await fills.count(db.query, [day])
  const chain = await ReportChain.open(context)
  const isAlone = hidesCustomers(own)
  if (isAlone) await chain.append([day])
  if (endsWeek(day)) {
    const waiting = [
      ...(await waitingDays(db.query)),
      ...(isAlone ? [] : [{ date: day, fills: BigInt(own.fills) }]),
    ]
    if (await hideTogether(context, waiting)) await chain.append(waiting.map(({ date }) => date))
  }
  await db.transaction(async (tx) => {
    if (!(await addDay(tx, day, own.fills))) return
    // No cases: at most two reports.
    for (const report of chain.appended) await addReport(tx, report)
  })
}

/** Checks whether waiting days hide their customers together. Most weeks' fills are too few already, which needs no reading of orders. */
async function hideTogether(
  { db, fills }: ExecutionContext,
  waiting: readonly { readonly date: string; readonly fills: bigint }[],
): Promise<boolean> {
  const traded = waiting.filter((one) => one.fills > 0n)
  const sum = traded.reduce((total, one) => total + Number(one.fills), 0)
  if (!hidesCustomers({ fills: sum, customers: Number.MAX_SAFE_INTEGER })) return false
  return hidesCustomers(
    await fills.count(
      db.query,
      traded.map(({ date }) => date),
    ),
  )
}

/** The row of signed reports, continued by new ones. */
class ReportChain {
  readonly appended: NumberedReport[] = []
  private readonly context: ExecutionContext
  private last: { readonly number: bigint; readonly hash: string }

  private constructor(context: ExecutionContext, last: ReportChain['last']) {
    this.context = context
    this.last = last
  }

  static async open(context: ExecutionContext): Promise<ReportChain> {
    const newest = await readReport(context.db, 'latest')
    return new ReportChain(
      context,
      newest === null
        ? { number: 0n, hash: beforeTheFirst }
        : { number: newest.number, hash: hashOfReport(newest.document) },
    )
  }

  async append(days: readonly string[]): Promise<void> {
    const { document: made, parts } = await makeReport(this.context, days, this.last.hash)
    // A sandbox's signature marks what it signs.
    const report = this.context.sign(made)
    const number = this.last.number + 1n
    this.appended.push({ number, text: canonicalJson(report.document), report, parts })
    this.last = { number, hash: hashOfReport(report.document) }
  }
}
