import { setTimeout as sleep } from 'node:timers/promises'

/** Error codes of a server that went away, and of a transaction that it ended for idleness. */
const passingCodes = new Set([
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
  '40001',
  '40P01',
])

/** Checks whether the server went away or requests a retry; the requests themselves were not decided. */
export function isTransient(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined) return passingCodes.has(code) || code.startsWith('08')
  return /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect/.test(
    message ?? '',
  )
}

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
  const { code } = error as { code?: string }
  return code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03'
}
