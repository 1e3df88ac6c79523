import type { ArtworkSort, ArtworkStatus } from '@candor/contract'
import type { NftChain, SaleKind } from '@candor/rules'
import type { CallInput } from '../../session/calls/call-server.ts'

/** Filters and sort order of the market. */
export interface MarketFilter {
  readonly status: ArtworkStatus
  readonly kind: SaleKind | 'all'
  readonly chain: NftChain | 'all'
  readonly verifiedOnly: boolean
  readonly sort: ArtworkSort
}

export const firstFilter: MarketFilter = {
  status: 'open',
  kind: 'all',
  chain: 'all',
  verifiedOnly: false,
  sort: 'newest',
}

export const shownStatuses = ['open', 'upcoming', 'sold'] as const satisfies readonly ArtworkStatus[]
export const saleKinds = ['all', 'fixed', 'auction'] as const
export const sorts = ['newest', 'ending', 'priceLow', 'priceHigh'] as const satisfies readonly ArtworkSort[]
/** Names of the chains, the same in every language. */
export const chainNames: Readonly<Record<NftChain, string>> = {
  ethereum: 'Ethereum',
  polygon: 'Polygon',
  tron: 'Tron',
}
export const chains = Object.keys(chainNames) as NftChain[]

/** Reports whether a filter other than state and order is set. */
export const isNarrow = ({ kind, chain, verifiedOnly }: MarketFilter): boolean =>
  kind !== 'all' || chain !== 'all' || verifiedOnly

export const inputOf = ({ status, kind, chain, verifiedOnly, sort }: MarketFilter): CallInput<'listNft'> => ({
  status,
  sort,
  ...(kind === 'all' ? {} : { saleKind: kind }),
  ...(chain === 'all' ? {} : { chain }),
  ...(verifiedOnly ? { verified: 'true' } : {}),
})
