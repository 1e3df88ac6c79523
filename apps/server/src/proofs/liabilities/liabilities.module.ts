import { holdingsOps, liabilitiesCalls } from '@candor/contract'
import { utcDay } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { requestControl, showControl } from './holding-control.ts'
import { holdingProposals, judgeHolding, listHoldings, lookAtHoldings } from './holdings.ts'
import type { LiabilitiesContext, LiabilitiesPorts } from './liabilities-context.ts'
import { liabilityHandlers } from './liability-calls.ts'
import { owedToCustomers } from './owed-to-customers.ts'
import { type LiabilitiesSource, publishLiabilities } from './publish-liabilities.ts'

const turnMs = 1_000

/** The proof of liabilities: each day's liabilities, the assets that cover them, and each customer's own part (trust T15). */
export const liabilitiesModule = defineModule({
  name: 'liabilities',
  calls: liabilitiesCalls,
  opsCalls: holdingsOps,
  customerTables: {
    trust_liability_nodes: {
      exported: { instead: 'a page shows the part of each published day' },
      erased: { retained: 'published days are proven for ninety days' },
    },
  },
  open: (context: ServerContext, ports: LiabilitiesPorts) => {
    const { db, clock, console } = context
    const liabilities: LiabilitiesContext = { ...context, ...ports }
    const source: LiabilitiesSource = {
      owed: () => owedToCustomers(db, ports.owed),
      held: () => lookAtHoldings(liabilities),
    }
    // Runs each second, so that the day's proof is published as the day begins; it queries the database once a day.
    let published = ''
    const publish = async () => {
      const today = utcDay(clock.now())
      if (today === published) return
      await publishLiabilities(context, ports.sign, source)
      published = today
    }
    return {
      handlers: liabilityHandlers(db),
      backOffice: {
        proposals: [holdingProposals(liabilities)],
        handlers: {
          opsHoldings: () => listHoldings(liabilities),
          opsProposeHolding: async ({ reason, ...change }, operator) => {
            await judgeHolding(liabilities, db.query, change)
            return console.propose({ kind: 'trust.holding', payload: change, reason }, operator)
          },
          opsAskHoldingControl: ({ name }, operator) => requestControl(liabilities, name, operator),
          opsShowHoldingControl: (input, operator) => showControl(liabilities, input, operator),
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
