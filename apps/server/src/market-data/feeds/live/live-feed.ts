import type { Clock } from '../../../platform/clock.ts'
import type { Feed, FeedLog, FeedSink } from '../feed.ts'
import { binance } from './binance.ts'
import { coinbase } from './coinbase.ts'
import { kraken } from './kraken.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveSettings } from './live-settings.ts'
import { type MassiveClass, massive } from './massive.ts'
import type { LiveProtocol } from './protocol.ts'

const exchanges = { kraken, coinbase, binance } as const

/** The exchanges that the settings name, each with the markets it serves. */
export function protocolsOf(settings: LiveSettings): LiveProtocol[] {
  const found: LiveProtocol[] = []
  if (settings.crypto !== 'off') found.push(exchanges[settings.crypto](settings.cryptoUrl ?? undefined))
  if (settings.massive !== null) {
    const classes: MassiveClass[] = ['forex', 'stocks']
    if (settings.massive.futures.size > 0) classes.push('futures')
    for (const kind of classes) found.push(massive(kind, settings.massive))
  }
  return found
}

/** The markets that the settings give a live source. */
export const liveCodes = (settings: LiveSettings): ReadonlySet<string> =>
  new Set(protocolsOf(settings).flatMap((protocol) => [...protocol.codes.values()]))

export interface LiveFeedOptions {
  readonly settings: LiveSettings
  readonly clock: Clock
  readonly chance: () => number
  readonly sink: FeedSink
  readonly log: FeedLog
}

/** Real prices from the exchanges themselves. */
export class LiveFeed implements Feed {
  private readonly connections: readonly LiveConnection[]

  constructor(options: LiveFeedOptions) {
    this.connections = protocolsOf(options.settings).map(
      (protocol) =>
        new LiveConnection({
          protocol,
          clock: options.clock,
          chance: options.chance,
          log: options.log,
          onQuote: (quote) => options.sink.offer(quote),
        }),
    )
  }

  async start(): Promise<void> {
    for (const connection of this.connections) connection.start()
  }

  async stop(): Promise<void> {
    for (const connection of this.connections) connection.stop()
  }

  recordedNow(): null {
    return null
  }
}
