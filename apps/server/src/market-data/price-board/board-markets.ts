import {
  type HoursAnnouncements,
  type MarginLevels,
  type Market,
  marginLevelsOf,
  standardMarginLevels,
  withAnnouncedHours,
  withTerms,
} from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import { ClockOffsets } from './clock-offsets.ts'
import { createPlace, type LevelsFrom, type OfferFrom, type Place, type TermsFrom } from './place.ts'

export interface BoardMarketsOptions {
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly firstSeq: number
  readonly sandbox?: boolean
}

/** Keeps the markets of a board: which are listed, on which terms, and whether they are offered. Prices are the board's. */
export class BoardMarkets {
  readonly clockOffsets: ClockOffsets
  protected readonly clock: Clock
  protected readonly places = new Map<string, Place>()
  /** Number of the first quote of a market that is listed from now on. */
  protected firstSeq: number
  private listedMarkets: readonly Market[] = []
  private levels: MarginLevels = standardMarginLevels
  /** Levels that apply later, the next first. */
  private laterLevels: readonly LevelsFrom[] = []
  /** Null until hours are announced here: markets come with their own. */
  private hours: HoursAnnouncements | null = null
  private readonly options: Pick<BoardMarketsOptions, 'sandbox'>
  private readonly listingListeners = new Set<(market: Market) => void>()

  constructor(options: BoardMarketsOptions) {
    this.clock = options.clock
    this.options = options
    this.firstSeq = options.firstSeq
    this.clockOffsets = new ClockOffsets(options.clock)
    for (const market of options.markets) this.list(market)
  }

  get markets(): readonly Market[] {
    return this.listedMarkets
  }

  /** Lists a market, without a quote yet; or gives a listed one another name and other symbols: nothing else of it ever changes. */
  list(market: Market): void {
    const { code } = market
    const place = this.places.get(code)
    if (place !== undefined) {
      const { name, added } = market
      this.replace(place, (one) => ({ ...one, name, ...(added && { added }) }))
      this.listedMarkets = this.listedMarkets.map((one) => (one.code === code ? place.market : one))
      return
    }
    const listed = this.hours === null ? market : withAnnouncedHours(market, this.hours)
    this.places.set(code, createPlace(listed, { ...this.options, firstSeq: this.firstSeq }))
    this.clockOffsets.list(listed)
    this.listedMarkets = [...this.listedMarkets, listed]
    for (const listener of this.listingListeners) listener(listed)
  }

  /** Gives every market, and each that is listed from now on, the hours that operators announced, in place of those before. */
  announceHours(hours: HoursAnnouncements): void {
    this.hours = hours
    for (const place of this.places.values()) this.replace(place, (one) => withAnnouncedHours(one, hours))
    this.listedMarkets = this.listedMarkets.map((one) => this.places.get(one.code)?.market ?? one)
  }

  onListed(listener: (market: Market) => void): () => void {
    this.listingListeners.add(listener)
    return () => this.listingListeners.delete(listener)
  }

  market(code: string): Market | null {
    const place = this.places.get(code)
    if (place === undefined) return null
    if (place.later.length > 0) this.passTerms(place)
    const levels = this.marginLevels()
    // Another object each time they change: a position keeps the one it was opened with.
    if (marginLevelsOf(place.inForce) !== levels) place.inForce = { ...place.inForce, marginLevels: levels }
    return place.inForce
  }

  listed(code: string): Market | null {
    return this.places.get(code)?.market ?? null
  }

  /** Every change of a market's terms, those of the past too, the oldest first: each holds to the millisecond from its moment on. */
  schedule(code: string, changes: readonly TermsFrom[]): void {
    const place = this.places.get(code)
    if (place === undefined) return
    place.inForce = place.market
    place.later = changes
    this.passTerms(place)
  }

  /** Every change of the margin levels, those of the past too, the oldest first: each holds to the millisecond from its moment on. */
  scheduleMarginLevels(changes: readonly LevelsFrom[]): void {
    this.levels = standardMarginLevels
    this.laterLevels = changes
  }

  marginLevels(): MarginLevels {
    if (this.laterLevels.length === 0) return this.levels
    const now = this.clock.now()
    for (let [next] = this.laterLevels; next !== undefined && next.from <= now; [next] = this.laterLevels) {
      this.levels = next.levels
      this.laterLevels = this.laterLevels.slice(1)
    }
    return this.levels
  }

  /** The next terms that are known already; null: none. */
  nextTerms(code: string): TermsFrom | null {
    this.market(code)
    return this.places.get(code)?.later[0] ?? null
  }

  /** Every change of whether a market is offered, those of the past too, the oldest first: each holds to the millisecond from its moment on. */
  scheduleOffers(code: string, offers: readonly OfferFrom[]): void {
    const place = this.places.get(code)
    if (place !== undefined) place.offers = offers
  }

  isCloseOnly(code: string): boolean {
    const now = this.clock.now()
    return this.places.get(code)?.offers.findLast(({ from }) => from <= now)?.closeOnly ?? false
  }

  /** The announced moment from which a market's positions can only be closed, epoch ms; null: none is announced. */
  closeOnlyFrom(code: string): number | null {
    const last = this.places.get(code)?.offers.at(-1)
    return last?.closeOnly === true && last.from > this.clock.now() ? last.from : null
  }

  private replace(place: Place, change: (market: Market) => Market): void {
    place.market = change(place.market)
    place.inForce = change(place.inForce)
    place.tradable.follow(place.market)
  }

  private passTerms(place: Place): void {
    const now = this.clock.now()
    for (let next = place.later[0]; next !== undefined && next.from <= now; next = place.later[0]) {
      place.inForce = withTerms(place.market, next.terms)
      place.later = place.later.slice(1)
    }
  }
}
