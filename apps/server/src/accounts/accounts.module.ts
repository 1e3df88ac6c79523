import {
  accountsCalls,
  apiKeysCalls,
  passkeysCalls,
  proveIdentityCalls,
  signInCalls,
  statementsCalls,
  undoingCalls,
} from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { FastifyInstance } from 'fastify'
import { defineModule, type ServerContext } from '../module.ts'
import { type HandsOn, handOn } from '../platform/http/hand-on.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { MessageDays, type UnusualDayAlarm } from '../platform/limits/message-days.ts'
import { ProofOfWork } from '../platform/limits/proof-of-work.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import type { AccountsCore } from './accounts-core.ts'
import { accountsJobs } from './accounts-jobs.ts'
import type { AccountsPorts, TradingPorts } from './accounts-ports.ts'
import { eraseSignIn } from './closure/erase-sign-in.ts'
import { type AccountMessages, CodeSender } from './codes/code-sender.ts'
import { Codes } from './codes/codes-store.ts'
import type { OpenedAccounts } from './opened-accounts.ts'
import { withEarnings } from './profile/with-earnings.ts'
import { accountsHandlers } from './routes.ts'
import { installationSecret } from './secrets-store.ts'
import { googleCallbackPath } from './sign-in/google.ts'
import { customerPasskeys } from './sign-in/passkey-store.ts'
import { Passkeys } from './sign-in/passkeys.ts'
import { RecoveryCodes } from './sign-in/recovery-codes.ts'

interface CodeOutlets {
  readonly messages: AccountMessages
  /** Notifies operators of a day with far more codes than usual. */
  readonly tellUnusual: UnusualDayAlarm
}

interface AccountsOptions extends AccountsPorts, CodeOutlets {
  readonly core: AccountsCore
}

/** Specification §2: code and state go to the page of the same name. */
const fromGoogle: HandsOn = {
  path: googleCallbackPath,
  names: ['code', 'state', 'error'],
  pageOf: (came) => `/#${googleCallbackPath}?${came}`,
}

/** Accounts: registration, sign-in, proofs of identity, settings, figures and statements. */
export const accountsModule = defineModule({
  name: 'accounts',
  calls: {
    ...accountsCalls,
    ...apiKeysCalls,
    ...passkeysCalls,
    ...proveIdentityCalls,
    ...signInCalls,
    ...statementsCalls,
    ...undoingCalls,
  },
  export: [
    { call: 'settings', folder: 'person' },
    { call: 'sessions', folder: 'person' },
    { call: 'consents', folder: 'person' },
    { call: 'listPasskeys', folder: 'person' },
    { call: 'recoveryCodes', folder: 'person' },
    { call: 'listApiKeys', folder: 'person' },
    { call: 'getUserInfo', folder: 'accounts' },
    { call: 'equityHistory', folder: 'accounts', input: { days: 366 } },
    { call: 'statementTotals', folder: 'accounts' },
    { call: 'statement', folder: 'accounts', list: 'plain' },
  ],
  customerTables: {
    accounts_users: { exported: ['settings', 'getUserInfo'], erased: 'words' },
    accounts_sessions: { exported: ['sessions'], erased: 'words' },
    accounts_reset_tokens: { exported: { instead: 'a secret for fifteen minutes' }, erased: 'rows' },
    accounts_recovery_codes: { exported: ['recoveryCodes'], erased: 'rows' },
    accounts_passkeys: { exported: ['listPasskeys'], erased: 'rows' },
    accounts_challenges: {
      exported: { instead: 'a secret for five minutes' },
      erased: { retained: 'they end sooner' },
    },
    accounts_google: { exported: { instead: 'an id of Google, which no page shows' }, erased: 'rows' },
    accounts_google_tickets: { exported: { instead: 'a secret for fifteen minutes' }, erased: 'rows' },
    accounts_api_keys: { exported: ['listApiKeys'], erased: 'rows' },
    accounts_undoings: { exported: { instead: 'secrets, which the letters have' }, erased: 'rows' },
    accounts_consents: { exported: ['consents'], erased: { retained: 'proof of what was agreed' } },
  },
  open: async (context: ServerContext, { core, messages, tellUnusual, ...ports }: AccountsOptions) => {
    const guards = await openGuards(context, core, { messages, tellUnusual })
    const accounts: OpenedAccounts = {
      ...context,
      ...core,
      ...guards,
      ...ports,
      trading: tradingWithEarnings(context, ports),
    }
    return {
      handlers: accountsHandlers(accounts),
      eraseCustomer: (tx, userId, { email }) => eraseSignIn(tx, userId, email),
      jobs: accountsJobs(accounts),
      // Sessions in use are known to this process alone.
      followers: [
        {
          name: 'write-seen',
          noCases: 'one statement',
          everyMs: minuteMs,
          run: () => core.sessions.writeSeen(),
        },
      ],
      pages: (app: FastifyInstance) => handOn(app, fromGoogle),
      accounts,
    }
  },
})

/** Figures of today include what no position has. */
const tradingWithEarnings = ({ clock }: ServerContext, { trading }: AccountsPorts): TradingPorts => ({
  ...trading,
  figures: (userId, mode) =>
    withEarnings(trading.figures(userId, mode), trading.earnedSince(userId, mode, startOfDay(clock.now()))),
})

async function openGuards(
  { db, clock, sandbox }: ServerContext,
  { secrets, limits, party }: AccountsCore,
  { messages, tellUnusual }: CodeOutlets,
) {
  const codesSecret = await installationSecret(db.query, secrets, 'codes')
  const workSecret = await installationSecret(db.query, secrets, 'work')
  const messageDays = new MessageDays({ db, clock }, limits.usualMessages, tellUnusual)
  const work = new ProofOfWork({ db, clock, days: messageDays, secret: workSecret.toString('hex'), sandbox })
  const codes = new Codes(db, clock, codesSecret)
  return {
    work,
    codes,
    codeSender: new CodeSender({ codes, messages, limits, work, messageDays }),
    recovery: new RecoveryCodes(db, clock, codesSecret),
    loginThrottle: new LoginThrottle({ db, clock }, 'customers', limits.guesses),
    passkeys: new Passkeys({ db, clock, party, store: customerPasskeys(db) }),
  }
}
