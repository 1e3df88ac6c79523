import type { QueueEntry } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import type { Logger } from 'pino'
import { identityParts } from '../accounts/identity-parts.ts'
import { Passkeys } from '../accounts/passkeys.ts'
import type { RelyingParty } from '../accounts/relying-party.ts'
import { installationSecret } from '../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../accounts/tokens.ts'
import { Cases } from '../back-office/operators/cases.ts'
import type { Console } from '../back-office/operators/console.ts'
import type { InvitationsDeps } from '../back-office/operators/invitations.ts'
import { mailWaitingInvitations } from '../back-office/operators/mail-invitation.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import { peopleHandlers } from '../back-office/operators/people.ts'
import { Proposals } from '../back-office/operators/proposals.ts'
import type { OpsDoorDeps } from '../back-office/operators/register-ops.ts'
import { operatorsHandlers } from '../back-office/operators/routes.ts'
import { OperatorSessions } from '../back-office/operators/sessions-store.ts'
import { openSso } from '../back-office/operators/sso-provider.ts'
import { forgetOldAttempts } from '../back-office/operators/sso-store.ts'
import { tellOwnerBy } from '../back-office/operators/tell-owner.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import { joinHandlers } from '../platform/http/join-handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import type { Limits } from '../platform/limits/limit-rules.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { createAudit } from '../proofs/audit.ts'
import { auditHandlers } from '../proofs/audit-routes.ts'
import { hashOfShown } from './shown-hash.ts'

export interface OperatorsParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly funds: ReservesFunds
  readonly sandbox: boolean
  readonly party: RelyingParty
  readonly singleSignOn: Config['singleSignOn']
  /** Mails the invitations of operators. */
  readonly messenger: Messenger
  /** Public address of the console; null: not known before it listens. */
  readonly consoleUrl: () => string | null
  readonly log: Logger
  readonly limits: Limits
  readonly secrets: Secrets
}

export interface OpenedOperators {
  readonly console: Console
  readonly handlers: () => OpsHandlers
  readonly door: Pick<OpsDoorDeps, 'authenticate'>
  readonly jobs: readonly Job[]
  /** A customer's cases in every queue this operator sees. */
  readonly casesOf: (customerId: string, operator: Operator) => Promise<QueueEntry[]>
}

const minute = 60_000

/** Opened before the capabilities, which register with it; its doors open when all have. */
export async function openOperators({
  db,
  clock,
  ledger,
  funds,
  sandbox,
  party,
  singleSignOn,
  messenger,
  consoleUrl,
  log,
  limits,
  secrets,
}: OperatorsParts): Promise<OpenedOperators> {
  const audit = createAudit(clock)
  const tokens = new Tokens(await installationSecret(db.query, secrets, 'operator-tokens'))
  const sessions = new OperatorSessions(db, clock, tokens, hashOfToken)
  const transaction: Database['transaction'] = (work) => ledger.transaction(work)
  const english = translator('en')
  const shared = { db, clock, audit, transaction, hashOf: hashOfShown }
  const cases = new Cases({ ...shared, text: (key) => english(key) })
  const proposals = new Proposals({ ...shared, spending: { ledger, funds } })
  let handlers: OpsHandlers = {
    ...operatorsHandlers({
      db,
      clock,
      audit,
      sessions,
      cases,
      proposals,
      sandbox,
      secrets,
      identity: identityParts,
      tellOwner: tellOwnerBy({ messenger, log }),
      sso: openSso(singleSignOn, consoleUrl, log),
      hashOf: hashOfToken,
      loginThrottle: new LoginThrottle({ db, clock }, 'operators', limits.guesses),
      passkeys: new Passkeys({ db, clock, party, table: 'operators_passkeys' }),
    }),
    ...auditHandlers(db),
  }
  const console: Console = {
    audit,
    registerCaseKind: (kind) => cases.register(kind),
    registerProposalKind: (kind) => proposals.register(kind),
    propose: (request, operator) => proposals.propose(request, operator),
    handle: (more) => {
      handlers = joinHandlers([handlers, more])
    },
  }
  const invitations: InvitationsDeps = {
    db,
    clock,
    audit,
    secrets,
    identity: identityParts,
    tokens,
    hashOf: hashOfToken,
    messenger,
    consoleUrl,
    log,
  }
  console.handle(peopleHandlers({ ...invitations, console }))
  return {
    console,
    handlers: () => handlers,
    door: {
      authenticate: (token) => sessions.authenticate(token),
    },
    casesOf: (customerId, operator) => cases.ofCustomer(customerId, operator),
    jobs: [
      { name: 'lapse-proposals', everyMs: minute, run: () => proposals.lapse() },
      {
        name: 'forget-sign-ins-elsewhere',
        noCases: 'one statement',
        everyMs: 60 * minute,
        run: () => forgetOldAttempts(db, new Date(clock.now())),
      },
      { name: 'mail-invitations', everyMs: minute, run: () => mailWaitingInvitations(invitations) },
    ],
  }
}
