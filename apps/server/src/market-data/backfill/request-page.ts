import type { IntervalName } from '@candor/rules'
import type { HistoryReading, HistorySource, Stretch } from './history-source.ts'

/** Longest answer that is read: a page is a few hundred kilobytes. */
const mostBytes = 16 * 1024 * 1024
const patienceMs = 20_000

/** Outcome of a request: candles, a refusal that asking again soon does not change, or a reason to wait. */
export type PageResponse =
  | HistoryReading
  | {
      readonly unreachable: string
      /** The time to wait in ms, if the exchange named one. */
      readonly waitMs: number | null
    }

/** Asks an exchange for one page of candles. Throws only when `signal` ends it. */
export async function requestPage(
  source: HistorySource,
  {
    symbol,
    interval,
    page,
  }: { readonly symbol: string; readonly interval: IntervalName; readonly page: Stretch },
  signal: AbortSignal,
): Promise<PageResponse> {
  try {
    const response = await fetch(source.addressOf(symbol, interval, page), {
      headers: { Accept: 'application/json', 'User-Agent': 'candor', ...source.headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    const { status } = response
    if (status === 429 || status === 418 || status >= 500) {
      await response.body?.cancel()
      return { unreachable: `HTTP ${status}`, waitMs: waitOf(response.headers.get('retry-after')) }
    }
    const reading = source.read(await readText(response))
    if ('refused' in reading && reading.tooMany) return { unreachable: reading.refused, waitMs: null }
    return reading
  } catch (error) {
    if (signal.aborted) throw error
    return { unreachable: wordsOf(error), waitMs: null }
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error('the answer is too long')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** `Retry-After` in seconds; a date is not used by these exchanges. */
function waitOf(header: string | null): number | null {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000
}

/** The cause in a few words: `fetch failed` says nothing. */
function wordsOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  return cause instanceof Error ? cause.message || message : message
}
