import type { Artwork, ArtworkMessage, ArtworkPage } from '@candor/contract'

type Change = NonNullable<ArtworkMessage['data']>

/** Applies a change to a work in a list; a change older than the shown state is ignored. */
export function changedArtwork<T extends Artwork>(shown: T, change: Change): T {
  if (shown.id !== change.id || change.bidCount < shown.bidCount) return shown
  const { status, currentBid, nextBid, bidCount, saleEndsAt, soldAt, soldPrice } = change
  return { ...shown, status, currentBid, nextBid, bidCount, saleEndsAt, soldAt, soldPrice }
}

const mostBids = 50

/** The same for the work's own page, to whose bids it adds. */
export function changedPage(shown: ArtworkPage, change: Change): ArtworkPage {
  const changed = changedArtwork(shown, change)
  const { bid } = change
  if (changed === shown || bid === null || shown.bids.some(({ number }) => number === bid.number))
    return changed
  return { ...changed, bids: [bid, ...shown.bids].slice(0, mostBids) }
}
