import type { AccountClass } from '../ledger/account-class.ts'
import { type AccountRef, house, type Posting, type Step } from '../ledger/ledger.ts'

const ofHouse = (accountClass: AccountClass): AccountRef => ({
  class: accountClass,
  owner: house,
  asset: 'USDT',
})
const charity = ofHouse('charity')
const fees = ofHouse('fee-revenue')
const world = ofHouse('world')
const customer = (userId: string): AccountRef => ({ class: 'customer', owner: userId, asset: 'USDT' })

/** The operator's accounts artworks need; opened at start. */
export const nftHouseAccounts: readonly AccountRef[] = [charity, fees, world]

const bidHold = (workId: string, number: number) => `nft:${workId}:bid:${number}`

export interface BidMoney {
  readonly workId: string
  readonly number: number
  readonly userId: string
  readonly minor: bigint
}

/** A bid: the one before it is free again and this one is set aside, in one; short of it, nothing happens to either. */
export const bidPosting = ({ workId, number, userId, minor }: BidMoney): Posting => ({
  id: `nft:${workId}:bid:${number}`,
  reference: workId,
  steps: [
    ...(number > 1 ? [{ do: 'release', holdId: bidHold(workId, number - 1), minor: null } as const] : []),
    { do: 'hold', holdId: bidHold(workId, number), account: customer(userId), minor, purpose: 'other' },
  ],
})

export interface SaleMoney {
  readonly workId: string
  readonly buyer: string
  readonly charityMinor: bigint
  readonly feeMinor: bigint
  /** Winning bid, whose hold ends; null: bought at its price. */
  readonly winningBid: number | null
}

/** A sale, once ever: all of it to the charity but a disclosed fee (trust T19). */
export function salePosting({ workId, buyer, charityMinor, feeMinor, winningBid }: SaleMoney): Posting {
  const transfer = (kind: string, to: AccountRef, minor: bigint): readonly Step[] =>
    minor > 0n ? [{ do: 'transfer', kind, from: customer(buyer), to, minor }] : []
  return {
    id: `nft:${workId}:sale`,
    reference: workId,
    steps: [
      ...(winningBid === null
        ? []
        : [{ do: 'release', holdId: bidHold(workId, winningBid), minor: null } as const]),
      ...transfer('nft-sale', charity, charityMinor),
      ...transfer('nft-fee', fees, feeMinor),
    ],
  }
}

/** A bid that won and cannot be paid: what is still set aside for it is free again. */
export const unpaidPosting = (workId: string, winningBid: number): Posting => ({
  id: `nft:${workId}:unpaid`,
  reference: workId,
  steps: [{ do: 'release', holdId: bidHold(workId, winningBid), minor: null }],
})

const transferHold = (id: string) => `charity:${id}`

/** Approved by two people: set aside until it was sent. */
export const approvedTransferPosting = (id: string, minor: bigint): Posting => ({
  id: `charity:${id}:approved`,
  reference: id,
  steps: [{ do: 'hold', holdId: transferHold(id), account: charity, minor, purpose: 'other' }],
})

/** Sent: it left for the charity. */
export const sentTransferPosting = (id: string, minor: bigint): Posting => ({
  id: `charity:${id}:sent`,
  reference: id,
  steps: [
    { do: 'release', holdId: transferHold(id), minor: null },
    { do: 'transfer', kind: 'charity-transfer', from: charity, to: world, minor },
  ],
})

export const cancelledTransferPosting = (id: string): Posting => ({
  id: `charity:${id}:cancelled`,
  reference: id,
  steps: [{ do: 'release', holdId: transferHold(id), minor: null }],
})
