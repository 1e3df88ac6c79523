import type { liabilitiesCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import type { ReceiptSigner } from '../receipts/receipt-keys.ts'
import { type HoldingControlContext, requestControl, showControl } from './holding-control.ts'
import {
  addressHeldAt,
  type HoldingsContext,
  holdingProposals,
  judgeHolding,
  listHoldings,
  lookAtHoldings,
} from './holdings.ts'
import { liabilityHandlers } from './liability-calls.ts'
import { type OwedQuery, owedToCustomers } from './owed-to-customers.ts'
import { dayOf, publishLiabilities } from './publish-liabilities.ts'

export interface LiabilitiesPorts
  extends Pick<HoldingsContext, 'readAddress' | 'canLook' | 'balanceAt'>,
    Pick<HoldingControlContext, 'ownUrl' | 'checkSignature'> {
  readonly sign: ReceiptSigner['sign']
  /** Queries of debts to customers other than their balances. */
  readonly owed: readonly OwedQuery[]
}

const turnMs = 1_000

/** The proof of liabilities: each day's liabilities, the assets that cover them, and each customer's own part (trust T15). */
export const liabilitiesModule = defineModule({
  name: 'liabilities',
  open: (context: ServerContext, { sign, owed, ...ports }: LiabilitiesPorts) => {
    const { db, clock, console } = context
    const holdings: HoldingsContext = { ...context, ...ports }
    const control: HoldingControlContext = {
      ...context,
      ...ports,
      audit: console.audit,
      addressOf: addressHeldAt,
    }
    const deps = {
      ...{ db, clock, sign },
      owed: () => owedToCustomers(db, owed),
      held: () => lookAtHoldings(holdings),
    }
    // Asked each second, so that the day's proof comes with the day; looked up once a day.
    let published = ''
    const publish = async () => {
      const today = dayOf(clock.now())
      if (today === published) return
      await publishLiabilities(deps)
      published = today
    }
    return {
      handlers: liabilityHandlers(db) satisfies HandlersOf<typeof liabilitiesCalls>,
      backOffice: {
        proposals: [holdingProposals(holdings)],
        handlers: {
          opsHoldings: () => listHoldings(holdings),
          opsProposeHolding: async ({ reason, ...change }, operator) => {
            await judgeHolding(holdings, db.query, change)
            return console.propose({ kind: 'trust.holding', payload: change, reason }, operator)
          },
          opsAskHoldingControl: ({ name }, operator) => requestControl(control, name, operator),
          opsShowHoldingControl: (input, operator) => showControl(control, input, operator),
        },
      },
      jobs: [
        {
          name: 'publish-liabilities',
          noCases: 'one proof a day, of everybody',
          everyMs: turnMs,
          run: publish,
        },
      ],
    }
  },
})
