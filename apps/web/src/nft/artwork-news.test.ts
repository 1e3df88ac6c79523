import type { ArtworkMessage, ArtworkPage } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { changedPage } from './artwork-news.ts'

const bid = (number: number) => ({
  number,
  bidder: number,
  amount: `${40 + number}.000000`,
  at: '2026-11-18T17:00:00.000Z',
})
const shown: ArtworkPage = {
  id: 'a',
  title: 'Tides',
  description: 'Oil on canvas.',
  image: '/art/tides.svg',
  thumbnail: '/art/tides-small.svg',
  creator: 'Mara',
  creatorId: 'm',
  creatorAbout: 'Paints the sea.',
  chain: 'ethereum',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  tokenId: '1',
  saleKind: 'auction',
  price: '40.000000',
  currentBid: '41.000000',
  nextBid: '43.050000',
  bidCount: 1,
  bidStep: '0.05',
  saleStartsAt: '2026-11-18T16:00:00.000Z',
  saleEndsAt: '2026-11-18T18:00:00.000Z',
  softCloseSeconds: 120,
  verified: true,
  cumulativeDonation: '0.000000',
  feeRate: '0.1',
  status: 'open',
  sample: false,
  soldAt: null,
  soldPrice: null,
  deliveryHash: null,
  bids: [bid(1)],
}
const change = (fields: object): NonNullable<ArtworkMessage['data']> => ({
  id: 'a',
  status: 'open',
  currentBid: '42.000000',
  nextBid: '44.100000',
  bidCount: 2,
  saleEndsAt: '2026-11-18T18:02:00.000Z',
  soldAt: null,
  soldPrice: null,
  bid: bid(2),
  ...fields,
})

describe('live bids', () => {
  it('a bid stands first, with the end it may have moved', () => {
    expect(changedPage(shown, change({}))).toMatchObject({
      currentBid: '42.000000',
      nextBid: '44.100000',
      saleEndsAt: '2026-11-18T18:02:00.000Z',
      bids: [{ number: 2 }, { number: 1 }],
    })
  })
  it('what is heard twice is shown once, and what comes late takes nothing back', () => {
    const once = changedPage(shown, change({}))
    expect(changedPage(once, change({})).bids).toHaveLength(2)
    expect(changedPage(once, change({ bidCount: 1, currentBid: '41.000000', bid: bid(1) }))).toBe(once)
  })
  it('another work’s news change nothing', () => {
    expect(changedPage(shown, change({ id: 'b' }))).toBe(shown)
  })
})
