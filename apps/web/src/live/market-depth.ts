import type { DepthMessage } from '@candor/contract'

/** Order book and trades of a market, as the page has them. */
export interface MarketDepth extends Pick<DepthMessage, 'state' | 'exchange' | 'time'> {
  readonly bids: NonNullable<DepthMessage['bids']>
  readonly asks: NonNullable<DepthMessage['asks']>
  /** Newest first. */
  readonly trades: NonNullable<DepthMessage['trades']>
}

const mostTrades = 50

/** Applies a message: a whole one replaces what was known, any other changes what it names. */
export function applyDepth(known: MarketDepth | undefined, message: DepthMessage): MarketDepth {
  const { state, exchange, time, whole } = message
  const before = whole ? undefined : known
  const added = message.trades ?? []
  const earlier = before?.trades ?? []
  return {
    ...{ state, exchange, time },
    bids: message.bids ?? before?.bids ?? [],
    asks: message.asks ?? before?.asks ?? [],
    trades: added.length === 0 ? earlier : [...added, ...earlier].slice(0, mostTrades),
  }
}

/** Reads a message; null for anything else. */
export function readDepth(text: string): DepthMessage | null {
  try {
    const message = JSON.parse(text) as Partial<DepthMessage> | null
    return typeof message?.code === 'string' && typeof message.state === 'string'
      ? (message as DepthMessage)
      : null
  } catch {
    return null
  }
}
