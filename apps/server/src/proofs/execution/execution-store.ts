import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ExecutionDocument, PublishedFill } from '@candor/contract'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import { isoOf } from '../../platform/iso-time.ts'
import type { Receipt } from '../receipts/receipt-keys.ts'
import type { FillPart } from './fill-list.ts'

const unpack = promisify(gunzip)

export type SignedReport = Receipt<ExecutionDocument>

/** A signed report with its place in the row of reports and its canonical text. */
export interface NumberedReport {
  readonly number: bigint
  readonly text: string
  readonly report: SignedReport
  readonly parts: readonly FillPart[]
}

const shownDates = 90

/** Returns the report whose last day this is; `latest`: the newest. Null: there is none. */
export async function readReport(
  db: Database,
  date: string,
): Promise<(SignedReport & { readonly number: bigint }) | null> {
  let query = db.query.selectFrom('trust_executions').selectAll().orderBy('number', 'desc').limit(1)
  if (date !== 'latest') query = query.where('date', '=', date)
  const row = await query.executeTakeFirst()
  if (row === undefined) return null
  const { number, key_id: keyId, signature, document } = row
  return { number, keyId, signature, document: JSON.parse(document) }
}

/** Returns when the newest report was made; null: there is none. */
export async function newestReport(db: Database): Promise<{ date: string; at: string } | null> {
  const row = await db.query
    .selectFrom('trust_executions')
    .select(['date', 'at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { date: row.date, at: isoOf(row.at) }
}

/** Lists the last days of the reports, newest first. */
export async function reportDates(db: Database): Promise<string[]> {
  const rows = await db.query
    .selectFrom('trust_executions')
    .select('date')
    .orderBy('number', 'desc')
    .limit(shownDates)
    .execute()
  return rows.map(({ date }) => date)
}

/** Reads one part of a report's fills; null: there is none. */
export async function readFills(db: Database, date: string, part: number): Promise<PublishedFill[] | null> {
  const row = await db.query
    .selectFrom('trust_execution_fills')
    .select('packed')
    .where('date', '=', date)
    .where('part', '=', part)
    .executeTakeFirst()
  return row === undefined ? null : unpackPart(row.packed)
}

/** Reads the fills of a stored part. */
export const unpackPart = async (packed: Buffer): Promise<PublishedFill[]> =>
  JSON.parse((await unpack(packed)).toString('utf8'))

/** Returns the newest day that was counted; null: none was. */
export async function lastCountedDay(reader: Reader): Promise<string | null> {
  const row = await reader
    .selectFrom('trust_execution_days')
    .select((eb) => eb.fn.max('date').as('date'))
    .executeTakeFirst()
  return row?.date ?? null
}

/** Lists the days that wait to be published with others, oldest first. The first row of all is the day before the reports began. */
export async function waitingDays(reader: Reader): Promise<readonly { date: string; fills: bigint }[]> {
  return reader
    .selectFrom('trust_execution_days')
    .select(['date', 'fills'])
    .where('report', 'is', null)
    .where('date', '>', (eb) =>
      eb.selectFrom('trust_execution_days').select((all) => all.fn.min('date').as('first')),
    )
    .orderBy('date')
    .execute()
}

/** Stores a counted day; false where another process has done so, and then nothing else of it is written. */
export async function addDay(tx: Tx, date: string, fills: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trust_execution_days')
    .values({ date, fills: BigInt(fills), report: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Publishes a report, and notes it with its days. */
export async function addReport(tx: Tx, { number, text, report, parts }: NumberedReport): Promise<void> {
  const { keyId, signature, document } = report
  const { date, days, at } = document
  await tx
    .insertInto('trust_executions')
    .values({ number, date, at: BigInt(Date.parse(at)), document: text, key_id: keyId, signature })
    .execute()
  // No cases: the parts of one report.
  for (const [index, { packed }] of parts.entries())
    await tx
      .insertInto('trust_execution_fills')
      .values({ date, part: index + 1, packed })
      .execute()
  await tx
    .updateTable('trust_execution_days')
    .set({ report: date })
    .where('date', 'in', days)
    .where('report', 'is', null)
    .execute()
}
