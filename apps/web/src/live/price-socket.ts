import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../session/store.ts'
import { createFrameKinds } from './frame-kinds.ts'
import { createPriceStore, type LivePrice, readFrame } from './price-store.ts'
import {
  keepConnected,
  type ReconnectingSocket,
  type SocketLike,
  type SocketState,
} from './reconnecting-socket.ts'

export interface Connection {
  readonly state: SocketState
  /** Since when it is so, by the page's clock; tries that fail again change nothing. */
  readonly sinceMs: number
  /** The time prices last came in, by the page's clock; null before the first connection. */
  readonly heardMs: number | null
}

export const prices = createPriceStore()
const connection = createStore<Connection>({ state: 'connecting', sinceMs: Date.now(), heardMs: null })
const wanted = new Map<string, number>()
let socket: ReconnectingSocket | null = null
const kinds = createFrameKinds()

export const socketAddress = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`

/** Opens the live prices; called once, on app start (specification §7). */
export function startPrices(): void {
  if (socket !== null) return
  socket = keepConnected({
    open: () => new WebSocket(socketAddress('/websocket/message')) as SocketLike,
    onText: (text) => {
      const entries = readFrame(text)
      prices.apply(entries, Date.now(), kinds.take(entries.length))
    },
    onState: (state) => {
      if (state === 'open') kinds.opened()
      changeState(state)
    },
    hello: () => (wanted.size === 0 ? [] : [JSON.stringify({ subscribe: [...wanted.keys()] })]),
  })
  addEventListener('online', () => socket?.retryNow())
}

/** However often the next tries fail, prices are as old as the last open connection. */
function changeState(state: SocketState): void {
  const before = connection.get()
  if (before.state === state) return
  const heardMs = before.state === 'open' ? Date.now() : before.heardMs
  connection.set({ state, sinceMs: Date.now(), heardMs })
}

/** Subscribes to the full quotes (bid, ask, time, source) of some markets until the returned function is called. */
function want(codes: readonly string[]): () => void {
  const added = codes.filter((code) => !wanted.has(code))
  for (const code of codes) wanted.set(code, (wanted.get(code) ?? 0) + 1)
  if (added.length > 0) socket?.say(JSON.stringify({ subscribe: added }))
  return () => {
    const gone: string[] = []
    for (const code of codes) {
      const left = (wanted.get(code) ?? 1) - 1
      if (left > 0) wanted.set(code, left)
      else {
        wanted.delete(code)
        gone.push(code)
      }
    }
    if (gone.length > 0) socket?.say(JSON.stringify({ unsubscribe: gone }))
  }
}

const followNone = () => () => undefined

/** One market's newest price: the component is drawn again for this market only. Null follows none. */
export function useLivePrice(code: string | null): LivePrice | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (code === null ? followNone() : prices.follow(code, listener)),
    [code],
  )
  return useSyncExternalStore(subscribe, () => (code === null ? undefined : prices.get(code)))
}

/** Subscribes to full quotes of these markets while the component is mounted. */
export function useFullQuotes(codes: readonly string[]): void {
  const joined = codes.join(' ')
  useEffect(() => want(joined === '' ? [] : joined.split(' ')), [joined])
}

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)
