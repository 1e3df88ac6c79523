import type { SocketConstructor } from './keep-connected.ts'

/** Options of every stream of a client. */
export interface LiveOptions {
  /** Address of the installation with `ws:` or `wss:`. */
  readonly url: string
  readonly options: {
    readonly apiKey?: string
    readonly token?: string
    readonly mode?: 'demo' | 'real'
    readonly WebSocket?: SocketConstructor
  }
  readonly random: () => number
}
