import type { AccountMessage } from '../generated/entities.ts'
import { keepConnected, type StreamState } from './keep-connected.ts'
import type { LiveOptions } from './live-options.ts'

export interface AccountFollower {
  /** Called with each message but the heartbeats. Those of an interruption are lost: read again what matters in `onOpen`. */
  readonly onMessage: (message: AccountMessage) => void
  /** Called when the stream has begun, and after each interruption with `isAgain`. */
  readonly onOpen?: (isAgain: boolean) => void
  readonly onState?: (state: StreamState) => void
}

export interface AccountStream {
  close(): void
}

/** Three of the server's heartbeats, `session` messages with the state `alive`: without any the connection is dead. */
const silenceMs = 90_000
/** Close codes of a wrong first message and of a key or session that is no longer valid. */
const finalCodes = [4400, 4401]

/** Follows `/websocket/account`. The key or token is sent as the first message, never in the address. */
export function followAccount(
  { url, options, random }: LiveOptions,
  follower: AccountFollower,
): AccountStream {
  const { apiKey, token, mode } = options
  const credential = token === undefined ? { key: apiKey } : { token }
  if (apiKey === undefined && token === undefined)
    throw new TypeError('an account stream needs apiKey or token')
  let openings = 0
  const connection = keepConnected({
    url: `${url}/websocket/account`,
    WebSocket: options.WebSocket,
    ...{ random, silenceMs, finalCodes },
    hello: () => [JSON.stringify({ ...credential, virtually: mode === 'real' ? 'YES' : 'NO' })],
    onText: (text) => {
      const message = JSON.parse(text) as AccountMessage
      const state = sessionStateOf(message)
      if (state === 'alive') return
      if (state === 'listening') {
        connection.works()
        openings += 1
        follower.onState?.('open')
        follower.onOpen?.(openings > 1)
      }
      follower.onMessage(message)
    },
    onState: (state) => follower.onState?.(state),
  })
  return { close: () => connection.close() }
}

/** `listening` confirms the first message, and only then do changes arrive. `ended` comes before the close code that ends the stream. */
const sessionStateOf = (message: AccountMessage) => (message.type === 'session' ? message.data.state : null)
