import type { Market } from '@candor/rules'
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

/** The exchanges that the settings name, each with the markets it serves; added markets by their symbols. */
export function protocolsOf(settings: LiveSettings, markets: readonly Market[] = []): LiveProtocol[] {
  const found: LiveProtocol[] = []
  if (settings.crypto !== 'off')
    found.push(exchanges[settings.crypto](settings.cryptoUrl ?? undefined, markets))
  if (settings.massive !== null) {
    const classes: MassiveClass[] = ['forex', 'stocks']
    const hasFutures = markets.some(({ type, added }) => type === 4 && added?.symbols.massive !== undefined)
    if (settings.massive.futures.size > 0 || hasFutures) classes.push('futures')
    for (const kind of classes) found.push(massive(kind, settings.massive, markets))
  }
  return found
}

/** The markets that the settings give a live source. */
export const liveCodes = (settings: LiveSettings, markets: readonly Market[]): ReadonlySet<string> =>
  new Set(protocolsOf(settings, markets).flatMap((protocol) => [...protocol.codes.values()]))

export interface LiveFeedOptions {
  readonly settings: LiveSettings
  /** Every listed market, also those that are listed later. */
  readonly markets: () => readonly Market[]
  readonly clock: Clock
  readonly chance: () => number
  readonly sink: FeedSink
  readonly log: FeedLog
}

/** Real prices from the exchanges themselves. */
export class LiveFeed implements Feed {
  private readonly options: LiveFeedOptions
  /** By the exchange's name. */
  private readonly connections = new Map<string, LiveConnection>()
  private isStarted = false

  constructor(options: LiveFeedOptions) {
    this.options = options
    this.connect()
  }

  async start(): Promise<void> {
    this.isStarted = true
    for (const connection of this.connections.values()) connection.start()
  }

  async stop(): Promise<void> {
    this.isStarted = false
    for (const connection of this.connections.values()) connection.stop()
  }

  /** Subscribes to a market that is listed from now on: the exchange that has its symbol is connected to again. */
  add(): void {
    this.connect()
  }

  private connect(): void {
    const { settings, markets, clock, chance, log, sink } = this.options
    for (const protocol of protocolsOf(settings, markets())) {
      const known = this.connections.get(protocol.name)
      if (known !== undefined) {
        known.follow(protocol)
        continue
      }
      const onQuote: FeedSink['offer'] = (quote) => sink.offer(quote)
      const connection = new LiveConnection({ protocol, clock, chance, log, onQuote })
      this.connections.set(protocol.name, connection)
      if (this.isStarted) connection.start()
    }
  }

  recordedNow(): null {
    return null
  }
}
