import type { AssetCode } from '@candor/money'
import type { FundingChain } from '@candor/rules'

/** One payment of a transaction; payments in other coins are left out. */
export interface ChainPayment {
  readonly coin: AssetCode
  /** In the chain's usual writing; compared with `sameAddress`. */
  readonly recipient: string
  /** In the coin's smallest unit as we keep it. */
  readonly minor: bigint
}

/** A transaction as the chain shows it now. */
export interface ChainTransaction {
  readonly found: boolean
  /** In a block, but undone by the chain itself. */
  readonly failed: boolean
  /** Blocks it is deep in the best chain, its own counted; 0: in none. */
  readonly confirmations: number
  readonly blockHash: string | null
  readonly payments: readonly ChainPayment[]
}

/** Client of a node. Throws when the node does not respond: then nothing is known, which is not the same as not found. */
export interface Chain {
  transaction(hash: string): Promise<ChainTransaction>
  /** Balance of an address now, in the coin's smallest unit as we keep it, rounded down: never more than there is. */
  balance(coin: AssetCode, address: string): Promise<bigint>
}

/** The chains that are looked at; the others are a reviewer's. */
export type Chains = { readonly [C in FundingChain]?: Chain }

export const notFound: ChainTransaction = {
  found: false,
  failed: false,
  confirmations: 0,
  blockHash: null,
  payments: [],
}

/** Capitals are only a checksum on Ethereum and have no meaning in bech32; in base58 they matter. */
export const sameAddress = (chain: FundingChain, a: string, b: string): boolean =>
  chain === 'ethereum' || /^(bc|tb|bcrt)1/i.test(a) ? a.toLowerCase() === b.toLowerCase() : a === b
