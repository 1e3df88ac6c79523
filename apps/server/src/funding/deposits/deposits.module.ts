import { fundingCalls, fundingOps, reversalsOps } from '@candor/contract'
import { Amount, assetCodes } from '@candor/money'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import { type AccountRef, house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { fundingHandlers } from '../routes.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { hasPendingDeposit } from './deposit-store.ts'
import { lookAtChain } from './look-at-chain.ts'
import { addressProposals, listPaymentAddresses } from './payment-addresses.ts'
import { newestReversals } from './reversals-store.ts'
import { closeClaimKind, creditedDeposit, owedClaim, reversalKind } from './reverse-deposit.ts'
import { depositCases } from './review-deposit.ts'

const lookEveryMs = 5_000

/** Counterparty of deposits, in every coin. */
export const worldAccounts: readonly AccountRef[] = assetCodes.map((asset) => ({
  class: 'world',
  owner: house,
  asset,
}))

const ofTheBooks = { retained: 'addresses on a chain are public and in the books' }

/** Deposits: their calls, their queue, where they are paid to, the job that looks at the chains, and their reversal. */
export const depositsModule = defineModule({
  name: 'funding',
  calls: fundingCalls,
  opsCalls: { ...fundingOps, ...reversalsOps },
  export: [{ call: 'listRecharge', folder: 'real', list: 'plain' }],
  customerTables: {
    funding_numbers: { exported: { instead: 'numbers that addresses are derived from' }, erased: ofTheBooks },
    funding_addresses: { exported: ['listRecharge'], erased: ofTheBooks },
    funding_deposits: { exported: ['listRecharge'], erased: ofTheBooks },
    funding_reversals: { exported: ['listRecharge', 'statement'], erased: ofTheBooks },
  },
  accounts: worldAccounts,
  open: (context: ServerContext, ports: DepositPorts) => {
    const opened = { ...context, ...ports }
    const reversals = reversalsBackOffice(opened)
    return {
      handlers: fundingHandlers(opened),
      backOffice: {
        cases: [depositCases(opened)],
        proposals: [addressProposals(context), ...reversals.proposals],
        handlers: {
          ...reversals.handlers,
          opsPaymentAddresses: () => listPaymentAddresses(context),
          opsProposePaymentAddress: ({ network, target, reason }, operator) =>
            context.console.propose(
              { kind: 'funding.address', payload: { network, target }, reason },
              operator,
            ),
        },
      },
      jobs: [{ name: 'look-at-chain', everyMs: lookEveryMs, run: () => lookAtChain(opened) }],
      closureBlockers: async (tx, userId) => ((await hasPendingDeposit(tx, userId)) ? ['deposits'] : []),
    }
  },
})

/** Reversals of deposits credited in error, and what is still owed of them. */
function reversalsBackOffice(context: ServerContext & DepositPorts) {
  const { db, console } = context
  const [reversal, closing] = [reversalKind(context), closeClaimKind(context)]
  const handlers = {
    opsReversals: () => newestReversals(db.query),
    opsReverseDeposit: async ({ reason, depositId, why }, operator) => {
      const { user_id: userId, coin, credited } = await creditedDeposit(db.query, depositId)
      const payload = { depositId, why, userId, coin, amount: new Amount(coin, credited).toString() }
      return console.propose({ kind: reversal.kind, payload, reason }, operator)
    },
    opsCloseClaim: async ({ id, outcome, reason }, operator) => {
      await owedClaim(db.query, id)
      return console.propose({ kind: closing.kind, payload: { depositId: id, outcome }, reason }, operator)
    },
  } satisfies OpsHandlers
  return { handlers, proposals: [reversal, closing] }
}
