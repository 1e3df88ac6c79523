import { type DestinationStream, destination, type Logger, pino } from 'pino'

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

/** Sign-in codes are digits; those of markets and errors begin with a letter, and SQLSTATE has five characters. */
const isName = (code: unknown) =>
  typeof code === 'string' && (/^[A-Z][A-Z0-9_.-]*$/.test(code) || /^[0-9A-Z]{5}$/.test(code))

/** Creates structured logs on standard error. They hold ids, never personal data or credentials. */
export function createLog(level: string, to: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: (value, path) => (path.at(-1) === 'code' && isName(value) ? value : '[hidden]'),
      },
      serializers: { err: describeError },
    },
    to,
  )
}

/** A database error's `detail` and `where` quote the row: they stay out. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table }
}
