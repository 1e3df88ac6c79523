import { z } from 'zod'
import type { TwoSided } from './venue-account.ts'

const everyMs = 500
/** A price older than this is none. */
const oldestMs = 10_000
const markets = z.object({
  result: z.array(z.looseObject({ code: z.string(), bid: z.string().nullish(), ask: z.string().nullish() })),
})

export interface ServedPrices {
  readonly of: (code: string) => TwoSided | null
  readonly stop: () => void
}

/** Follows the prices that a server of ours shows everyone. */
export function pricesOf(url: string, codes: readonly string[]): ServedPrices {
  const newest = new Map<string, TwoSided & { readonly at: number }>()
  const read = async () => {
    const response = await fetch(`${url.replace(/\/$/, '')}/swx/customer/index/listMarketByType`, {
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    })
    const { result } = markets.parse(await response.json())
    for (const { code, bid, ask } of result)
      if (codes.includes(code) && bid != null && ask != null) newest.set(code, { bid, ask, at: Date.now() })
  }
  // A server that does not respond has no prices, and orders are refused meanwhile.
  const timer = setInterval(() => void read().catch(() => undefined), everyMs)
  void read().catch(() => undefined)
  return {
    of: (code) => {
      const found = newest.get(code)
      return found === undefined || Date.now() - found.at > oldestMs ? null : found
    },
    stop: () => clearInterval(timer),
  }
}
