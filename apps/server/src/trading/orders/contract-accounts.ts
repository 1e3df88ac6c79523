import type { AccountMode } from '@candor/contract'
import { type AccountClass, ledgerAssetOf } from '../../ledger/account-class.ts'
import { type AccountRef, house, type Step } from '../../ledger/ledger.ts'

/** Ledger accounts of a contract's money, all of one mode: demo and real never mix. */
export interface ContractAccounts {
  readonly customer: AccountRef
  readonly capital: AccountRef
  readonly fees: AccountRef
  readonly swaps: AccountRef
  readonly shortfalls: AccountRef
}

const ofHouse = (mode: AccountMode, accountClass: AccountClass): AccountRef => ({
  class: accountClass,
  owner: house,
  asset: ledgerAssetOf(mode),
})

export const contractAccounts = (userId: string, mode: AccountMode): ContractAccounts => ({
  customer: { class: 'customer', owner: userId, asset: ledgerAssetOf(mode) },
  capital: ofHouse(mode, 'trading-capital'),
  fees: ofHouse(mode, 'fee-revenue'),
  swaps: ofHouse(mode, 'swap-revenue'),
  shortfalls: ofHouse(mode, 'negative-balance'),
})

/** The operator's accounts of trading, opened at start. */
export const houseAccounts = (mode: AccountMode): AccountRef[] => {
  const { capital, fees, swaps, shortfalls } = contractAccounts('-', mode)
  return [capital, fees, swaps, shortfalls]
}

/** Accounts of a transfer; `coverFrom` pays what `from` lacks. */
interface Route {
  readonly from: AccountRef
  readonly to: AccountRef
  readonly coverFrom?: AccountRef
}

/** Moves an amount; no step for zero. */
export const transfer = (kind: string, route: Route, minor: bigint): Step[] =>
  minor === 0n ? [] : [{ do: 'transfer', kind, ...route, minor }]
