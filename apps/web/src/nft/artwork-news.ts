import type { Artwork, ArtworkMessage, ArtworkPage } from '@candor/contract'

type Change = NonNullable<ArtworkMessage['data']>

/** What a list shows of a work after a change of it; anything older than what is shown changes nothing. */
export function changedArtwork<T extends Artwork>(shown: T, change: Change): T {
  if (shown.id !== change.id || change.bidCount < shown.bidCount) return shown
  const { status, currentBid, nextBid, bidCount, saleEndsAt, soldAt, soldPrice } = change
  return { ...shown, status, currentBid, nextBid, bidCount, saleEndsAt, soldAt, soldPrice }
}

const mostBids = 50

/** The same for the work's own page, whose bids it adds to. */
export function changedPage(shown: ArtworkPage, change: Change): ArtworkPage {
  const changed = changedArtwork(shown, change)
  const { bid } = change
  if (changed === shown || bid === null || shown.bids.some(({ number }) => number === bid.number))
    return changed
  return { ...changed, bids: [bid, ...shown.bids].slice(0, mostBids) }
}
