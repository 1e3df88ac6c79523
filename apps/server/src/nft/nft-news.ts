import type { NoticeKind } from '@candor/contract'
import { writeUsdt } from '@candor/money'

/** Notice to a customer about an artwork; its name makes it unique. */
export interface NftNews {
  readonly kind: Extract<NoticeKind, `nft${string}`>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

interface Named {
  readonly id: string
  readonly title: string
}

/** Builds the notice of a higher bid, which released the customer's hold. `number` is the bid that was outbid. */
export const newsOfOutbid = (work: Named, number: number, minor: bigint): NftNews => ({
  kind: 'nftOutbid',
  once: `nft:${work.id}:outbid:${number}`,
  facts: { artwork: work.id, title: work.title, amount: writeUsdt(minor) },
})

/** The auction ended, and the leading bid could not be paid. */
export const newsOfUnpaid = (work: Named, minor: bigint): NftNews => ({
  kind: 'nftUnpaid',
  once: `nft:${work.id}:unpaid`,
  facts: { artwork: work.id, title: work.title, amount: writeUsdt(minor) },
})

export const newsOfWin = (work: Named, minor: bigint): NftNews => ({
  kind: 'nftWon',
  once: `nft:${work.id}:won`,
  facts: { artwork: work.id, title: work.title, amount: writeUsdt(minor) },
})
