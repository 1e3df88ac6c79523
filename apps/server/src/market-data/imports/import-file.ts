import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CandleBar, type IntervalName, intervalMs } from '@candor/rules'
import type { ClockedDatabase, Tx } from '../../platform/database/database.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import { lockPacks, newestSplit } from '../candles/packs/candle-packs-store.ts'
import type { ImportedSource } from '../markets-tables.ts'
import type { CandleFile, ImportFile, RowCounts } from './candle-file.ts'
import { ImportError } from './import-error.ts'
import {
  type ImportedSeries,
  isImported,
  lockImports,
  longerThan,
  makeLonger,
  writeImported,
} from './imported-candle-store.ts'
import { openCandleFile } from './open-candle-file.ts'

/** Candles written in one statement. */
const batchCandles = 5_000
/** A batch is not waited for longer than this many rows of a file: the database ends a transaction that is silent for half a minute. */
const batchRows = 200_000

export interface ImportOptions extends ClockedDatabase {
  readonly audit: Audit
  readonly source: ImportedSource
  /** True: everything is read and checked, nothing is written. */
  readonly dryRun: boolean
  /** Name for the audit log. */
  readonly by: string
  readonly signal: AbortSignal
  /** Called after every batch with the rows read of the file. */
  readonly onProgress: (file: string, rows: number) => void
}

/** Candles of a file by interval: those written, and those that the chart had already. */
export type CandleCounts = Partial<Record<IntervalName, { readonly written: number; readonly known: number }>>

export interface ImportedFile extends RowCounts {
  readonly format: CandleFile['format']
  readonly interval: IntervalName
  readonly candles: CandleCounts
}

/** Undoes the transaction of a file that is only tried. */
class TriedOnly extends Error {
  readonly imported: ImportedFile

  constructor(imported: ImportedFile) {
    super('tried only')
    this.imported = imported
  }
}

/** Imports a file whole or not at all; null: it was imported before. Throws an `ImportError` for a file that cannot be read to its end. */
export async function importFile(options: ImportOptions, file: ImportFile): Promise<ImportedFile | null> {
  const { db, source, dryRun } = options
  const sha256 = await digestOf(file.path)
  const chart = { code: file.market.code, source }
  if (await isImported(db.query, chart, sha256)) return null
  const opened = await openCandleFile(file)
  const series = { ...chart, interval: opened.interval }
  try {
    return await db.transaction(async (tx) => {
      await lockImports(tx, chart)
      if (await isImported(tx, chart, sha256)) return null
      const split = await newestSplit(tx, chart.code)
      const imported = await writeAll(tx, options, { file, opened, series, sha256 })
      // A split rescales what it sees: this file's candles are still hidden from it.
      await lockPacks(tx, chart.code)
      if ((await newestSplit(tx, chart.code)) !== split)
        throw new ImportError(file.path, null, 'was not imported, because its market was split meanwhile')
      if (dryRun) throw new TriedOnly(imported)
      return imported
    })
  } catch (error) {
    if (error instanceof TriedOnly) return error.imported
    throw error
  }
}

interface Import {
  readonly file: ImportFile
  readonly opened: CandleFile
  readonly series: ImportedSeries
  readonly sha256: Buffer
}

async function writeAll(tx: Tx, options: ImportOptions, work: Import): Promise<ImportedFile> {
  const { opened, series, file } = work
  const stretch = { from: Number.POSITIVE_INFINITY, to: 0, candles: 0, written: 0 }
  for await (const bars of batchesOf(opened, options.signal)) {
    stretch.from = Math.min(stretch.from, bars[0]?.openTime ?? stretch.from)
    stretch.to = (bars.at(-1)?.openTime ?? stretch.to) + intervalMs[series.interval]
    stretch.candles += bars.length
    stretch.written += await writeImported(tx, series, bars)
    options.onProgress(basename(file.path), opened.counts.rows)
  }
  if (stretch.candles === 0) throw new ImportError(file.path, null, 'has no rows to import')
  const candles: CandleCounts = {
    [series.interval]: { written: stretch.written, known: stretch.candles - stretch.written },
  }
  for (const longer of longerThan(series.interval)) {
    options.signal.throwIfAborted()
    candles[longer] = { written: await makeLonger(tx, series, longer, stretch), known: 0 }
  }
  await noteImport(tx, options, work, stretch)
  return { format: opened.format, interval: series.interval, candles, ...opened.counts }
}

/** Joins what a file yields into batches that are worth a statement. */
async function* batchesOf({ candles, counts }: CandleFile, signal: AbortSignal) {
  let batch: CandleBar[] = []
  let writtenAt = 0
  for await (const bars of candles) {
    signal.throwIfAborted()
    batch = batch.concat(bars)
    if (batch.length < batchCandles && counts.rows - writtenAt < batchRows) continue
    writtenAt = counts.rows
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Notes the file, for the chart's origins and so that it is not imported again, and leaves an audit entry. */
async function noteImport(
  tx: Tx,
  { audit, clock, by }: ImportOptions,
  { file, opened, series, sha256 }: Import,
  { from, to, candles }: { readonly from: number; readonly to: number; readonly candles: number },
): Promise<void> {
  const { rows } = opened.counts
  await tx
    .insertInto('markets_imports')
    .values({
      ...series,
      format: opened.format,
      file: basename(file.path),
      sha256,
      rows: BigInt(rows),
      candles: BigInt(candles),
      from_time: BigInt(from),
      to_time: BigInt(to),
      imported_at: BigInt(clock.now()),
    })
    .execute()
  await audit.write(tx, {
    actor: 'command-line',
    action: 'markets.importHistory',
    subject: `market:${series.code}`,
    after: { file: basename(file.path), sha256: sha256.toString('hex'), source: series.source, rows, by },
  })
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ImportError(path, null, `cannot be read (${code})`)
  }
  return hash.digest()
}
