import { translator } from '@candor/texts/server.ts'
import type { Kysely } from 'kysely'
import type { Users } from '../accounts/accounts-store.ts'
import { isStopped } from '../accounts/freezes.ts'
import type { Console } from '../back-office/operators/console.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import { chargeDueLoans } from '../loans/charge-due-loans.ts'
import { loanHouseAccounts } from '../loans/loan-postings.ts'
import type { LoansDeps } from '../loans/loans-deps.ts'
import { openLoansOps } from '../loans/offer-ops.ts'
import { loansHandlers } from '../loans/routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { Files } from '../platform/files/files.ts'
import type { Handlers, RunOnce } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { loanCaseKind } from './loan-case-kind.ts'
import type { Identity } from './open-identity.ts'
import { roomNotices } from './room-notices.ts'

export interface LoansParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly letters: EmailOutbox
  readonly runOnce: RunOnce
  readonly funds: ReservesFunds
  readonly parameters: Parameters
  readonly users: Pick<Users, 'byId'>
  readonly identity: {
    readonly files: Files
    readonly identityOf: (userId: string, reader: Kysely<Schema>) => Promise<Identity>
  }
  readonly console: Console
  readonly log: { error(details: object, message: string): void }
  readonly newId: () => string
  /** This process charges what is due, from its start on. */
  readonly charges: boolean
}

/** Loans: what fell due while the server was down is charged before it opens its doors. */
export async function openLoans(parts: LoansParts): Promise<{
  readonly handlers: Handlers
  readonly jobs: readonly Job[]
}> {
  const { db, clock, ledger, runOnce, funds, parameters, users, identity, log, newId } = parts
  const { files, identityOf } = identity
  const deps: LoansDeps = {
    db,
    clock,
    ledger,
    runOnce,
    funds,
    parameters,
    newId,
    text: translator,
    notices: noticesWithLetters(parts),
    customerOf: async (userId, reader) => {
      const [user, { verified, tier }] = [await users.byId(userId, reader), await identityOf(userId, reader)]
      return { userName: user.user_name, verified, tier, frozen: isStopped(user) }
    },
    signatures: {
      claim: (tx, userId, fileId) => files.claim(tx, userId, fileId, 'signature', 'signature'),
      picture: async (fileId) => (await files.read(fileId))?.bytes ?? null,
    },
  }
  await ledger.open(loanHouseAccounts)
  const charge = () => chargeDueLoans(deps)
  if (parts.charges)
    await charge().catch((err: unknown) => log.error({ err }, 'loans could not be charged at start'))
  parts.console.registerCaseKind(loanCaseKind(deps, files))
  openLoansOps({ db, parameters, console: parts.console })
  return {
    handlers: loansHandlers(deps),
    jobs: [{ name: 'charge-loans', everyMs: 2_000, run: charge }],
  }
}

/** Combines the loan notices in the customer's list with letters. */
function noticesWithLetters(parts: LoansParts): LoansDeps['notices'] {
  const notices = roomNotices(parts)
  const { letters } = parts
  return {
    keep: async (tx, userId, news) => {
      await notices.keep(tx, userId, news)
      for (const { kind, once, facts } of news) await letters.keep(tx, { userId, kind, once, facts })
    },
    push: async (userId, news) => {
      letters.flush()
      await notices.push(userId, news)
    },
  }
}
