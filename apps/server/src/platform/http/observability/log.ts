import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { hideSecrets } from './hide-secrets.ts'

/** Creates structured logs on standard error. They hold ids, never personal data or credentials. */
export function createLog(level: string, to: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: hideSecrets },
      // Described above, with its text.
      serializers: { err: (described: unknown) => described },
    },
    to,
  )
}
