import type { AccountMode } from '@candor/contract'
import type { Rate } from '@candor/money'
import { type OptionSettlement, optionWinMinor } from '@candor/rules'
import { type AccountClass, ledgerAssetOf } from '../../ledger/account-class.ts'
import { type AccountRef, house, type Posting, type Step } from '../../ledger/ledger.ts'

/** Identifiers and amounts that an option's postings need. */
export interface OptionMoney {
  readonly id: string
  readonly userId: string
  readonly mode: AccountMode
  readonly stakeMinor: bigint
  readonly payoutRate: Rate
}

const customer = ({ userId, mode }: OptionMoney): AccountRef => ({
  class: 'customer',
  owner: userId,
  asset: ledgerAssetOf(mode),
})
const ofHouse = (accountClass: AccountClass, mode: AccountMode): AccountRef => ({
  class: accountClass,
  owner: house,
  asset: ledgerAssetOf(mode),
})

/** The operator's accounts options need; opened at start. */
export const optionHouseAccounts: readonly AccountRef[] = (['demo', 'real'] as const).flatMap((mode) => [
  ofHouse('trading-capital', mode),
  ofHouse('negative-balance', mode),
])

const stakeHold = (id: string) => `option:${id}:stake`
const coverHold = (id: string) => `option:${id}:cover`

/**
 * Posts a purchase: holds the promised win in the operator's trading capital, then the stake in the customer's account. Without enough in
 * either, nothing is posted; the cover comes first, as the calls page orders its refusals.
 */
export function openPosting(option: OptionMoney): Posting {
  const { id, mode, stakeMinor } = option
  return {
    id: `option:${id}:open`,
    reference: id,
    steps: [
      ...covered(option, (minor) => ({
        do: 'hold',
        holdId: coverHold(id),
        account: ofHouse('trading-capital', mode),
        minor,
        purpose: 'other',
      })),
      { do: 'hold', holdId: stakeHold(id), account: customer(option), minor: stakeMinor, purpose: 'other' },
    ],
  }
}

/**
 * Settling, once ever: stake and cover are free again, then a win comes from the trading capital or a loss goes to it. A
 * loss may take what other positions hold; what the balance lacks is the operator's (the customer never goes below zero).
 */
export function settlePosting(option: OptionMoney, { profitMinor }: OptionSettlement): Posting {
  const { id, mode } = option
  const capital = ofHouse('trading-capital', mode)
  const moved: Step[] = []
  if (profitMinor > 0n)
    moved.push({
      do: 'transfer',
      kind: 'option-profit',
      from: capital,
      to: customer(option),
      minor: profitMinor,
    })
  if (profitMinor < 0n)
    moved.push({
      do: 'transfer',
      kind: 'option-loss',
      from: customer(option),
      to: capital,
      minor: -profitMinor,
      coverFrom: ofHouse('negative-balance', mode),
    })
  return {
    id: `option:${id}:settle`,
    reference: id,
    steps: [
      ...covered(option, () => ({ do: 'release', holdId: coverHold(id), minor: null })),
      { do: 'release', holdId: stakeHold(id), minor: null },
      ...moved,
    ],
  }
}

/** A payout of nothing needs no cover. */
function covered(option: OptionMoney, step: (minor: bigint) => Step): Step[] {
  const minor = optionWinMinor(option.stakeMinor, option.payoutRate)
  return minor > 0n ? [step(minor)] : []
}
