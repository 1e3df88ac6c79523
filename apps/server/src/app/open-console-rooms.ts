import type { Language, Reserve } from '@candor/contract'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import type { AdjustmentPayload } from '../accounts/adjust-balance.ts'
import { type CustomersOpsDeps, openCustomersOps } from '../accounts/customers-ops.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { movedOn, sumsByClass } from '../ledger/money-report.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { exposureByMarket } from '../orders/exposure.ts'
import { openContractsOf } from '../orders/open-contracts.ts'
import type { Parameters } from '../parameters/parameters.ts'
import { openParametersOps } from '../parameters/parameters-ops.ts'
import type { OpenedOperators } from './open-operators.ts'

export interface ConsoleRoomsParts {
  readonly db: Database
  readonly clock: Clock
  readonly accounts: AccountsDeps
  readonly parameters: Parameters
  readonly operators: OpenedOperators
  readonly invitesOf: CustomersOpsDeps['invitesOf']
  /** From the engine: what customers would win, against the capital that pays it. */
  readonly reserve: () => Promise<Reserve>
}

/** The console's rooms that belong to no single capability: customers, parameters, the operator's own money. */
export function openConsoleRooms(parts: ConsoleRoomsParts): void {
  const { db, clock, accounts, operators } = parts
  openParametersOps({ db, parameters: parts.parameters, console: operators.console })
  operators.console.handle({
    opsReconciliation: async () => ({ findings: await reconcile(db), accounts: await sumsByClass(db) }),
    opsMoneyReport: ({ day }) => movedOn(db, day),
    opsReserve: () => parts.reserve(),
    opsExposure: async () => ({
      markets: await exposureByMarket(db),
      capital: (await sumsByClass(db)).filter((row) => row.asset === 'USDT' && capitals.includes(row.class)),
    }),
  })
  openCustomersOps({
    db,
    clock,
    accounts,
    console: operators.console,
    positionsOf: (userId) => openContractsOf(db, userId),
    casesOf: operators.casesOf,
    invitesOf: parts.invitesOf,
    tellAdjusted: (adjustment) => tellAdjusted(accounts, adjustment),
  })
}

/** Whose money pays (rulebook). */
const capitals = ['trading-capital', 'negative-balance', 'yield-reserve', 'loan-capital']

/** A letter in the customer's language; the line in their statement stands already. */
async function tellAdjusted(
  { users, messenger, text }: AccountsDeps,
  { userId, asset, amount, why }: AdjustmentPayload,
): Promise<void> {
  const user = await users.byId(userId)
  const language = user.language as Language
  await messenger.send({
    to: user.email,
    kind: 'adjustment',
    subject: text(language, 'mail.adjustment.subject'),
    text: text(language, 'mail.adjustment.text', {
      amount: `${amount} ${asset}`,
      reason: text(language, `mail.adjustment.${why}`),
    }),
  })
}
