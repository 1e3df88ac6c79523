import type { BookLevel } from '@candor/contract'
import { type Price, parsePrice, parseScaled, priceScale, writePrice, writeScaled } from '@candor/money'

/** Exchanges write volumes with up to 18 decimals. */
const volumeScale = 18

/** A row of the book: one price, or the prices of one step. */
export interface BookRow {
  readonly price: string
  readonly volume: string
  /** Volume of this row and of all better ones. */
  readonly total: string
  /** `total` as a share of the largest one shown, for drawing only. */
  readonly share: number
}

export interface BookSides {
  /** Best price first. */
  readonly asks: readonly BookRow[]
  readonly bids: readonly BookRow[]
  /** Difference of the best two prices, and its share of their middle; null without both. */
  readonly spread: { readonly price: string; readonly percent: number } | null
}

interface Group {
  readonly price: Price
  readonly volume: bigint
}

/** Steps by which prices can be grouped, in price: the market's last digit, and 10, 100 and 1,000 of it. */
export const stepsOf = (digits: number): readonly Price[] =>
  [0, 1, 2, 3].map((power) => (10n ** BigInt(priceScale - digits + power)) as Price)

/** Decimals of a price that is a multiple of a step. */
export const digitsOf = (step: Price): number => writePrice(step).split('.')[1]?.length ?? 0

/** Decimals of volumes: as many as the price has digits before the point, so that a last digit is worth about as much everywhere. */
export const volumeDigits = (price: string): number => {
  const whole = price.split('.')[0] ?? ''
  return whole === '0' ? 0 : Math.min(6, whole.length)
}

/** Rounds a bid's price down and an ask's up, so that no row looks better than it is. */
const toStep = (price: Price, step: Price, side: 'bids' | 'asks'): Price =>
  (((side === 'bids' ? price : price + step - 1n) / step) * step) as Price

/** Adds up the levels of each step. */
function groupsOf(levels: readonly BookLevel[], step: Price, side: 'bids' | 'asks'): Group[] {
  const groups: Group[] = []
  for (const [text, volumeText] of levels) {
    const price = parsePrice(text)
    const volume = parseScaled(volumeText, volumeScale)
    if (price === null || volume === null) continue
    const at = toStep(price, step, side)
    const last = groups.at(-1)
    if (last?.price === at) groups[groups.length - 1] = { price: at, volume: last.volume + volume }
    else groups.push({ price: at, volume })
  }
  // The book goes on beyond what the server sends: the outermost of several groups may lack a part.
  return groups.length > 1 && groups.length < levels.length ? groups.slice(0, -1) : groups
}

/** Rows of both sides, grouped by a step, with totals from the best price on. */
export function bookRows(
  book: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] },
  step: Price,
  count: number,
): BookSides {
  const sides = {
    bids: groupsOf(book.bids, step, 'bids').slice(0, count),
    asks: groupsOf(book.asks, step, 'asks').slice(0, count),
  }
  const sum = (groups: readonly Group[]) => groups.reduce((total, { volume }) => total + volume, 0n)
  const [ofBids, ofAsks] = [sum(sides.bids), sum(sides.asks)]
  const largest = ofBids > ofAsks ? ofBids : ofAsks
  return {
    bids: rowsOf(sides.bids, largest),
    asks: rowsOf(sides.asks, largest),
    spread: spreadOf(book.bids[0]?.[0], book.asks[0]?.[0]),
  }
}

function rowsOf(groups: readonly Group[], largest: bigint): BookRow[] {
  let total = 0n
  return groups.map(({ price, volume }) => {
    total += volume
    const share = largest === 0n ? 0 : Number((total * 10_000n) / largest) / 10_000
    return {
      price: writePrice(price),
      volume: writeScaled(volume, volumeScale),
      total: writeScaled(total, volumeScale),
      share,
    }
  })
}

function spreadOf(bidText = '', askText = ''): BookSides['spread'] {
  const [bid, ask] = [parsePrice(bidText), parsePrice(askText)]
  if (bid === null || ask === null || ask <= 0n) return null
  const percent = Number(((ask - bid) * 2_000_000n) / (ask + bid)) / 10_000
  return { price: writePrice((ask - bid) as Price), percent }
}
