import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import type { Limits } from '../platform/limits/limit-rules.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { MessageDays, type MessageDaysDeps } from '../platform/limits/message-days.ts'
import { ProofOfWork } from '../platform/limits/proof-of-work.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { AccountsDeps, AccountsPorts, MessageText } from './accounts-deps.ts'
import { Users } from './accounts-store.ts'
import { ApiKeys } from './api-keys.ts'
import { forgetOldChallenges } from './challenges-store.ts'
import { Codes } from './codes-store.ts'
import { forgetOldTickets } from './google-tickets-store.ts'
import { Passkeys } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'
import { announceEnded } from './reset-password.ts'
import { installationSecret } from './secrets-store.ts'
import { Sessions } from './sessions-store.ts'
import { Tokens } from './tokens.ts'
import { forgetOldUndoings, type UndoToken } from './undoings-store.ts'

/** Opens the sessions, which the HTTP server and the live hub need before the module itself can open. */
export async function openSessions(db: Database, clock: Clock, secrets: Secrets): Promise<Sessions> {
  return new Sessions(db, clock, new Tokens(await installationSecret(db.query, secrets, 'tokens')))
}

export interface AccountsParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly secrets: Secrets
  readonly messenger: Messenger
  readonly letters: EmailOutbox
  readonly undoToken: UndoToken
  readonly events: AccountEvents
  readonly spendOnce: SpendOnce
  readonly text: MessageText
  readonly sessions: Sessions
  readonly loans: AccountsPorts
  readonly party: RelyingParty
  readonly sms: AccountsDeps['sms']
  readonly google: AccountsDeps['google']
  readonly termsInForce: AccountsDeps['termsInForce']
  readonly limits: Limits
  readonly countryStanding: AccountsDeps['countryStanding']
  readonly namedWithdrawal: AccountsDeps['namedWithdrawal']
  readonly checkNewCustomer: AccountsDeps['checkNewCustomer']
  readonly sandbox: boolean
  /** Tells operators of an unusual day. */
  readonly tellUnusual: MessageDaysDeps['tell']
}

export async function openAccounts({
  party,
  sandbox,
  tellUnusual,
  ...parts
}: AccountsParts): Promise<AccountsDeps> {
  const { db, clock, secrets } = parts
  const secret = await installationSecret(db.query, secrets, 'codes')
  const messageDays = new MessageDays({
    db,
    clock,
    usualAtLeast: parts.limits.usualMessages,
    tell: tellUnusual,
  })
  const workSecret = (await installationSecret(db.query, secrets, 'work')).toString('hex')
  return {
    ...parts,
    messageDays,
    work: new ProofOfWork({ db, clock, days: messageDays, secret: workSecret, sandbox }),
    users: new Users(db),
    codes: new Codes(db, clock, secret),
    recovery: new RecoveryCodes(db, clock, secret),
    apiKeys: new ApiKeys(db, clock, parts.limits.apiKeys),
    loginThrottle: new LoginThrottle({ db, clock }, 'customers', parts.limits.guesses),
    passkeys: new Passkeys({ db, clock, party, table: 'accounts_passkeys' }),
  }
}

const hourMs = 3_600_000

/** Jobs that end and delete unusable entries. */
export const accountsJobs = (deps: AccountsDeps): readonly Job[] => [
  ...jobsThatForget(deps),
  {
    name: 'end-idle-sessions',
    noCases: 'one statement',
    everyMs: 10_000,
    run: async () => announceEnded(deps, await deps.sessions.endIdle()),
  },
]

const jobsThatForget = ({ db, clock, codes }: AccountsDeps): readonly Job[] => [
  { name: 'forget-codes', noCases: 'one statement', everyMs: hourMs, run: () => codes.forgetOld() },
  {
    name: 'forget-undoings',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldUndoings(db, clock),
  },
  {
    name: 'forget-challenges',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldChallenges(db, clock),
  },
  {
    name: 'forget-tickets',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldTickets(db, clock),
  },
]
