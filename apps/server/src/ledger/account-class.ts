import type { AccountMode } from '@candor/contract'
import { type AssetCode, assetCodes, writeMinor } from '@candor/money'

/** Demo money is an asset of its own inside the ledger, so nothing can ever cross; on the wire it is called USDT. */
export type LedgerAsset = AssetCode | 'DEMO'

export const ledgerAssetOf = (mode: AccountMode, asset: AssetCode = 'USDT'): LedgerAsset =>
  mode === 'demo' ? 'DEMO' : asset

/** Assets of a customer's account. */
export const assetsOf: Readonly<Record<AccountMode, readonly LedgerAsset[]>> = {
  demo: ['DEMO'],
  real: assetCodes,
}

/** Returns the code of an asset on the wire. */
export const wireAssetOf = (asset: LedgerAsset): AssetCode => (asset === 'DEMO' ? 'USDT' : asset)

/** Writes an amount in the asset's smallest unit as a decimal text with all its decimals. */
export const writeLedgerAmount = (minor: bigint, asset: LedgerAsset): string =>
  writeMinor(minor, wireAssetOf(asset))

/** A customer's `customer` account never goes below zero, nor does any of the operator's; `world` is the other side of what enters and leaves. */
export type AccountClass =
  | 'customer'
  | 'trading-capital'
  | 'fee-revenue'
  | 'swap-revenue'
  | 'negative-balance'
  | 'yield-reserve'
  | 'loan-capital'
  | 'charity'
  /** The operator's own money at venues where surplus positions are laid off. */
  | 'hedge-capital'
  /** Customers' principal in smart plans, apart from the operator's money. */
  | 'plan-principal'
  /** Customers' principal in savings, apart from the operator's money. */
  | 'savings-principal'
  /** The operator's own money that pays savings interest, and nothing else. */
  | 'savings-reserve'
  /** The operator's counterpart account for coin conversions. */
  | 'conversion'
  /** The operator's interest income from loans, apart from the capital they are lent from. */
  | 'loan-interest'
  | 'world'
