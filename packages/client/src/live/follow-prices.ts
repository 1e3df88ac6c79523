import type { PriceEntry } from '../generated/entities.ts'
import { keepConnected, type StreamState } from './keep-connected.ts'
import type { LiveOptions } from './live-options.ts'

export interface PriceFollower {
  /** Called with the markets that changed; after each connection first with all of them, so nothing is missed. */
  readonly onPrices: (prices: readonly PriceEntry[]) => void
  /** Markets whose entries also have bid, ask, time, seq and source; at most 200. */
  readonly codes?: readonly string[]
  readonly onState?: (state: StreamState) => void
}

export interface PriceStream {
  subscribe(codes: readonly string[]): void
  unsubscribe(codes: readonly string[]): void
  close(): void
}

const silenceMs = 30_000

/** Follows `/websocket/message`. */
export function followPrices({ url, options, random }: LiveOptions, follower: PriceFollower): PriceStream {
  const codes = new Set(follower.codes ?? [])
  let isOpen = false
  const connection = keepConnected({
    url: `${url}/websocket/message`,
    WebSocket: options.WebSocket,
    ...{ random, silenceMs, finalCodes: [] },
    hello: () => (codes.size === 0 ? [] : [JSON.stringify({ subscribe: [...codes] })]),
    onText: (text) => {
      connection.works()
      if (!isOpen) follower.onState?.('open')
      isOpen = true
      follower.onPrices(JSON.parse(text) as readonly PriceEntry[])
    },
    onState: (state) => {
      isOpen = false
      follower.onState?.(state)
    },
  })
  return {
    subscribe: (added) => {
      for (const code of added) codes.add(code)
      connection.send(JSON.stringify({ subscribe: added }))
    },
    unsubscribe: (removed) => {
      for (const code of removed) codes.delete(code)
      connection.send(JSON.stringify({ unsubscribe: removed }))
    },
    close: () => connection.close(),
  }
}
