import type { treasuryOps } from '@candor/contract'
import type { OpsHandlersOf } from '../operators/ops-handlers.ts'
import { judgeMove, moveKind } from './move-money.ts'
import { offeredNow } from './offered-services.ts'
import { showTreasury } from './show-treasury.ts'
import type { TreasuryContext } from './treasury-context.ts'

/** The treasury's side of the console, which the command line offers too. */
export function treasuryBackOffice(context: TreasuryContext) {
  const { db, parameters, console } = context
  const move = moveKind(context)
  return {
    proposals: [move],
    handlers: {
      opsTreasury: async () => showTreasury(context, db.query, await offeredNow(db, parameters)),
      opsProposeTreasury: async ({ reason, ...payload }, operator) => {
        await judgeMove(context, db.query, payload)
        return console.propose({ kind: move.kind, payload, reason }, operator)
      },
    } satisfies OpsHandlersOf<typeof treasuryOps>,
  }
}
