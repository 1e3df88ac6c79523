import type { Quote } from '@candor/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { FeedLog } from '../feed.ts'
import { type Patience, PersistentConnection } from './persistent-connection.ts'
import type { LiveProtocol, LiveQuote } from './protocol.ts'

const mostMessageBytes = 4 * 1024 * 1024

export interface LiveConnectionOptions {
  readonly protocol: LiveProtocol
  readonly clock: Clock
  /** In [0, 1): spreads the reconnections of many servers. */
  readonly chance: () => number
  readonly log: FeedLog
  readonly onQuote: (quote: Quote) => void
  readonly onGap?: (name: string) => void
  readonly patience?: Patience
}

/** Quotes of one exchange: each message once and in its order, from the beginning again after a gap. */
export class LiveConnection {
  private readonly options: LiveConnectionOptions
  private protocol: LiveProtocol
  private readonly connection: PersistentConnection
  private sequence: number | null = null
  private conflater: NodeJS.Timeout | null = null
  private readonly newest = new Map<string, LiveQuote>()

  constructor(options: LiveConnectionOptions) {
    this.options = options
    this.protocol = options.protocol
    const { protocol, chance, log, patience } = options
    const { name, url, heartbeat, deadAfterMs } = protocol
    this.connection = new PersistentConnection({
      ...{ name, url, heartbeat, deadAfterMs, mostMessageBytes, chance, log, patience },
      hello: () => this.protocol.hello,
      onText: (text) => this.hear(text),
      onLost: () => {
        this.sequence = null
      },
    })
  }

  start(): void {
    const { conflateMs } = this.protocol
    if (conflateMs > 0) this.conflater = setInterval(() => this.deliver(), conflateMs)
    this.connection.start()
  }

  stop(): void {
    if (this.conflater !== null) clearInterval(this.conflater)
    this.connection.stop()
  }

  /** Takes over a protocol with other markets: the connection begins again with its subscription. The same markets change nothing. */
  follow(protocol: LiveProtocol): void {
    const { codes } = this.protocol
    const isSame =
      codes.size === protocol.codes.size &&
      [...protocol.codes].every(([symbol, code]) => codes.get(symbol) === code)
    if (isSame) return
    this.protocol = protocol
    this.connection.restart()
  }

  private hear(text: string): void {
    const { protocol } = this
    const { log } = this.options
    const reading = protocol.read(text)
    if (reading.refused !== null) log.warn({ exchange: protocol.name, refused: reading.refused }, 'refused')
    if (!this.inSequence(reading.sequence)) return
    for (const message of reading.say) this.connection.send(message)
    for (const quote of reading.quotes) {
      if (protocol.conflateMs > 0) this.newest.set(quote.symbol, quote)
      else this.give(quote)
    }
  }

  /** Returns false after a gap: the missed messages are unknown, so the connection restarts and gets a fresh snapshot. */
  private inSequence(sequence: number | null): boolean {
    if (sequence === null) return true
    const expected = this.sequence === null ? null : this.sequence + 1
    this.sequence = sequence
    if (expected === null || sequence <= expected) return true
    this.options.log.warn({ exchange: this.protocol.name, expected, got: sequence }, 'messages were missed')
    this.options.onGap?.(this.protocol.name)
    this.connection.restart()
    return false
  }

  private deliver(): void {
    for (const quote of this.newest.values()) this.give(quote)
    this.newest.clear()
  }

  private give(quote: LiveQuote): void {
    const { protocol } = this
    const { clock, onQuote } = this.options
    const code = protocol.codes.get(quote.symbol)
    if (code === undefined) return
    const { bid, ask } = quote
    // The age of a price counts from the source's time, so a sandbox's clock that was moved takes that along.
    const time = quote.time === null ? clock.now() : quote.time + (clock.offsetMs ?? 0)
    onQuote({ code, bid, ask, time, source: protocol.source, volume: 0 })
  }
}
