import { assetCodes } from '@candor/money/amount.ts'
import { treasuryActs, treasuryPlaces } from '@candor/rules/treasury/treasury.ts'
import { Command, Option } from 'commander'
import { placeWords } from '../back-office/treasury/place-words.ts'
import { bookFormats } from '../ledger/books/book-formats.ts'
import { addBackupCommands } from './backups/backup-commands.ts'
import { lazily } from './lazily.ts'
import { addHistoryCommands } from './markets/history-commands.ts'
import { readSettingsFor, standardData } from './read-settings.ts'
import { addSetupCommand } from './setup/setup-command.ts'
import type { Acting } from './treasury.ts'
import { addVerifyCommands } from './verify/verify-commands.ts'

/** Every command of `candor`: used by `--help`, by the program and by the tests. */
export const program = new Command('candor')
  // Set before its commands are created, because they inherit it: a wrong option of theirs exits with 2, like every mistake.
  .exitOverride()
  .description('Works on the data of an installation, with or without its running server.')
  .showHelpAfterError('(--help shows how)')
  .addHelpText(
    'after',
    '\nExit codes: 0 done; 1 done, and a problem was found; 2 not done; 130 or 143 interrupted.\nDATABASE_URL selects a PostgreSQL to use instead of the one in --data.',
  )
  .option(
    '--settings <file>',
    'file with the settings of the installation; default: candor.env in its data folder, if it exists',
  )
  .hook('preAction', (_program, command) => readSettingsFor(command))

const withDataOption = (command: Command) =>
  command.option('--data <folder>', 'the data folder of the installation', standardData())

withDataOption(program.command('reconcile'))
  .description('recomputes the whole ledger: every account, every asset, every hold')
  .action(async (options: { data: string }) =>
    (await import('./reconcile.ts')).reconcileCommand(options.data),
  )

const operatorCommands = program
  .command('operator')
  .description('manages the people who run the installation')

withDataOption(operatorCommands.command('create'))
  .description('adds an operator and prints the secret for the authenticator app')
  .requiredOption('--email <address>', 'email address of the new operator')
  .requiredOption('--role <role>', 'reviewer, finance, content, risk or admin')
  .option('--password-stdin', 'reads the password from standard input, in one line')
  .option('--password <password>', 'not recommended: every process of this machine can read it')
  .addHelpText('after', '\nWithout either, the command prompts for the password.')
  .action(lazily(async () => (await import('./operators/create-operator.ts')).createOperatorCommand))

withDataOption(operatorCommands.command('reset'))
  .description('sets a new password and authenticator secret for an operator who lost either')
  .requiredOption('--email <address>', 'email address of the operator')
  .requiredOption(
    '--by <address>',
    'email address of another operator who is an admin; the command prompts for password and code',
  )
  .addHelpText(
    'after',
    '\nThe admin’s password and code, and the new password twice, can also be piped in, one per line.',
  )
  .action(lazily(async () => (await import('./operators/reset-operator.ts')).resetOperatorCommand))

withDataOption(operatorCommands.command('code'))
  .description('sandbox only: prints the current authenticator code of an operator')
  .requiredOption('--email <address>', 'email address of the operator')
  .action(lazily(async () => (await import('./operators/operator-code.ts')).operatorCodeCommand))

withDataOption(program.command('clock').description('changes the clock of a sandbox').command('advance'))
  .argument('<duration>', 'how far, such as 90s, 15m, 24h or 7d')
  .description('advances a sandbox’s clock, also that of a running server')
  .action(async (duration: string, options: { data: string }) =>
    (await import('./advance-clock.ts')).advanceClockCommand(options.data, duration),
  )

program
  .command('local-venue')
  .description('for tests and trying out: runs a venue that hedges can be laid off at, without real money')
  .requiredOption('--prices <url>', 'server whose prices it fills at, such as http://localhost:3000')
  .option('--markets <codes>', 'markets that it trades, with commas between', 'BTCUSDT')
  .option('--port <number>', 'port to listen on', '8090')
  .option('--key <text>', 'key of the account (HEDGING_KEY of the server)', 'local-key')
  .option('--secret <text>', 'secret of the account (HEDGING_SECRET of the server)', 'local-secret')
  .action(lazily(async () => (await import('./local-venue/local-venue.ts')).localVenueCommand))

const market = program.command('market').description('halts a market and resumes it')
withDataOption(market.command('halt'))
  .requiredOption('--market <code>', 'code of the market, such as AAPL or XAUUSD')
  .requiredOption(
    '--reason <reason>',
    'reason that customers see: news, exchange, prices, corporateAction or technical',
  )
  .option('--note <text>', 'note for the audit log; customers do not see it')
  .option('--by <name>', 'name for the audit log; default: the user of this command line')
  .description('halts a market until it is resumed, also over restarts: no order fills')
  .action(lazily(async () => (await import('./markets/market-halt.ts')).haltCommand))
withDataOption(market.command('resume'))
  .requiredOption('--market <code>', 'code of the market')
  .option('--by <name>', 'name for the audit log')
  .description('resumes trading in a halted market')
  .action(lazily(async () => (await import('./markets/market-halt.ts')).resumeCommand))

const action = program.command('corporate-action').description('carries out a split or a dividend of a stock')
withDataOption(action.command('split'))
  .requiredOption('--market <code>', 'code of the stock')
  .requiredOption('--ratio <new:old>', 'new to old shares: 4:1 turns one share into four, 1:10 ten into one')
  .option('--at <moment>', 'time it takes effect, such as 2026-12-01T14:30:00Z; default: in ten seconds')
  .option('--by <name>', 'name for the audit log')
  .description('adjusts positions, orders, alerts and chart of a market at equal value')
  .action(lazily(async () => (await import('./markets/corporate-action.ts')).splitCommand))
withDataOption(action.command('dividend'))
  .requiredOption('--market <code>', 'code of the stock')
  .requiredOption('--amount <amount>', 'amount per share, in its currency')
  .option('--at <moment>', 'time it takes effect, for positions opened before it; default: in ten seconds')
  .option('--by <name>', 'name for the audit log')
  .description('credits long positions and debits short ones')
  .action(lazily(async () => (await import('./markets/corporate-action.ts')).dividendCommand))

addHistoryCommands(
  program
    .command('history')
    .description('imports and exports the past of charts; no order is filled at an imported candle'),
  withDataOption,
)

const books = program.command('books').description('writes the books of real money for accountants')
withDataOption(books.command('export'))
  .addOption(
    new Option('--format <format>', 'for Ledger and hledger, or for Beancount')
      .choices(bookFormats)
      .default('ledger'),
  )
  .option('--from <moment>', 'first moment, such as 2026-12-01 (UTC); default: the first entry')
  .option('--to <moment>', 'entries before this moment; default: now')
  .addOption(
    new Option('--customers <accounts>', 'all customers as one account, or each as one')
      .choices(['total', 'each'])
      .default('total'),
  )
  .requiredOption('--out <file>', 'file to write, packed if it ends in .gz; -: standard output')
  .description('writes every entry of a time into a file that accounting programs read and check')
  .action(lazily(async () => (await import('./books/books.ts')).exportBooksCommand))
withDataOption(books.command('balance'))
  .option('--at <moment>', 'entries before this moment, such as 2026-12-01 (UTC); default: now')
  .description('prints the trial balance: debits and credits of every account')
  .action(lazily(async () => (await import('./books/books.ts')).trialBalanceCommand))

/** Values of `--account` and `--to`, each with its description. */
const accountsHelp = Object.entries(placeWords)
  .filter(([place]) => place !== 'world')
  .map(([place, words]) => `${place} (${words})`)
  .join(', ')
const treasury = program
  .command('treasury')
  .description('shows and moves the operator’s own money; a move takes two operators')
const asPerson = (command: Command) =>
  withDataOption(command)
    .requiredOption('--email <address>', 'your email address; the command prompts for password and code')
    .addHelpText('after', '\nPassword, code and the confirmation can also be piped in, one per line.')
withDataOption(treasury.command('show'))
  .description('shows every account: balance, set aside, promised, free, and whether it is funded')
  .action(lazily(async () => (await import('./treasury.ts')).showTreasuryCommand))
withDataOption(treasury.command('waiting'))
  .description('lists moves that wait for a second operator')
  .action(lazily(async () => (await import('./treasury.ts')).waitingCommand))
asPerson(treasury.command('propose'))
  .addOption(new Option('--act <act>', 'kind of move').choices(treasuryActs).makeOptionMandatory())
  .addOption(
    new Option('--account <account>', `account: ${accountsHelp}`)
      .choices(treasuryPlaces)
      .makeOptionMandatory(),
  )
  .addOption(new Option('--to <account>', 'receiving account, for a move').choices(treasuryPlaces))
  .addOption(new Option('--coin <coin>', 'coin of the amount').choices(assetCodes).default('USDT'))
  .requiredOption('--amount <amount>', 'amount of the coin')
  .requiredOption('--reference <text>', 'reference of the bank or chain transfer; each can be booked once')
  .requiredOption('--reason <text>', 'reason for the audit log')
  .description('proposes a move; another operator approves it')
  .action(lazily(async () => (await import('./treasury.ts')).proposeCommand))
asPerson(treasury.command('approve'))
  .argument('<id>', 'id that “treasury waiting” lists')
  .description('shows a move that another operator proposed, and carries it out after confirmation')
  .action(async (id: string, options: Acting) =>
    (await import('./treasury.ts')).approveCommand({ ...options, id }),
  )
asPerson(treasury.command('refuse'))
  .argument('<id>', 'id that “treasury waiting” lists')
  .requiredOption('--reason <text>', 'reason, shown to the proposer')
  .description('refuses a move that another operator proposed')
  .action(async (id: string, options: Acting & { readonly reason: string }) =>
    (await import('./treasury.ts')).refuseCommand({ ...options, id }),
  )
asPerson(treasury.command('withdraw'))
  .argument('<id>', 'id that “treasury waiting” lists')
  .description('withdraws a move that you proposed')
  .action(async (id: string, options: Acting) =>
    (await import('./treasury.ts')).withdrawCommand({ ...options, id }),
  )

addBackupCommands(program, withDataOption)

withDataOption(program.command('keys').description('manages the key of the installation').command('rotate'))
  .description(
    'replaces the installation’s key and re-encrypts everything with the new one; stop all servers first',
  )
  .action(async (options: { data: string }) =>
    (await import('./rotate-key.ts')).rotateKeyCommand(options.data),
  )

addSetupCommand(program)

withDataOption(program.command('doctor'))
  .description(
    'checks an installation, its machine and what it reaches (database, disk, clock, mail, public address, prices, chain nodes, keys, backups, money, operators …), and says what to do',
  )
  .option('--json', 'prints the results as JSON')
  .addHelpText(
    'after',
    '\nRun it as the user of the server, with its settings file or in its environment; flags of its start are not seen. It sends no mail and changes nothing. Exit code 1: at least one failure.',
  )
  .action(async (_options: object, command: Command) =>
    (await import('./doctor/doctor.ts')).doctorCommand(command.optsWithGlobals()),
  )

withDataOption(program.command('upgrade'))
  .requiredOption('--check', 'the only way: the start of a new version upgrades, this changes nothing')
  .description(
    'says what an upgrade of an installation to this version would do, and what has to be done before',
  )
  .addHelpText(
    'after',
    '\nRun it from the new version, with the data folder or the DATABASE_URL of the installation, whose version before may be running. Exit code 1: something has to be done first.',
  )
  .action(lazily(async () => (await import('./upgrade.ts')).checkUpgradeCommand))

program
  .command('clusters')
  .option('--remove-left', 'remove databases whose data folder is gone')
  .description('lists databases stored in /var/lib/candor because PostgreSQL cannot enter their data folder')
  .action(lazily(async () => (await import('./show-clusters.ts')).showClustersCommand))

addVerifyCommands(program, withDataOption)

program
  .command('replay')
  .description('runs a recorded day through the real engine at full speed, on a temporary database')
  .requiredOption('--dir <folder>', 'the recorded quotes: CODE.YYYYMMDD.csv.gz')
  .requiredOption('--orders <file>', 'the scripted calls: JSON lines')
  .option('--rate <EUR=1.13...>', 'conversion rates that the recordings do not contain', collect, [])
  // Accepted for consistency with other commands; it has no effect, because a replay uses no installation.
  .addOption(new Option('--data <folder>').hideHelp())
  .action(lazily(async () => (await import('./markets/replay.ts')).replayCommand))

/** Collects the values of a repeated `--rate`. */
function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
