import { Interrupted } from './cli/interruption.ts'
import { program } from './cli/program.ts'
import { CommandError } from './cli/say.ts'
import { FeedError } from './market-data/feeds/feed.ts'
import { ConfigError } from './platform/config/flags.ts'
import { DatabaseServerError } from './platform/database/embedded/database-server-error.ts'
import { StartError } from './platform/start-error.ts'

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
