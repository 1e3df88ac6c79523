import type { AccountMessage } from '../generated/entities.ts'
import { keepConnected, type StreamState } from './keep-connected.ts'
import type { LiveOptions } from './live-options.ts'

export interface AccountFollower {
  /** Called with each message. Those of an interruption are lost: read again what matters in `onOpen`. */
  readonly onMessage: (message: AccountMessage) => void
  /** Called when the stream has begun, and after each interruption with `isAgain`. */
  readonly onOpen?: (isAgain: boolean) => void
  readonly onState?: (state: StreamState) => void
}

export interface AccountStream {
  close(): void
}

/** The server's pings are invisible to a page, so a quiet account looks like a dead connection. */
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
      if (isListening(message)) {
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

/** The server confirms the first message; only then do changes arrive. */
const isListening = ({ type, data }: AccountMessage): boolean =>
  type === 'session' && (data as { readonly state?: unknown } | null)?.state === 'listening'
