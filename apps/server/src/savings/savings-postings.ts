import { type AssetCode, assetCodes } from '@candor/money'
import type { SettledDay } from '@candor/rules'
import type { AccountClass } from '../ledger/account-class.ts'
import { type AccountRef, house, type Posting, type Step } from '../ledger/ledger.ts'
import { isoDay } from './savings-days.ts'

/** A step in the life of a holding; amounts in the coin's smallest unit. */
export interface SavingsMove {
  readonly holdingId: string
  readonly userId: string
  readonly asset: AssetCode
  /** Number of earlier moves; names the hold of this one. */
  readonly moves: number
  /** Present hold, released in full first. */
  readonly reservedBefore: bigint
  readonly days: readonly SettledDay[]
  /** Amount put in (above zero) or taken out (below). */
  readonly changeMinor: bigint
  readonly reservedAfter: bigint
}

const ofHouse = (accountClass: AccountClass, asset: AssetCode): AccountRef => ({
  class: accountClass,
  owner: house,
  asset,
})
export const reserveOf = (asset: AssetCode): AccountRef => ofHouse('savings-reserve', asset)
const principalOf = (asset: AssetCode): AccountRef => ofHouse('savings-principal', asset)

/** The operator's accounts savings need; opened at start. */
export const savingsHouseAccounts: readonly AccountRef[] = assetCodes.flatMap((asset) => [
  reserveOf(asset),
  principalOf(asset),
])

const reservation = (holdingId: string, moves: number) => `savings:${holdingId}:${moves}`

/**
 * Builds the postings of one step, in order: releases the hold, pays each ended day under its own id (exactly once), moves the
 * customer's money, and holds the next days' interest (trust T2).
 */
export function movePostings(move: SavingsMove): Posting[] {
  const { holdingId, asset, moves } = move
  const customer: AccountRef = { class: 'customer', owner: move.userId, asset }
  const posting = (id: string, steps: readonly Step[]): Posting[] =>
    steps.length === 0 ? [] : [{ id: `savings:${holdingId}:${id}`, reference: holdingId, steps }]
  const free: Step[] =
    move.reservedBefore > 0n ? [{ do: 'release', holdId: reservation(holdingId, moves), minor: null }] : []
  const paid = move.days.filter(({ paidMinor }) => paidMinor > 0n)
  const aside: Step[] =
    move.reservedAfter > 0n
      ? [
          {
            do: 'hold',
            holdId: reservation(holdingId, moves + 1),
            account: reserveOf(asset),
            minor: move.reservedAfter,
            purpose: 'other',
          },
        ]
      : []
  return [
    ...posting(`${moves + 1}:free`, free),
    ...paid.flatMap(({ day, paidMinor }) =>
      posting(`day:${isoDay(day)}`, [
        { do: 'transfer', kind: 'savings-interest', from: reserveOf(asset), to: customer, minor: paidMinor },
      ]),
    ),
    ...posting(`${moves + 1}`, [...changeSteps(move, customer), ...aside]),
  ]
}

function changeSteps({ changeMinor, asset }: SavingsMove, customer: AccountRef): Step[] {
  if (changeMinor === 0n) return []
  const into = changeMinor > 0n
  return [
    {
      do: 'transfer',
      kind: into ? 'savings-entry' : 'savings-exit',
      from: into ? customer : principalOf(asset),
      to: into ? principalOf(asset) : customer,
      minor: into ? changeMinor : -changeMinor,
    },
  ]
}
