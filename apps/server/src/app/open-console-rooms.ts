import type { Reserve } from '@candor/contract'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import { type CustomersOpsDeps, openCustomersOps } from '../accounts/customers-ops.ts'
import type { OperatorsConsole } from '../back-office/operators/operators-console.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import { openParametersOps } from '../back-office/parameters/parameters-ops.ts'
import { houseSums, movedOn } from '../ledger/money-report.ts'
import { type CustomerNoticesParts, customerNotices } from '../notifications/customer-notices.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import { showStuckCases } from '../platform/jobs/show-stuck-cases.ts'
import { openContractsOf } from '../trading/engine/open-contracts.ts'
import { exposureByMarket } from '../trading/fees/exposure.ts'
import { openCountries } from './open-countries.ts'

export interface ConsoleRoomsParts extends CustomerNoticesParts {
  readonly accounts: AccountsDeps
  readonly parameters: Parameters
  readonly console: OperatorsConsole
  readonly letters: EmailOutbox
  readonly invitesOf: CustomersOpsDeps['invitesOf']
  /** From the engine: what customers would win, against the capital that pays it. */
  readonly reserve: () => Promise<Reserve>
}

/** The console's modules that belong to no single capability: customers, parameters, the operator's own money. */
export function openConsoleRooms(parts: ConsoleRoomsParts): void {
  const { db, clock, accounts, console, letters } = parts
  const notices = customerNotices(parts)
  openCountries({ db, parameters: parts.parameters, console })
  openParametersOps({ db, parameters: parts.parameters, console })
  console.handle({
    opsMoneyReport: ({ day }) => movedOn(db, day),
    opsStuckCases: () => showStuckCases(db),
    opsReserve: () => parts.reserve(),
    opsExposure: async () => ({
      markets: await exposureByMarket(db),
      capital: (await houseSums(db)).filter((row) => row.asset === 'USDT' && capitals.includes(row.class)),
    }),
  })
  openCustomersOps({
    db,
    clock,
    accounts,
    console,
    positionsOf: (userId) => openContractsOf(db, userId),
    casesOf: (userId, operator) => console.casesOf(userId, operator),
    invitesOf: parts.invitesOf,
    letters,
    keepFreezeNotice: (tx, userId, once, facts) =>
      notices.keep(tx, userId, [{ kind: 'accountFrozen', once, facts }]),
  })
}

/** Accounts of the operator's money that pays customers (rulebook). */
const capitals = ['trading-capital', 'negative-balance', 'yield-reserve', 'loan-capital']
