import type { ArtworkMessage } from '@candor/contract'
import { useEffect, useState } from 'react'
import { socketAddress } from '../live/price-socket.ts'
import {
  keepConnected,
  type ReconnectingSocket,
  type SocketLike,
  type SocketState,
} from '../live/reconnecting-socket.ts'
import { noteServerTime } from '../live/server-time.ts'

type Hears = (message: ArtworkMessage) => void

const hearers = new Set<Hears>()
const states = new Set<(state: SocketState) => void>()
let socket: ReconnectingSocket | null = null
let now: SocketState = 'connecting'

function readMessage(text: string): ArtworkMessage | null {
  try {
    const message = JSON.parse(text) as Partial<ArtworkMessage> | null
    return typeof message?.type === 'string' && typeof message.at === 'number'
      ? (message as ArtworkMessage)
      : null
  } catch {
    return null
  }
}

function connect(): ReconnectingSocket {
  return keepConnected({
    open: () => new WebSocket(socketAddress('/websocket/artworks')) as SocketLike,
    hello: () => [],
    onState: (state) => {
      now = state
      for (const tell of states) tell(state)
    },
    onText: (text) => {
      const message = readMessage(text)
      if (message === null) return
      noteServerTime(message.at)
      for (const hear of hearers) hear(message)
    },
  })
}

/** Follows every bid and sale while shown; the socket is open as long as one page of artworks is. */
function followArtworks(hear: Hears): () => void {
  hearers.add(hear)
  socket ??= connect()
  return () => {
    hearers.delete(hear)
    if (hearers.size > 0) return
    socket?.stop()
    socket = null
    now = 'connecting'
  }
}

/** Like `followArtworks`, while the component is shown; returns the state of the connection. */
export function useArtworkNews(hear: Hears): SocketState {
  const [state, setState] = useState(now)
  useEffect(() => {
    states.add(setState)
    const leave = followArtworks(hear)
    return () => {
      states.delete(setState)
      leave()
    }
  }, [hear])
  return state
}
