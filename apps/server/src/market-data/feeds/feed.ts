import type { Market, Quote, QuoteSource } from '@candor/rules'

/** Receiver of a feed's quotes. */
export interface FeedSink {
  offer(quote: Quote): void
  /** A recording starts (or starts again) from its beginning. */
  restart(code: string, source: QuoteSource): void
}

/** One source of quotes. */
export interface Feed {
  start(): Promise<void>
  /** Gives no quote after it has resolved. */
  stop(): Promise<void>
  /** A market was split: prices made up here go on at the new scale. A source of real ones does so by itself. */
  rebase?(code: string, factor: number): void
  /** Begins to send the quotes of a market that was added, where this source has any. */
  add?(market: Market): void
  /** The recorded time now, of a market it replays; null otherwise. */
  recordedNow(code: string): number | null
}

/** Log of a feed, provided by its owner. */
export interface FeedLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void
  warn(details: Readonly<Record<string, unknown>>, message: string): void
}

/** A feed cannot work with its configuration: reported in one sentence, at the start. */
export class FeedError extends Error {}
