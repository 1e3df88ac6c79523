import { type IntervalName, intervalNames, type Market, type QuoteSource } from '@candor/rules'
import { type ExportChoice, exportCandles, exportQuotes } from '../../market-data/imports/export-history.ts'
import type { CandleCounts, ImportedFile } from '../../market-data/imports/import-file.ts'
import {
  type FileOutcome,
  type FolderChoice,
  importFolder,
  listImportFiles,
} from '../../market-data/imports/import-folder.ts'
import { removeImports } from '../../market-data/imports/imported-candle-store.ts'
import { listedMarkets } from '../../market-data/instruments/instruments-store.ts'
import type { ImportedSource } from '../../market-data/markets-tables.ts'
import type { Database } from '../../platform/database/database.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { interruptible } from '../interruption.ts'
import { momentOf } from '../moment-option.ts'
import { withData } from '../open-data.ts'
import { CommandError, say, sayFound, warn } from '../say.ts'
import { placeOf, writePieces } from '../write-file.ts'
import { clockOf, typed, whoTypes } from './market-halt.ts'

const progressEveryMs = 2_000
const interrupted =
  'Interrupted: the file under way is undone. Run the command again to continue after the files before it.'

export interface ImportCommandOptions {
  readonly data: string
  readonly dir: string
  readonly market?: string
  readonly source: ImportedSource
  readonly interval?: IntervalName
  readonly dryRun?: true
  readonly by?: string
}

/** Imports a folder of recorded quotes and candles into the charts of live prices, also of a running server. */
export async function importHistoryCommand(options: ImportCommandOptions): Promise<void> {
  const { data, dir, source, dryRun = false, by } = options
  const names = await filesIn(dir)
  const totals = new Totals()
  await withData(data, ({ db }) =>
    interruptible(async (signal) => {
      const clock = await clockOf(db)
      const markets = await listedMarkets(db.query, clock.now())
      const choice: FolderChoice = {
        ...{ dir, markets, interval: options.interval ?? null },
        market: options.market === undefined ? null : marketIn(markets, options.market),
      }
      const work = {
        db,
        clock,
        audit: createAudit(clock),
        source,
        dryRun,
        by: whoTypes(by),
        signal,
        onProgress: progressLine(),
      }
      for await (const outcome of importFolder(work, names, choice)) totals.add(outcome)
    }, interrupted),
  )
  totals.print(dryRun)
}

async function filesIn(dir: string): Promise<string[]> {
  const names = await listImportFiles(dir).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The folder ${dir} cannot be read (${error.code}).`)
  })
  if (names.length === 0) throw new CommandError(`The folder ${dir} contains no .csv or .csv.gz file.`)
  return names
}

/** Prints, every two seconds at most, how far a long file is read. */
function progressLine(): (file: string, rows: number) => void {
  let printedAt = performance.now()
  return (file, rows) => {
    if (performance.now() - printedAt < progressEveryMs) return
    printedAt = performance.now()
    warn(`${file}: ${rows} rows …`)
  }
}

/** Sums of a run, printed at its end; each file is printed as it is done. */
class Totals {
  private readonly sums = { imported: 0, known: 0, refused: 0, rows: 0, leftOut: 0 }
  private readonly written = new Map<IntervalName, number>()
  private readonly alreadyThere = new Map<IntervalName, number>()

  add(outcome: FileOutcome): void {
    if ('refused' in outcome) {
      this.sums.refused += 1
      say(`refused: ${outcome.refused}`)
    } else if (outcome.imported === null) {
      this.sums.known += 1
      say(`${outcome.file}: imported before`)
    } else {
      this.addFile(outcome.imported)
      const { rows, format, interval } = outcome.imported
      say(
        `${outcome.file}: ${rows} ${format === 'quotes' ? 'quotes' : `${interval} candles`} of ${outcome.code}`,
      )
    }
  }

  print(dryRun: boolean): void {
    const { imported, known, refused, rows, leftOut } = this.sums
    say('')
    say(
      `Files: ${imported} ${dryRun ? 'can be imported' : 'imported'}, ${known} imported before, ${refused} refused`,
    )
    say(`Rows read: ${rows}`)
    if (leftOut > 0) say(`Quotes left out, because their spread is above 5% of the price: ${leftOut}`)
    say(`Candles ${dryRun ? 'to write' : 'written'}: ${listed(this.written)}`)
    say(`Candles already there, left as they are: ${listed(this.alreadyThere)}`)
    if (dryRun) say('This was a dry run: nothing was written.')
    else say('Charts show them while the market’s prices are live. No order is filled at them.')
    if (refused > 0)
      sayFound(`Nothing of the ${refused === 1 ? 'refused file' : 'refused files'} was written.`)
  }

  private addFile({ rows, leftOut, candles }: ImportedFile): void {
    this.sums.imported += 1
    this.sums.rows += rows
    this.sums.leftOut += leftOut
    for (const interval of intervalNames) this.addCandles(interval, candles[interval])
  }

  private addCandles(interval: IntervalName, counts: CandleCounts[IntervalName]): void {
    if (counts === undefined) return
    this.written.set(interval, (this.written.get(interval) ?? 0) + counts.written)
    this.alreadyThere.set(interval, (this.alreadyThere.get(interval) ?? 0) + counts.known)
  }
}

const listed = (counts: ReadonlyMap<IntervalName, number>): string =>
  intervalNames
    .filter((interval) => (counts.get(interval) ?? 0) > 0)
    .map((interval) => `${interval} ${counts.get(interval)}`)
    .join(', ') || 'none'

export interface ExportCommandOptions {
  readonly data: string
  readonly market: string
  readonly source: QuoteSource
  readonly from?: string
  readonly to?: string
  readonly format: 'quotes' | 'ohlcv'
  readonly interval?: IntervalName
  readonly out: string
}

/** Writes a chart into a file, or to standard output, in a form that can be imported again. */
export async function exportHistoryCommand(options: ExportCommandOptions): Promise<void> {
  const { data, source, format, out } = options
  if (format === 'quotes' && options.interval !== undefined && options.interval !== '1m')
    throw new CommandError('Quotes are exported from one-minute candles: leave out --interval.')
  const chosen: Omit<ExportChoice, 'market'> = {
    source,
    interval: options.interval ?? '1m',
    from: options.from === undefined ? 0 : momentOf('--from', options.from),
    to: options.to === undefined ? Number.MAX_SAFE_INTEGER : momentOf('--to', options.to),
  }
  if (chosen.to <= chosen.from) throw new CommandError('--to must be later than --from.')
  const candles = await withData(data, ({ db }) =>
    interruptible(async (signal) => {
      const market = marketIn(await everyMarket(db), options.market)
      const choice: ExportChoice = { ...chosen, market }
      const pieces = format === 'quotes' ? exportQuotes(db, choice) : exportCandles(db, choice)
      return writePieces(pieces, 'candles', out, signal)
    }, `Interrupted: ${out} is not written.`),
  )
  warn(`${options.market}: ${candles} ${chosen.interval} candles${placeOf(out)}.`)
}

export interface RemoveCommandOptions {
  readonly data: string
  readonly market: string
  readonly source: ImportedSource
  readonly by?: string
}

/** Removes everything that was imported into a market's chart; candles of quotes and exchanges stay. */
export async function removeHistoryCommand({
  data,
  market,
  source,
  by,
}: RemoveCommandOptions): Promise<void> {
  let removed = { candles: 0, files: 0 }
  await typed<never>(data, {}, async (tx, clock) => {
    const { code } = marketIn(await listedMarkets(tx, clock.now()), market)
    removed = await removeImports(tx, { code, source })
    const after = { source, ...removed, by: whoTypes(by) }
    return { refused: null, entry: { action: 'markets.removeHistory', subject: `market:${code}`, after } }
  })
  say(
    `${market}: ${removed.candles} imported candles of ${removed.files} ${removed.files === 1 ? 'file' : 'files'} removed.`,
  )
}

const everyMarket = async (db: Database): Promise<Market[]> =>
  listedMarkets(db.query, (await clockOf(db)).now())

function marketIn(markets: readonly Market[], code: string): Market {
  const market = markets.find((one) => one.code === code)
  if (market === undefined) throw new CommandError('There is no such market.')
  return market
}
