import type {
  AccountMode,
  accountsCalls,
  apiKeysCalls,
  passkeysCalls,
  proveIdentityCalls,
  signInCalls,
  undoingCalls,
} from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance } from 'fastify'
import { defineModule, type ServerContext } from '../module.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import { type HandsOn, handOn } from '../platform/http/hand-on.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { MessageDays, type UnusualDayAlarm } from '../platform/limits/message-days.ts'
import { ProofOfWork } from '../platform/limits/proof-of-work.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import type { AccountsCore } from './accounts-core.ts'
import type { AccountsDeps, SignUpPorts, TradingPorts } from './accounts-deps.ts'
import { accountsJobs } from './accounts-jobs.ts'
import { ApiKeys } from './api-keys/api-keys.ts'
import { Codes } from './codes/codes-store.ts'
import type { UndoesPlaces } from './profile/undo-change.ts'
import { withEarnings } from './profile/with-earnings.ts'
import { accountsHandlers } from './routes.ts'
import { installationSecret } from './secrets-store.ts'
import { googleCallbackPath } from './sign-in/google.ts'
import { Passkeys } from './sign-in/passkeys.ts'
import { RecoveryCodes } from './sign-in/recovery-codes.ts'

type AccountsModuleCalls = typeof accountsCalls &
  typeof apiKeysCalls &
  typeof passkeysCalls &
  typeof proveIdentityCalls &
  typeof signInCalls &
  typeof undoingCalls

export interface AccountsPorts {
  readonly core: AccountsCore
  readonly messages: {
    /** Mails codes, which a customer can request again when one is lost. */
    readonly messenger: Messenger
    /** Text messages; null where none can be sent. */
    readonly sms: Messenger | null
    /** Notifies operators of a day with far more codes than usual. */
    readonly tellUnusual: UnusualDayAlarm
  }
  /** `earnedSince`: earnings that no position has, in USDT's smallest unit. */
  readonly trading: TradingPorts & {
    earnedSince(userId: string, mode: AccountMode, sinceMs: number): Promise<bigint>
  }
  readonly others: SignUpPorts & Pick<AccountsDeps, 'namedWithdrawal'> & UndoesPlaces
}

const minuteMs = 60_000

/** Specification §2: code and state go to the page of the same name. */
const fromGoogle: HandsOn = {
  path: googleCallbackPath,
  names: ['code', 'state', 'error'],
  pageOf: (came) => `/#${googleCallbackPath}?${came}`,
}

/** Accounts: registration, sign-in, proofs of identity, settings, figures and statements. */
export const accountsModule = defineModule({
  name: 'accounts',
  open: async (context: ServerContext, ports: AccountsPorts) => {
    const deps = await openDeps(context, ports)
    return {
      handlers: accountsHandlers(deps, ports.others) satisfies HandlersOf<AccountsModuleCalls>,
      jobs: accountsJobs(deps),
      // Sessions in use are known to this process alone.
      followers: [
        {
          name: 'write-seen',
          noCases: 'one statement',
          everyMs: minuteMs,
          run: () => ports.core.sessions.writeSeen(),
        },
      ],
      pages: (app: FastifyInstance) => handOn(app, fromGoogle),
      accounts: deps,
    }
  },
})

async function openDeps(
  context: ServerContext,
  { core, messages, trading, others }: AccountsPorts,
): Promise<AccountsDeps> {
  const { db, clock, sandbox } = context
  const { secrets, limits, party } = core
  const codesSecret = await installationSecret(db.query, secrets, 'codes')
  const workSecret = await installationSecret(db.query, secrets, 'work')
  const usualAtLeast = limits.usualMessages
  const messageDays = new MessageDays({ db, clock }, usualAtLeast, messages.tellUnusual)
  return {
    ...context,
    ...core,
    ...messages,
    ...others,
    text: (language, key, values) => translator(language)(key, values),
    trading: {
      ...trading,
      figures: (userId, mode) =>
        withEarnings(
          trading.figures(userId, mode),
          trading.earnedSince(userId, mode, startOfDay(clock.now())),
        ),
    },
    messageDays,
    work: new ProofOfWork({ db, clock, days: messageDays, secret: workSecret.toString('hex'), sandbox }),
    codes: new Codes(db, clock, codesSecret),
    recovery: new RecoveryCodes(db, clock, codesSecret),
    apiKeys: new ApiKeys(db, clock, limits.apiKeys),
    loginThrottle: new LoginThrottle({ db, clock }, 'customers', limits.guesses),
    passkeys: new Passkeys({ db, clock, party, table: 'accounts_passkeys' }),
  }
}
