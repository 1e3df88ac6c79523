import type { treasuryOps } from '@candor/contract'
import { parseRate, type Rate } from '@candor/money'
import type { ServerContext } from '../../module.ts'
import type { Console } from '../operators/console.ts'
import type { OpsHandlersOf } from '../operators/ops-handlers.ts'
import type { ParameterKey } from '../parameters/defaults.ts'
import { judgeMove, moveKind } from './move-money.ts'
import { offeredNow } from './offered.ts'
import { showTreasury } from './show-treasury.ts'
import type { TreasuryDeps, TreasuryPorts } from './treasury-deps.ts'

export interface TreasuryContext extends Pick<ServerContext, 'db' | 'clock' | 'ledger' | 'parameters'> {
  readonly console: Console
}

/** The treasury's side of the console, which the command line offers too. */
export function treasuryBackOffice(context: TreasuryContext, { promises }: TreasuryPorts) {
  const { db, clock, ledger, parameters, console } = context
  const rateOf = async (key: ParameterKey): Promise<Rate> => {
    const value = parseRate(String(await parameters.value(key)))
    if (value === null) throw new Error(`the parameter ${key} is no fraction`)
    return value
  }
  const deps: TreasuryDeps = {
    clock,
    ledger,
    promises,
    rates: async () => ({
      warnFrom: await rateOf('reserve.warnFrom'),
      lossCover: await rateOf('negativeBalance.coverOfMargin'),
    }),
  }
  const move = moveKind(deps)
  return {
    proposals: [move],
    handlers: {
      opsTreasury: async () => showTreasury(deps, db.query, await offeredNow(context)),
      opsProposeTreasury: async ({ reason, ...payload }, operator) => {
        await judgeMove(deps, db.query, payload)
        return console.propose({ kind: move.kind, payload, reason }, operator)
      },
    } satisfies OpsHandlersOf<typeof treasuryOps>,
  }
}
