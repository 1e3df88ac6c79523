import type { ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { savingsCoin } from '@candor/contract/savings/savings.ts'
import { Amount, type AssetCode, parseRate, type Rate, writeRate } from '@candor/money'
import {
  savingsCoverRate,
  savingsDayMinor,
  savingsDayOf,
  savingsRateMost,
  savingsRateOn,
  savingsRateStart,
  yearlyYield,
} from '@candor/rules'
import { z } from 'zod'
import type { ProposalKind } from '../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { invalidField } from '../platform/http/refusal.ts'
import { isoDay } from './savings-days.ts'
import { type CoinTerms, lockCoin, missingMinor, reserves, termsOf } from './savings-store.ts'

// A type and not an interface: it has to be plain JSON.
export type TermsChange = {
  readonly coin: AssetCode
  readonly taking: boolean
  readonly minAmount: string
  readonly dailyRate: string
}

const termsShape = z.object({
  coin: savingsCoin,
  taking: z.boolean(),
  minAmount: z.string(),
  dailyRate: z.string(),
})
const roles = ['finance', 'admin'] as const
const most = 10n ** 18n
const section = (title: string, rows: ShownSection['rows']): ShownSection => ({ title, rows, images: [] })
const percent = (rate: Rate): string => `${writeRate((rate * 100n) as Rate)}%`
const ratesText = (rate: Rate): string => `${percent(rate)} a day, ${percent(yearlyYield(rate))} a year`

/**
 * Parses a change. Refuses `invalidInput` at its field for terms that cannot be offered: too high a rate, a minimum whose day would pay
 * nothing.
 */
export function usableTerms(change: TermsChange): { readonly minMinor: bigint; readonly dailyRate: Rate } {
  const dailyRate = parseRate(change.dailyRate)
  if (dailyRate === null || dailyRate < 0n) throw invalidField('dailyRate')
  if (dailyRate > savingsRateMost) throw invalidField('dailyRate', 'tooHigh')
  const minMinor = Amount.parse(change.coin, change.minAmount)?.minor ?? 0n
  if (minMinor <= 0n || minMinor > most) throw invalidField('minAmount')
  if (dailyRate > 0n && savingsDayMinor(minMinor, dailyRate) === 0n)
    throw invalidField('minAmount', 'tooSmall')
  return { minMinor, dailyRate }
}

/** Proposals to change the terms of a coin (⚖). On, off and the minimum apply at once, a rate from the day of `savingsRateStart`. */
export const termsProposals = ({ clock }: ServerContext): ProposalKind<TermsChange> => ({
  kind: 'savings.terms',
  roles,
  parse: (payload) => termsShape.parse(payload),
  show: async (db, change) => {
    const { dailyRate } = usableTerms(change)
    const now = await termsOf(db, change.coin)
    const today = savingsDayOf(clock.now())
    const from = isoDay(savingsRateStart(now?.rates ?? [], dailyRate, today))
    return {
      summary: `Savings in ${change.coin}: ${change.taking ? 'accept new savings' : 'no new savings'}, ${ratesText(dailyRate)}`,
      sections: [
        section('Current', nowRows(now, today)),
        section('Proposed', [
          plainRow('New savings', change.taking ? 'accepted while the reserve covers them' : 'not accepted'),
          plainRow('Minimum amount', `${change.minAmount} ${change.coin}`),
          plainRow('Interest rate', `${ratesText(dailyRate)}; from ${from} (UTC) if approved today`),
        ]),
      ],
    }
  },
  apply: async (tx, change, { reason, proposedBy, approvedBy }) => {
    await lockCoin(tx, change.coin)
    const { minMinor, dailyRate } = usableTerms(change)
    const today = savingsDayOf(clock.now())
    const before = (await termsOf(tx, change.coin))?.rates ?? []
    const fromDay = savingsRateStart(before, dailyRate, today)
    await refuseUncovered(tx, change.coin, savingsCoverRate([{ dailyRate, fromDay }, ...before], today))
    await tx
      .insertInto('savings_terms')
      .values({
        asset: change.coin,
        taking: change.taking,
        min_amount: minMinor,
        daily_rate: dailyRate,
        rate_from: fromDay,
        reason,
        proposed_by: proposedBy,
        approved_by: approvedBy,
        changed_at: BigInt(clock.now()),
      })
      .execute()
  },
})

function nowRows(terms: CoinTerms | null, today: number): ShownSection['rows'] {
  if (terms === null) return [plainRow('Offer', 'none')]
  return [
    plainRow('New savings', terms.taking ? 'accepted' : 'not accepted'),
    plainRow('Minimum amount', `${new Amount(terms.asset, terms.minMinor).toString()} ${terms.asset}`),
    plainRow('Interest rate', ratesText(savingsRateOn(terms.rates, today))),
  ]
}

/** A rate that the reserve does not cover for everything held cannot be promised (trust T2). */
async function refuseUncovered(tx: Tx, coin: AssetCode, coverRate: Rate): Promise<void> {
  const { balance, held } = (await reserves(tx)).get(coin) ?? { balance: 0n, held: 0n }
  if ((await missingMinor(tx, coin, coverRate)) > balance - held) throw invalidField('dailyRate', 'reserve')
}
