import { assetCodes } from '@candor/money'
import { treasuryActs, treasuryPlaces } from '@candor/rules'
import { Command, Option } from 'commander'
import { advanceClockCommand } from './advance-clock.ts'
import { doctorCommand } from './doctor.ts'
import { backupCommand, backupKeyCommand, erasedCommand, restoreCommand } from './keep-backup.ts'
import { dividendCommand, splitCommand } from './markets/corporate-action.ts'
import { haltCommand, resumeCommand } from './markets/market-halt.ts'
import { replayCommand } from './markets/replay.ts'
import { createOperatorCommand } from './operators/create-operator.ts'
import { operatorCodeCommand } from './operators/operator-code.ts'
import { resetOperatorCommand } from './operators/reset-operator.ts'
import { reconcileCommand } from './reconcile.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { showClustersCommand } from './show-clusters.ts'
import {
  type Acting,
  accountsHelp,
  approveCommand,
  proposeCommand,
  refuseCommand,
  showTreasuryCommand,
  waitingCommand,
  withdrawCommand,
} from './treasury.ts'
import type { VerifyOptions } from './verify/saved-keys.ts'
import { type VerifyReceiptOptions, verifyCommand } from './verify/verify.ts'
import { verifyAuditCommand } from './verify/verify-audit.ts'
import { verifyLiabilitiesCommand } from './verify/verify-liabilities.ts'

/** Every command of `candor`: what `--help` lists, what runs, and what the tests go through. */
export const program = new Command('candor')
  // Before its commands are made, which take it over: a wrong option of theirs ends as every mistake does, with 2.
  .exitOverride()
  .description('Works on the data of an installation, beside its running server or without one.')
  .showHelpAfterError('(--help shows how)')
  .addHelpText(
    'after',
    '\nExit codes: 0 done, 1 done and something was found wrong, 2 not done, 130 or 143 interrupted.\nDATABASE_URL names a PostgreSQL to use instead of the one in --data.',
  )

const standardData = process.env.CANDOR_DATA || './data'
const withDataOption = (command: Command) =>
  command.option('--data <folder>', 'the data folder of the installation', standardData)

withDataOption(program.command('reconcile'))
  .description('adds the whole ledger up again: every account, every asset, every hold')
  .action((options: { data: string }) => reconcileCommand(options.data))

const operatorCommands = program.command('operator').description('the people who run the installation')

withDataOption(operatorCommands.command('create'))
  .description('adds an operator and prints the secret of the second factor')
  .requiredOption('--email <address>', 'whom to add')
  .requiredOption('--role <role>', 'reviewer, finance, content, risk or admin')
  .option('--password-stdin', 'reads the password from standard input, one line')
  .option('--password <password>', 'every process of this machine can read it: better leave it out')
  .addHelpText('after', '\nWithout either, the password is asked for and not shown.')
  .action(createOperatorCommand)

withDataOption(operatorCommands.command('reset'))
  .description('gives an operator who lost password or second factor new ones')
  .requiredOption('--email <address>', 'who lost theirs')
  .requiredOption(
    '--by <address>',
    'the admin who does it, not the same person; password and code are asked for',
  )
  .addHelpText(
    'after',
    '\nThe admin’s password and code, and the new password twice, may also be piped in, each on a line of its own.',
  )
  .action(resetOperatorCommand)

withDataOption(operatorCommands.command('code'))
  .description('sandbox only: the code that an operator’s authenticator app shows now')
  .requiredOption('--email <address>', 'whose')
  .action(operatorCodeCommand)

withDataOption(program.command('clock').description('the clock of a sandbox').command('advance'))
  .argument('<duration>', 'how far: 90s, 15m, 24h, 7d')
  .description('moves a sandbox’s clock forward, also that of a running server')
  .action((duration: string, options: { data: string }) => advanceClockCommand(options.data, duration))

const market = program.command('market').description('halts that last, and their end')
withDataOption(market.command('halt'))
  .requiredOption('--market <code>', 'which: AAPL, XAUUSD, …')
  .requiredOption(
    '--reason <reason>',
    'what customers are told: news, exchange, prices, corporateAction or technical',
  )
  .option('--note <text>', 'for the record; customers do not see it')
  .option('--by <name>', 'who halts it; without it the name at this command line')
  .description('halts a market until it is resumed: nothing fills there, also after a restart')
  .action(haltCommand)
withDataOption(market.command('resume'))
  .requiredOption('--market <code>', 'which')
  .option('--by <name>', 'who lifts the halt')
  .description('lets a halted market trade again')
  .action(resumeCommand)

const action = program.command('corporate-action').description('what a company does to its shares')
withDataOption(action.command('split'))
  .requiredOption('--market <code>', 'which stock')
  .requiredOption('--ratio <new:old>', '4:1 makes four shares of one, 1:10 one of ten')
  .option('--at <moment>', 'when it takes effect, as 2026-12-01T14:30:00Z; without it now')
  .option('--by <name>', 'who asks for it')
  .description('adjusts positions, orders, alerts and chart of a market; nobody’s worth changes')
  .action(splitCommand)
withDataOption(action.command('dividend'))
  .requiredOption('--market <code>', 'which stock')
  .requiredOption('--amount <amount>', 'for one share, in its currency')
  .option('--at <moment>', 'when it takes effect: who holds before it; without it now')
  .option('--by <name>', 'who asks for it')
  .description('credits longs and debits shorts')
  .action(dividendCommand)

const treasury = program
  .command('treasury')
  .description('the operator’s own money, put in, taken out and moved by two operators')
const asPerson = (command: Command) =>
  withDataOption(command)
    .requiredOption('--email <address>', 'who you are; password and code are asked for')
    .addHelpText('after', '\nPassword, code and yes may also be piped in, each on a line of its own.')
withDataOption(treasury.command('show'))
  .description('every account: balance, set aside, promised, free, and whether it is enough')
  .action(showTreasuryCommand)
withDataOption(treasury.command('waiting'))
  .description('moves that wait for a second operator')
  .action(waitingCommand)
asPerson(treasury.command('propose'))
  .addOption(new Option('--act <act>', 'what to do').choices(treasuryActs).makeOptionMandatory())
  .addOption(
    new Option('--account <account>', `which: ${accountsHelp}`).choices(treasuryPlaces).makeOptionMandatory(),
  )
  .addOption(new Option('--to <account>', 'the account that receives, for a move').choices(treasuryPlaces))
  .addOption(new Option('--coin <coin>', 'in which coin').choices(assetCodes).default('USDT'))
  .requiredOption('--amount <amount>', 'how much of the coin')
  .requiredOption('--reference <text>', 'of the bank or chain transfer; booked once')
  .requiredOption('--reason <text>', 'why, for the record')
  .description('proposes a move; another operator approves it')
  .action(proposeCommand)
asPerson(treasury.command('approve'))
  .argument('<id>', 'as “treasury waiting” lists it')
  .description('shows a move that somebody else proposed, and carries it out after a yes')
  .action((id: string, options: Acting) => approveCommand({ ...options, id }))
asPerson(treasury.command('refuse'))
  .argument('<id>', 'as “treasury waiting” lists it')
  .requiredOption('--reason <text>', 'why, for whoever proposed it')
  .description('refuses a move that somebody else proposed')
  .action((id: string, options: Acting & { readonly reason: string }) => refuseCommand({ ...options, id }))
asPerson(treasury.command('withdraw'))
  .argument('<id>', 'as “treasury waiting” lists it')
  .description('takes back a move that one proposed oneself')
  .action((id: string, options: Acting) => withdrawCommand({ ...options, id }))

withDataOption(program.command('backup'))
  .description(
    'writes database, keys, outbox and other files of the data folder into one file, encrypted to BACKUP_KEY, beside a running server too',
  )
  .requiredOption('--to <file>', 'the file to write')
  .action((options: { data: string; to: string }) => backupCommand(options.data, options.to))

program
  .command('backup-key')
  .description('makes the pair of keys that backups are encrypted to and opened with, in the format of age')
  .requiredOption('--to <file>', 'the new file for the private key')
  .action((options: { to: string }) => backupKeyCommand(options.to))

withDataOption(program.command('restore'))
  .description('fills an empty data folder from a backup and adds the ledger up again')
  .requiredOption('--from <file>', 'the backup')
  .option('--identity <file>', 'the private key of an encrypted one')
  .option(
    '--erased <file>',
    'the newest list of `candor erased`: who was erased since the backup is erased again',
  )
  .action((options: { data: string; from: string; identity?: string; erased?: string }) =>
    restoreCommand(options.data, options.from, options),
  )

withDataOption(program.command('erased'))
  .description('writes who was erased here, ids alone, into a file that is kept apart from backups')
  .requiredOption('--to <file>', 'the file to write')
  .action((options: { data: string; to: string }) => erasedCommand(options.data, options.to))

withDataOption(program.command('keys').description('the key of the installation').command('rotate'))
  .description(
    'replaces the installation’s key and re-encrypts everything with the new one; no server may run',
  )
  .action((options: { data: string }) => rotateKeyCommand(options.data))

withDataOption(program.command('doctor'))
  .description(
    'says how far this machine confines the process that opens customers’ pictures, how old the lists of names and the secrets are, and whether the providers people sign in with answer',
  )
  .action(doctorCommand)

program
  .command('clusters')
  .option('--remove-left', 'remove those whose data folder is gone')
  .description(
    'lists databases that root keeps in /var/lib/candor, outside data folders PostgreSQL cannot enter',
  )
  .action(showClustersCommand)

withDataOption(program.command('verify'))
  .argument('<receipt>', 'a receipt, or the whole answer of getReceipt, as a JSON file')
  .option('--keys <file>', 'public keys, as kept from /.well-known/candor-keys.json')
  .option(
    '--account <file>',
    'also adds a stop-out’s figures up again from the account’s positions, as downloaded beside the receipt',
  )
  .option('--server <address>', 'also holds its quotes against those this server publishes')
  .description(
    'checks a receipt: its signature, every number in it again, and its reasons; offline without --server',
  )
  .action((file: string, options: VerifyReceiptOptions) => verifyCommand(file, options))

withDataOption(program.command('verify-audit'))
  .option('--heads <file>', 'signed heads, as kept from /.well-known/candor-heads.json')
  .description(
    'computes the audit log and every signed head again: finds what was changed, taken out or put in',
  )
  .action(verifyAuditCommand)

withDataOption(program.command('verify-liabilities'))
  .argument(
    '[proof]',
    'a proof with one’s own leaves, as downloaded from the page; without it all that were published',
  )
  .option('--keys <file>', 'public keys, as kept from /.well-known/candor-keys.json')
  .description(
    'checks what is owed to customers: offline one’s own part of it, or every published tree again',
  )
  .action((file: string | undefined, options: VerifyOptions) => verifyLiabilitiesCommand(file, options))

program
  .command('replay')
  .description(
    'runs a recorded day through the real engine at full speed, on a database made for it and removed again',
  )
  .requiredOption('--dir <folder>', 'the recorded quotes: CODE.YYYYMMDD.csv.gz')
  .requiredOption('--orders <file>', 'the scripted calls: JSON lines')
  .option('--rate <EUR=1.13...>', 'conversions that no recording gives', collect, [])
  // Accepted as by every other command, and without effect: a replay works on no installation.
  .addOption(new Option('--data <folder>').hideHelp())
  .action(replayCommand)

/** `--rate` may come several times. */
function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
