import type { MarketItem } from '@candor/contract'

/** Orders of the list; `open` is the server's order with the markets that can be traded now first. */
export const sortKeys = ['open', 'name', 'volume', 'spread', 'change'] as const
export type SortKey = (typeof sortKeys)[number]
export type Figure = Exclude<SortKey, 'open' | 'name'>
/** Figures of a row: one below the price, or each in a column of its own. */
export type ShownFigure = Figure | 'all'

export interface MarketSort {
  readonly by: SortKey
  readonly descending: boolean
}

export const usualSort: MarketSort = { by: 'open', descending: false }

const firstDescending: Readonly<Record<SortKey, boolean>> = {
  open: false,
  name: false,
  volume: true,
  spread: false,
  change: true,
}

/** The order that a key begins with: names from A, the largest changes and volumes, the narrowest spreads. */
export const sortBy = (by: SortKey): MarketSort => ({ by, descending: firstDescending[by] })

/** A heading's order after a press: its own, then reversed, then the usual one again. */
export function pressHeading(sort: MarketSort, by: SortKey): MarketSort {
  if (sort.by !== by) return sortBy(by)
  return sort.descending === firstDescending[by] ? reversed(sort) : usualSort
}

export const reversed = ({ by, descending }: MarketSort): MarketSort => ({ by, descending: !descending })

/** Reads a stored order; an unknown one is the usual one. */
export function readSort(stored: string | null): MarketSort {
  const [name, direction] = (stored ?? '').split(' ')
  const by = sortKeys.find((key) => key === name)
  return by === undefined ? usualSort : { by, descending: direction === 'descending' }
}

export const writeSort = ({ by, descending }: MarketSort): string =>
  `${by} ${descending ? 'descending' : 'ascending'}`

type Sorted = Pick<MarketItem, 'appName' | 'open' | 'price' | 'zdf' | 'spread' | 'turnover24h'>

/** The spread as a share of the price; null without prices. For comparing and display only. */
export const spreadShare = ({ spread, price }: Pick<MarketItem, 'spread' | 'price'>): number | null =>
  spread === null || price === null ? null : Number(spread) / Number(price)

const figures: Readonly<Record<Figure, (market: Sorted) => number | null>> = {
  volume: ({ turnover24h }) => (turnover24h === null ? null : Number(turnover24h)),
  spread: spreadShare,
  change: ({ zdf, price }) => (price === null ? null : zdf),
}

/** Sorts markets; those without the figure come last in both directions, and equal ones keep their order. */
export function sortMarkets<M extends Sorted>(
  markets: readonly M[],
  { by, descending }: MarketSort,
  languageTag: string,
): M[] {
  const direction = descending ? -1 : 1
  if (by === 'open')
    return markets.toSorted((a, b) => direction * (Number(isTraded(b)) - Number(isTraded(a))))
  if (by === 'name') {
    const { compare } = new Intl.Collator(languageTag, { numeric: true })
    return markets.toSorted((a, b) => direction * compare(a.appName, b.appName))
  }
  const figure = figures[by]
  return markets.toSorted((a, b) => {
    const [first, second] = [figure(a), figure(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return direction * (first - second)
  })
}

const isTraded = ({ open, price }: Sorted): boolean => open && price !== null
