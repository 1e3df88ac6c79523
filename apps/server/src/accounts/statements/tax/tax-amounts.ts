import { type AssetCode, writeMinor } from '@candor/money'
import type { LedgerAsset } from '../../../ledger/account-class.ts'

/** Writes an amount in the asset's smallest unit as a decimal text with all its decimals. */
export const writeMoney = (minor: bigint, asset: LedgerAsset): string =>
  writeMinor(minor, asset === 'DEMO' ? 'USDT' : (asset satisfies AssetCode))
