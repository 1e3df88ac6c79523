import { Amount, parseRate, type Rate } from '@candor/money'
import { treasuryAccounts } from '@candor/rules'
import type { Console } from '../back-office/operators/console.ts'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import { judgeMove, moveKind, treasuryKind } from '../back-office/treasury/move-money.ts'
import { offeredServices } from '../back-office/treasury/offered.ts'
import { showTreasury } from '../back-office/treasury/show-treasury.ts'
import type { TreasuryDeps } from '../back-office/treasury/treasury-deps.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { house } from '../ledger/ledger.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { savingsMissing } from '../savings/savings-missing.ts'
import { lockCoin } from '../savings/savings-store.ts'
import { openMargin } from '../trading/fees/exposure.ts'
import { unpaidFees } from '../trading/fees/unpaid-fees.ts'

export interface TreasuryParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly parameters: Pick<Parameters, 'value'>
}

/** The treasury with what other modules have promised; the command line uses the same. */
export function treasuryDeps({ clock, ledger, parameters }: TreasuryParts): TreasuryDeps {
  const rateOf = async (key: ParameterKey): Promise<Rate> => {
    const value = parseRate(String(await parameters.value(key)))
    if (value === null) throw new Error(`the parameter ${key} is no fraction`)
    return value
  }
  return {
    clock,
    ledger,
    promises: { openMargin, savingsMissing, lockSavings: lockCoin, unpaidFees },
    rates: async () => ({
      warnFrom: await rateOf('reserve.warnFrom'),
      lossCover: await rateOf('negativeBalance.coverOfMargin'),
    }),
  }
}

/** Returns the products offered to real accounts against the operator's own money. */
export const offeredNow = async ({ db, parameters }: Pick<TreasuryParts, 'db' | 'parameters'>) => {
  const least = Amount.parse('USDT', String(await parameters.value('loan.minimum')))
  if (least === null) throw new Error('the parameter loan.minimum is no amount')
  return offeredServices(db.query, least.minor)
}

/** The operator's own money: seen, funded, emptied and moved by two people (ADR-150). */
export async function openTreasury(
  parts: TreasuryParts & { readonly console: Pick<Console, 'registerProposalKind' | 'propose' | 'handle'> },
): Promise<{ readonly handlers: Pick<Handlers, 'offered'> }> {
  const { db, ledger, console } = parts
  const deps = treasuryDeps(parts)
  await ledger.open([
    ...treasuryAccounts.map(({ place, coin }) => ({ class: place, owner: house, asset: coin })),
    ...(['USDT', 'BTC', 'ETH'] as const).map((asset) => ({ class: 'world' as const, owner: house, asset })),
  ])
  console.registerProposalKind(moveKind(deps))
  console.handle({
    opsTreasury: async () => showTreasury(deps, db.query, await offeredNow(parts)),
    opsProposeTreasury: async ({ reason, ...payload }, operator) => {
      await judgeMove(deps, db.query, payload)
      return console.propose({ kind: treasuryKind, payload, reason }, operator)
    },
  })
  return { handlers: { offered: () => offeredNow(parts) } }
}
