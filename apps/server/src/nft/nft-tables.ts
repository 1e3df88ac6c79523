import type { NftChain, SaleKind, WorkState } from '@candor/rules'
import type { Generated } from 'kysely'

/** Times in epoch ms, amounts in USDT's smallest unit, rates in 10^-12. */
export interface NftTables {
  nft_creators: { id: string; name: string; about: string; created_at: bigint }
  nft_pictures: {
    id: string
    width: number
    height: number
    large: Buffer
    small: Buffer
    added_by: string
    created_at: bigint
  }
  nft_works: {
    id: string
    sequence: Generated<bigint>
    title: string
    description: string
    creator_id: string
    picture_id: string | null
    drawing: string | null
    chain: NftChain
    address: string
    token_id: string
    verified: Generated<boolean>
    sample: Generated<boolean>
    created_at: bigint
    state: Generated<WorkState>
    sale_kind: SaleKind | null
    price: bigint | null
    starts_at: bigint | null
    ends_at: bigint | null
    bid_step: bigint | null
    soft_close_ms: bigint | null
    fee_rate: bigint | null
    bid_count: Generated<number>
    highest: bigint | null
    leader: string | null
    sold_at: bigint | null
    sold_price: bigint | null
    fee: bigint | null
    buyer: string | null
    receiving_address: string | null
    public_id: string | null
    certificate_no: string | null
    delivery_hash: string | null
  }
  nft_bids: {
    work_id: string
    number: number
    user_id: string
    bidder: number
    amount: bigint
    ended_at: bigint
    receiving_address: string
    at: bigint
  }
  nft_transfers: {
    id: string
    sequence: Generated<bigint>
    recipient: string
    network: 'ERC20' | 'TRC20'
    address: string
    amount: bigint
    reason: string
    proposed_by: string
    approved_by: string
    approved_at: bigint
    state: Generated<'approved' | 'sent' | 'cancelled'>
    hash: string | null
    ended_at: bigint | null
  }
  nft_papers: { work_id: string; language: string; sha256: string; pdf: Buffer; written_at: bigint }
}
