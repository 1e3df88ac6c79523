import { destination, type Logger, pino } from 'pino'

const secret = [
  'token',
  'password',
  'oldPassword',
  'code',
  'totp',
  'email',
  'userName',
  'to',
  'resetToken',
  'authorization',
]

/** Structured logs on standard error. They hold ids, never who a person is or what lets somebody in. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: describeError },
    },
    destination({ fd: 2, sync: true }),
  )
}

/** A database error's `detail` and `where` quote the row: they stay out. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table }
}
