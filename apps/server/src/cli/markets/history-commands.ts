import { intervalNames } from '@candor/rules/markets/candle.ts'
import { quoteSources } from '@candor/rules/markets/market.ts'
import { type Command, Option } from 'commander'
import { importedSources } from '../../market-data/markets-tables.ts'
import { lazily } from '../lazily.ts'

const importedSource = () =>
  new Option('--source <source>', 'whose chart: of live or of delayed prices')
    .choices(importedSources)
    .default('live')
const intervalOption = (words: string) => new Option('--interval <interval>', words).choices(intervalNames)
/** Declares `candor history import`, `export` and `remove`. */
export function addHistoryCommands(history: Command, withDataOption: (command: Command) => Command): void {
  withDataOption(history.command('import'))
    .requiredOption('--dir <folder>', 'the files, .csv or .csv.gz; names begin with the code of a market')
    .option('--market <code>', 'imports only this market, and files whose name has no code')
    .addOption(importedSource())
    .addOption(
      intervalOption(
        'length of the candles in the files; default: as the name (EURUSD.1h.csv) or the rows say',
      ),
    )
    .option('--dry-run', 'reads and checks everything, writes nothing')
    .option('--by <name>', 'name for the audit log; default: the user of this command line')
    .description('adds candles to charts of live prices from recorded quotes and from files of candles')
    .addHelpText(
      'after',
      `
Recorded quotes: columns time_ms,bid,ask in CODE.YYYYMMDD.csv.gz, as --replay-dir reads them.
Candles: a header with time (or timestamp, date), open, high, low, close, volume; times in UTC, ISO or epoch s or ms.
A file is imported whole or not at all, and once. Candles that the chart has already stay as they are.`,
    )
    .action(lazily(async () => (await import('./history.ts')).importHistoryCommand))
  withDataOption(history.command('export'))
    .requiredOption('--market <code>', 'code of the market')
    .addOption(new Option('--source <source>', 'whose chart').choices(quoteSources).default('live'))
    .option(
      '--from <moment>',
      'first open time, such as 2026-12-01 or 2026-12-01T14:30:00Z; default: the oldest',
    )
    .option('--to <moment>', 'open times before this one; default: the newest too')
    .addOption(
      new Option('--format <format>', 'candles, or quotes as --replay-dir reads them')
        .choices(['ohlcv', 'quotes'])
        .default('ohlcv'),
    )
    .addOption(intervalOption('length of the candles; default: 1m'))
    .requiredOption('--out <file>', 'file to write, packed if it ends in .gz; -: standard output')
    .description('writes the candles of a chart into a file that can be imported again')
    .action(lazily(async () => (await import('./history.ts')).exportHistoryCommand))
  withDataOption(history.command('remove'))
    .requiredOption('--market <code>', 'code of the market')
    .addOption(importedSource())
    .option('--by <name>', 'name for the audit log')
    .description('removes everything that was imported into the chart of a market')
    .action(lazily(async () => (await import('./history.ts')).removeHistoryCommand))
}
