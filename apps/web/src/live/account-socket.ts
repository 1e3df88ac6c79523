import type { AccountMessage } from '@candor/contract'
import { followSession, sessionNow } from '../session/session-store.ts'
import { socketAddress } from './price-socket.ts'
import { keepConnected, type ReconnectingSocket, type SocketLike } from './reconnecting-socket.ts'

type Listener = (message: AccountMessage) => void

/** The server shows every 30 seconds that the connection lives; one such message may be late. */
const silenceMs = 75_000

const listeners = new Set<Listener>()
let socket: ReconnectingSocket | null = null
let shownFor = ''

/** Calls back with every message about the signed-in customer's chosen account. */
export function followAccount(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function readMessage(text: string): AccountMessage | null {
  try {
    const message = JSON.parse(text) as Partial<AccountMessage> | null
    return typeof message?.type === 'string' ? (message as AccountMessage) : null
  } catch {
    return null
  }
}

function connectAgain(): void {
  const { token, mode } = sessionNow()
  const now = `${token ?? ''} ${mode}`
  if (now === shownFor) return
  shownFor = now
  socket?.stop()
  socket = null
  if (token === null) return
  socket = keepConnected({
    open: () => new WebSocket(socketAddress('/websocket/account')) as SocketLike,
    hello: () => [JSON.stringify({ token, virtually: mode === 'demo' ? 'NO' : 'YES' })],
    silenceMs,
    onText: (text) => {
      const message = readMessage(text)
      if (message !== null) tell(message)
    },
  })
}

/** Reports a change of money as the socket would, for our own actions, which the server need not report. */
export const tellMoved = (): void => tell({ type: 'balance', seq: 0, at: Date.now(), data: null })

function tell(message: AccountMessage): void {
  for (const listener of listeners) listener(message)
}

/** Follows the session: a socket while someone is signed in, a new one when they or the account change. */
export function startAccount(): void {
  followSession(connectAgain)
  connectAgain()
}
