import type { AccountClass } from '../ledger/account-class.ts'
import { type AccountRef, house, type Posting, type Step } from '../ledger/ledger.ts'

/** Identifiers and amounts that a plan's postings need, in USDT's smallest unit. */
export interface PlanMoney {
  readonly id: string
  readonly userId: string
  readonly amountMinor: bigint
  readonly dayMinor: bigint
}

const ofHouse = (accountClass: AccountClass): AccountRef => ({
  class: accountClass,
  owner: house,
  asset: 'USDT',
})
const reserve = ofHouse('yield-reserve')
const principal = ofHouse('plan-principal')
const customer = ({ userId }: PlanMoney): AccountRef => ({ class: 'customer', owner: userId, asset: 'USDT' })

/** The operator's accounts plans need; opened at start. */
export const planHouseAccounts: readonly AccountRef[] = [reserve, principal]

const reservation = (id: string) => `plan:${id}:yield`

/**
 * Posts a purchase: holds everything the plan promises in the yield reserve, then moves the principal to its own ledger
 * account. Without enough in either, nothing is posted; the reserve comes first, in the order of refusals of the calls page
 * (trust T2).
 */
export function purchasePosting(plan: PlanMoney, promisedMinor: bigint): Posting {
  return {
    id: `plan:${plan.id}:purchase`,
    reference: plan.id,
    steps: [
      ...when(promisedMinor, (minor) => ({
        do: 'hold',
        holdId: reservation(plan.id),
        account: reserve,
        minor,
        purpose: 'other',
      })),
      {
        do: 'transfer',
        kind: 'plan-purchase',
        from: customer(plan),
        to: principal,
        minor: plan.amountMinor,
      },
    ],
  }
}

/** One day's yield, named by plan and day: paid once ever, out of this plan's reservation and nothing else. */
export function payoutPosting(plan: PlanMoney, day: number): Posting {
  return {
    id: `plan:${plan.id}:day:${day}`,
    reference: plan.id,
    steps: [
      { do: 'release', holdId: reservation(plan.id), minor: plan.dayMinor },
      { do: 'transfer', kind: 'plan-yield', from: reserve, to: customer(plan), minor: plan.dayMinor },
    ],
  }
}

/**
 * Posts the one end of a plan, a completion or an early exit. The principal is returned less the penalty, which goes back to
 * the reserve that paid the yield; the rest of the reservation is free again.
 */
export function endPosting(plan: PlanMoney, penaltyMinor: bigint, reservedMinor: bigint): Posting {
  return {
    id: `plan:${plan.id}:end`,
    reference: plan.id,
    steps: [
      {
        do: 'transfer',
        kind: 'plan-return',
        from: principal,
        to: customer(plan),
        minor: plan.amountMinor - penaltyMinor,
      },
      ...when(penaltyMinor, (minor) => ({
        do: 'transfer',
        kind: 'plan-penalty',
        from: principal,
        to: reserve,
        minor,
      })),
      ...when(reservedMinor, () => ({ do: 'release', holdId: reservation(plan.id), minor: null })),
    ],
  }
}

/** Nothing is no step. */
const when = (minor: bigint, step: (minor: bigint) => Step): Step[] => (minor > 0n ? [step(minor)] : [])
