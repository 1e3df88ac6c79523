import type { Command } from 'commander'
import { lazily } from '../lazily.ts'
import type { VerifyOptions } from './saved-keys.ts'
import type { VerifyReceiptOptions } from './verify.ts'

/** Declares the commands that check what an installation publishes: receipts, audit log, liabilities and execution reports. */
export function addVerifyCommands(program: Command, withDataOption: (command: Command) => Command): void {
  withDataOption(program.command('verify'))
    .argument('<receipt>', 'a receipt, or the whole response of getReceipt, as a JSON file')
    .option('--keys <file>', 'public keys, saved from /.well-known/candor-keys.json')
    .option(
      '--account <file>',
      'also recomputes a stop-out’s figures from the account’s positions, downloaded next to the receipt',
    )
    .option('--server <address>', 'also compares its quotes with those that this server publishes')
    .description(
      'verifies a receipt: its signature, every number in it, and its reasons; offline without --server',
    )
    .action(async (file: string, options: VerifyReceiptOptions) =>
      (await import('./verify.ts')).verifyCommand(file, options),
    )

  withDataOption(program.command('verify-audit'))
    .option('--heads <file>', 'signed heads, saved from /.well-known/candor-heads.json')
    .description(
      'recomputes the audit log and every signed head: finds changed, removed and inserted records',
    )
    .action(lazily(async () => (await import('./verify-audit.ts')).verifyAuditCommand))

  withDataOption(program.command('verify-liabilities'))
    .argument(
      '[proof]',
      'a proof with your own leaves, downloaded from the page; default: all published proofs',
    )
    .option('--keys <file>', 'public keys, saved from /.well-known/candor-keys.json')
    .description('verifies the proofs of liabilities: your own part offline, or every published tree')
    .action(async (file: string | undefined, options: VerifyOptions) =>
      (await import('./verify-liabilities.ts')).verifyLiabilitiesCommand(file, options),
    )

  withDataOption(program.command('recompute-execution'))
    .requiredOption('--day <day>', 'last day of the report, such as 2026-11-29, or “latest”')
    .option(
      '--server <address>',
      'reads report, fills and quotes from this server instead of the data folder',
    )
    .option('--keys <file>', 'public keys, saved from /.well-known/candor-keys.json')
    .description(
      'computes an execution report again from its public list of fills, by a program of its own, and compares their quotes with the published ones',
    )
    .action(lazily(async () => (await import('./recompute-execution.ts')).recomputeExecutionCommand))
}
