import type { Logger } from 'pino'

/** Time in which a stopping process ends. Container runtimes kill it after ten seconds. */
const stopLimitMs = 8_000

/**
 * Ends the process with code 1 if it does not stop in time, with one line that names what did not end. The next start continues from the
 * database as after a crash. A PostgreSQL of its own is stopped by its guard.
 */
export function stopInTime(log: Pick<Logger, 'fatal'>, stillOpen: () => string): void {
  setTimeout(() => {
    const step = stillOpen()
    log.fatal({ step, limitMs: stopLimitMs }, `the server was ended: "${step}" did not stop in time`)
    process.exit(1)
  }, stopLimitMs)
}
