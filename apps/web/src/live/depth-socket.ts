import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../session/store.ts'
import { applyDepth, type MarketDepth, readDepth } from './market-depth.ts'
import { socketAddress } from './price-socket.ts'
import {
  keepConnected,
  type ReconnectingSocket,
  type SocketLike,
  type SocketState,
} from './reconnecting-socket.ts'

/** The server sends everything again every 30 seconds, also of a market in which nothing happens. */
const silenceMs = 75_000

const depths = createStore<ReadonlyMap<string, MarketDepth>>(new Map())
const connection = createStore<SocketState>('connecting')
/** Number of viewers by market. */
const followed = new Map<string, number>()
let socket: ReconnectingSocket | null = null

function connect(): ReconnectingSocket {
  return keepConnected({
    open: () => new WebSocket(socketAddress('/websocket/depth')) as SocketLike,
    hello: () => [JSON.stringify({ subscribe: [...followed.keys()] })],
    silenceMs,
    onState: connection.set,
    onText: (text) => {
      const message = readDepth(text)
      if (message === null || !followed.has(message.code)) return
      const { code } = message
      depths.set(new Map(depths.get()).set(code, applyDepth(depths.get().get(code), message)))
    },
  })
}

/** The socket is open while somebody looks: a market is shown, and the page is not hidden. */
function openOrClose(): void {
  const isWanted = followed.size > 0 && document.visibilityState === 'visible'
  if (isWanted) socket ??= connect()
  else {
    socket?.stop()
    socket = null
    connection.set('connecting')
  }
}

function follow(code: string): () => void {
  followed.set(code, (followed.get(code) ?? 0) + 1)
  if (followed.size === 1) document.addEventListener('visibilitychange', openOrClose)
  if (followed.get(code) === 1) socket?.say(JSON.stringify({ subscribe: [code] }))
  openOrClose()
  return () => {
    const left = (followed.get(code) ?? 1) - 1
    if (left > 0) followed.set(code, left)
    else {
      followed.delete(code)
      const others = new Map(depths.get())
      others.delete(code)
      depths.set(others)
      socket?.say(JSON.stringify({ unsubscribe: [code] }))
    }
    if (followed.size === 0) document.removeEventListener('visibilitychange', openOrClose)
    openOrClose()
  }
}

/** Follows a market's order book and trades while the component is shown; undefined before the first message. */
export function useMarketDepth(code: string): MarketDepth | undefined {
  useEffect(() => follow(code), [code])
  const read = useCallback(() => depths.get().get(code), [code])
  return useSyncExternalStore(depths.subscribe, read)
}

/** True while what is shown is not followed: the connection to the server was lost. */
export const useDepthLost = (): boolean =>
  useSyncExternalStore(connection.subscribe, () => connection.get() === 'lost')
