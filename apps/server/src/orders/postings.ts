import type { AccountMode } from '@candor/contract'
import {
  type AccountClass,
  type AccountRef,
  house,
  ledgerAssetOf,
  type Posting,
  type Step,
} from '../ledger/ledger.ts'

/** The accounts a contract's money moves between, all of one mode: demo and real never meet. */
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

/** The operator's accounts that trading needs; opened at start. */
export const houseAccounts = (mode: AccountMode): AccountRef[] => {
  const { capital, fees, swaps, shortfalls } = contractAccounts('-', mode)
  return [capital, fees, swaps, shortfalls]
}

/** Opening: the margin is held and the commission paid, both from what is available; short of either, nothing happens. */
export function openPosting(
  orderId: string,
  accounts: ContractAccounts,
  marginMinor: bigint,
  commissionMinor: bigint,
): Posting {
  return {
    id: `${orderId}:open`,
    reference: orderId,
    steps: [
      { do: 'hold', holdId: orderId, account: accounts.customer, minor: marginMinor },
      ...transfer('contract-commission', accounts.customer, accounts.fees, commissionMinor),
    ],
  }
}

/**
 * Closing: the margin is free again, profit comes or loss goes, then the commission. A loss may take the whole balance;
 * what it lacks is the operator's (rulebook: the customer never goes below zero).
 */
export function closePosting(
  orderId: string,
  accounts: ContractAccounts,
  profitMinor: bigint,
  commissionMinor: bigint,
): Posting {
  const { customer, capital, fees, shortfalls } = accounts
  const settled =
    profitMinor >= 0n
      ? transfer('contract-profit', capital, customer, profitMinor)
      : transfer('contract-loss', customer, capital, -profitMinor, shortfalls)
  return {
    id: `${orderId}:close`,
    reference: orderId,
    steps: [
      { do: 'release', holdId: orderId, minor: null },
      ...settled,
      ...transfer('contract-commission', customer, fees, commissionMinor, shortfalls),
    ],
  }
}

/** One night's swap, named by its day: charged once ever. Null when it rounds to nothing. */
export function swapPosting(
  orderId: string,
  accounts: ContractAccounts,
  date: string,
  swapMinor: bigint,
): Posting | null {
  const { customer, swaps, capital, shortfalls } = accounts
  const steps =
    swapMinor < 0n
      ? transfer('contract-swap', customer, swaps, -swapMinor, shortfalls)
      : transfer('contract-swap-credit', capital, customer, swapMinor)
  return steps.length === 0 ? null : { id: `${orderId}:swap:${date}`, reference: orderId, steps }
}

function transfer(
  kind: string,
  from: AccountRef,
  to: AccountRef,
  minor: bigint,
  coverFrom?: AccountRef,
): Step[] {
  if (minor === 0n) return []
  return [{ do: 'transfer', kind, from, to, minor, ...(coverFrom && { coverFrom }) }]
}
