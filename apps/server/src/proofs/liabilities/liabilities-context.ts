import type { FundingNetwork } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import type { ReceiptSigner } from '../receipts/receipt-keys.ts'
import type { OwedQuery } from './owed-to-customers.ts'

/** Checks whether the key of an address signed a text; `unreadable`: no signature of the network. */
export type ChecksSignature = (
  network: FundingNetwork,
  signed: { readonly address: string; readonly message: string; readonly signature: string },
) => 'signed' | 'other' | 'unreadable'

/** Port from funding: addresses as their networks and nodes know them. */
export interface AddressReader {
  /** The one writing of an address of a network; null: none of it. */
  readonly readAddress: (network: FundingNetwork, text: string) => string | null
  /**
   * Balance at an address according to a node, in the coin's smallest unit; null where no node is set. Throws when the node does not
   * respond.
   */
  readonly balanceAt: (network: FundingNetwork, address: string) => Promise<bigint | null>
  /** Checks whether a node of this network is set. */
  readonly canLook: (network: FundingNetwork) => boolean
  readonly checkSignature: ChecksSignature
}

export interface LiabilitiesPorts {
  readonly addresses: AddressReader
  /** Public address of this server; null while it does not listen. It is part of the text, so that the signature is of no use elsewhere. */
  readonly ownUrl: () => string | null
  /** Queries of debts to customers other than their balances. */
  readonly owed: readonly OwedQuery[]
  readonly sign: ReceiptSigner['sign']
}

/** Context of this module's functions. */
export interface LiabilitiesContext extends ServerContext, LiabilitiesPorts {}
