import type { ArtworkMessage, ArtworkPage } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { changedPage } from './artwork-news.ts'

const bid = (number: number) => ({
  number,
  bidder: number,
  amount: `${40 + number}.000000`,
  at: '2026-11-18T17:00:00.000Z',
})
const shown = { id: 'a', bidCount: 1, currentBid: '41.000000', bids: [bid(1)] } as unknown as ArtworkPage
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
