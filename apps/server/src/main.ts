import { startApp } from './compose.ts'
import { FeedError } from './market-data/feeds/feed.ts'
import { helpText } from './platform/config/help-text.ts'
import { missingForCustomers } from './platform/config/missing-for-customers.ts'
import { applySettings } from './platform/config/settings-file.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { explainStop } from './platform/database/database.ts'
import { DatabaseServerError } from './platform/database/embedded/database-server-error.ts'
import { createLog } from './platform/http/observability/log.ts'
import { StartError } from './platform/start-error.ts'
import { stopInTime } from './platform/stop-in-time.ts'
import type { RunningApp } from './running-app.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Describes an error: a mistake by the person who starts the process is one sentence; anything else is a bug and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof Error) return isPlain(error) ? error.message : (error.stack ?? error.message)
  return String(error)
}

const plainErrors = [ConfigError, DatabaseServerError, FeedError, StartError]
const isPlain = (error: Error) => plainErrors.some((plain) => error instanceof plain)

async function greet(app: RunningApp): Promise<void> {
  say(`Candor is at ${app.url}`)
  if (app.outbox !== null) say(`Messages become files in ${app.outbox}`)
  for (const missing of missingForCustomers(app.config, app.url)) say(missing)
  say(`Metrics are at ${app.metricsUrl}`)
  const console = `The operators’ console is at ${app.consoleUrl}/`
  const samples = await app.addSampleOperators()
  say(samples === null ? console : `${console}, its sample operators are in ${samples}`)
}

async function run(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText())
    return
  }
  applySettings(args, process.env, process.cwd())
  const config = readConfig(args, process.env, process.cwd())
  const log = createLog(config.logLevel)
  const starting = startApp(config, log)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    let running: RunningApp | null = null
    stopInTime(log, () => (running === null ? 'the start' : (running.closing() ?? 'the process')))
    starting
      .then((app) => {
        running = app
        return app.stop()
      })
      .then(
        () => process.exit(0),
        (error: unknown) => fail(explainStop(error)),
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const app = await starting
  // A process that is stopped while it prints its addresses need not print the rest.
  await greet(app).catch((error: unknown) => {
    if (!stopping) throw error
  })
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

// The reader of the output may close it; that is no reason to stop serving.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

run().catch(fail)
