import { priceToNumber } from '@candor/money'
import { isOpenAt, type Market } from '@candor/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { Feed, FeedLog, FeedSink } from '../feed.ts'
import type { Simulator } from '../simulated/simulator.ts'

/** A market open, with a live source, and this long without a quote, is simulated until one comes. */
const fallBackAfterMs = 30_000
/** Time for the live source to respond at the start, before prices are simulated. */
const patienceMs = 6_000
const watchEveryMs = 1_000

export interface AutoFeedOptions {
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly sink: FeedSink
  readonly log: FeedLog
  /** Creates the live feed, whose quotes pass through here. */
  readonly live: (sink: FeedSink) => { readonly feed: Feed; readonly codes: () => ReadonlySet<string> }
  readonly simulator: Simulator
  /** A market with the hours that hold now; null: as it was listed. */
  readonly listed?: (code: string) => Market | null
  /** Called before a market's first simulated price, with its last live one; null: it had none. */
  readonly onFallback?: (market: Market, lastMid: number | null) => void
}

interface Seen {
  readonly market: Market
  at: number
  mid: number | null
  simulated: boolean
}

/** Live prices where they arrive, simulated ones for each market without them; every quote states which it is (trust T4). */
export class AutoFeed implements Feed {
  private readonly options: AutoFeedOptions
  private readonly live: Feed
  private readonly liveCodes: () => ReadonlySet<string>
  private readonly seen = new Map<string, Seen>()
  private timer: NodeJS.Timeout | null = null

  constructor(options: AutoFeedOptions) {
    this.options = options
    const { feed, codes } = options.live({
      offer: (quote) => {
        this.note(quote.code, priceToNumber(quote.bid))
        options.sink.offer(quote)
      },
      restart: (code, source) => options.sink.restart(code, source),
    })
    this.live = feed
    this.liveCodes = codes
    for (const market of options.markets) this.expectLive(market)
  }

  /** A market that is listed from now on has live prices where an exchange has its symbol, and otherwise simulated ones. */
  add(market: Market): void {
    this.expectLive(market)
    this.options.simulator.add(market)
    this.live.add?.(market)
  }

  private expectLive(market: Market): void {
    if (!this.liveCodes().has(market.code)) return
    const at = this.options.clock.now() + patienceMs - fallBackAfterMs
    this.seen.set(market.code, { market, at, mid: null, simulated: false })
    this.options.simulator.leave(market.code)
  }

  async start(): Promise<void> {
    await this.options.simulator.start()
    await this.live.start()
    this.timer = setInterval(() => this.watch(), watchEveryMs)
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    await Promise.all([this.live.stop(), this.options.simulator.stop()])
  }

  recordedNow(): null {
    return null
  }

  rebase(code: string, factor: number): void {
    this.options.simulator.rebase(code, factor)
    const seen = this.seen.get(code)
    if (seen !== undefined && seen.mid !== null) seen.mid *= factor
  }

  /** Falls back where live prices have stopped. Run by the timer, and by tests. */
  watch(): void {
    const now = this.options.clock.now()
    for (const seen of this.seen.values()) {
      const silent = now - seen.at >= fallBackAfterMs
      // A live market that has traded and is closed keeps its last real price.
      const market = this.options.listed?.(seen.market.code) ?? seen.market
      const closed = seen.mid !== null && !isOpenAt(market, now)
      if (seen.simulated || !silent || closed) continue
      seen.simulated = true
      this.options.log.warn({ code: seen.market.code }, 'no live price: simulating until one arrives')
      this.options.onFallback?.(seen.market, seen.mid)
      this.options.simulator.takeOver(seen.market.code, seen.mid)
    }
  }

  private note(code: string, mid: number): void {
    const seen = this.seen.get(code)
    if (seen === undefined) return
    seen.at = this.options.clock.now()
    seen.mid = mid
    if (!seen.simulated) return
    seen.simulated = false
    this.options.simulator.leave(code)
    this.options.log.info({ code }, 'live prices are back')
  }
}
