import { Interrupted } from './cli/interruption.ts'
import { program } from './cli/program.ts'
import { CommandError } from './cli/say.ts'
import { ConfigError } from './config/flags.ts'
import { DatabaseServerError } from './db/embedded/database-server-error.ts'
import { FeedError } from './feeds/feed.ts'
import { StartError } from './start-error.ts'

const plainErrors = [CommandError, ConfigError, DatabaseServerError, FeedError, StartError]

// A reader may close the pipe early (`candor … | head`).
process.stdout.on('error', () => undefined)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

/** A person's mistake is one sentence; a fault of ours shows where it happened. */
function explain(error: unknown): number {
  const { code, exitCode } = error as { code?: string; exitCode?: number }
  if (code?.startsWith('commander.') === true) return exitCode === 0 ? 0 : 2
  const isPlain = plainErrors.some((plain) => error instanceof plain)
  console.error(isPlain ? (error as Error).message : error)
  return error instanceof Interrupted ? error.exitCode : 2
}
