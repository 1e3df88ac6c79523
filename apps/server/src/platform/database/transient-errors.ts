import { setTimeout as sleep } from 'node:timers/promises'

/** Error codes of a server that went away, and of a transaction that it ended for idleness. */
const awayCodes = new Set([
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])
/** Error codes of a transaction that met another one. */
const conflictCodes = new Set(['40001', '40P01'])

const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string }).code

/** Checks whether the server went away, before or during the request. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return awayCodes.has(code) || code.startsWith('08')
  const { message = '' } = error as { readonly message?: string }
  return /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect/.test(
    message,
  )
}

/** Checks whether the server went away or requests a retry; the requests themselves were not decided. */
export const isTransient = (error: unknown): boolean =>
  isAway(error) || conflictCodes.has(codeOf(error) ?? '')

/** Repeats work that decides nothing new, and waits for an unavailable database. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  // No cases: the same work again.
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error)) throw error
      await sleep(waitMs)
    }
  }
}

/** No connection could be made just now: the server starts again, or its socket is not there yet. */
export function isNotYetThere(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03'
}
