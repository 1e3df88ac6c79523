import { tariffsCalls, tariffsOps } from '@candor/contract'
import { secondMs } from '@candor/rules/time-units.ts'
import { type BackOfficeOf, defineModule, type ServerContext } from '../../module.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { applyFees, feeKind } from './propose-fees.ts'
import { listKind } from './propose-lists.ts'
import { marketsKind, type TariffContext, type TariffPorts } from './propose-terms.ts'
import { showTariffs, showTariffsToOperators } from './show-tariffs.ts'
import { MarketTariffs } from './tariffs-store.ts'
import { withdrawKind } from './withdraw-tariffs.ts'

/** Serves the tariffs: public, and changed by two operators for the future and for new orders only (trust T10, T18). */
export const tariffsModule = defineModule({
  name: 'tariffs',
  calls: tariffsCalls,
  opsCalls: tariffsOps,
  open: async (context: ServerContext, { board }: TariffPorts) => {
    const tariffs: TariffContext = { ...context, board }
    const follower = new MarketTariffs(context.db, board)
    await follower.refresh()
    /** Every process decides what an order is charged. */
    const follow: Job = {
      name: 'follow-tariffs',
      noCases: 'reads what all processes follow',
      everyMs: secondMs,
      run: () => follower.refresh(),
    }
    return {
      handlers: { tariffs: (_input, { language }) => showTariffs(tariffs, language) },
      backOffice: tariffsBackOffice(tariffs),
      jobs: [{ name: 'apply-fees', everyMs: secondMs, run: () => applyFees(context) }],
      followers: [follow],
    }
  },
})

function tariffsBackOffice(context: TariffContext): BackOfficeOf<typeof tariffsOps> {
  const [markets, fees, lists, withdrawals] = [
    marketsKind(context),
    feeKind(context),
    listKind(context),
    withdrawKind(context),
  ]
  return {
    proposals: [markets.kind, fees.kind, lists.kind, withdrawals.kind],
    handlers: {
      opsTariffs: () => showTariffsToOperators(context),
      opsProposeTerms: async ({ codes, terms, from, reason }, operator) => ({
        id: await markets.propose({ codes, terms: given(terms), from: Date.parse(from) }, reason, operator),
      }),
      opsWithdrawTariff: async ({ changeId, reason }, operator) => ({
        id: await withdrawals.propose(changeId, reason, operator),
      }),
      opsProposeFee: async ({ key, value, from, reason }, operator) => ({
        id: await fees.propose({ key, value, from: Date.parse(from) }, reason, operator),
      }),
      opsProposeList: async ({ key, value, from, reason }, operator) => ({
        id: await lists.propose({ key, value, from: Date.parse(from) }, reason, operator),
      }),
    },
  }
}

/** Terms that were given, without those left out. */
const given = (terms: object): Record<string, string | number> =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
