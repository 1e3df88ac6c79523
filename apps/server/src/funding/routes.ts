import { keyed } from '../http/ask.ts'
import type { Handlers } from '../http/handlers.ts'
import { readPage } from '../http/pages.ts'
import { depositOnWire } from './deposit-on-wire.ts'
import { eventsOf, listDeposits } from './deposit-store.ts'
import type { FundingDeps } from './funding-deps.ts'
import { requestDeposit } from './request-deposit.ts'
import { showAddress } from './show-address.ts'

/** The calls of this room. */
export const fundingHandlers = (deps: FundingDeps) =>
  ({
    getDepositAddress: (input, caller) => showAddress(deps, input, caller.userId),
    recharge: (input, caller, ask) => requestDeposit(deps, input, caller, keyed(ask)),
    listRecharge: async (input, caller) => {
      // Deposits are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listDeposits(deps.db.query, { userId: caller.userId, status: input.status, before, limit }),
      )
      const timelines = await eventsOf(
        deps.db.query,
        rows.map(({ id }) => id),
      )
      return { items: rows.map((row) => depositOnWire(row, timelines.get(row.id) ?? [])), nextCursor }
    },
  }) satisfies Handlers
