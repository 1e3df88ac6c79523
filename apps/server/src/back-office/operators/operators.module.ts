import type { operatorsOps, passkeysOps, peopleOps, singleSignOnOps } from '@candor/contract'
import type { FastifyInstance } from 'fastify'
import type { IdentityParts } from '../../accounts/identity-parts.ts'
import type { Tokens } from '../../accounts/sessions/tokens.ts'
import type { Passkeys } from '../../accounts/sign-in/passkeys.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Config } from '../../platform/config.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import { type HandsOn, handOn } from '../../platform/http/hand-on.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import type { LoginThrottle } from '../../platform/limits/login-throttle.ts'
import { unnameProposals } from '../proposals/proposals-store.ts'
import type { OperatorsConsole } from './operators-console.ts'
import type { OpsHandlersOf } from './ops-handlers.ts'
import type { InvitationsDeps } from './people/invitations.ts'
import { mailWaitingInvitations } from './people/mail-invitation.ts'
import { peopleHandlers } from './people/people.ts'
import { peopleProposals } from './people/people-proposals.ts'
import { addSampleOperators } from './people/sample-operators.ts'
import { operatorsHandlers } from './routes.ts'
import { OperatorSessions } from './sign-in/sessions-store.ts'
import { openSso, ssoCallbackPath } from './sign-in/sso-provider.ts'
import { forgetOldAttempts } from './sign-in/sso-store.ts'
import { tellOwnerBy } from './sign-in/tell-owner.ts'

/** Ways in which operators prove who they are, the same as customers'. */
export interface OperatorCredentials {
  readonly identity: IdentityParts
  readonly secrets: Secrets
  readonly tokens: Tokens
  /** The digest that is stored of a token. */
  readonly hashOf: (token: string) => Buffer
  readonly passkeys: Passkeys
  readonly loginThrottle: LoginThrottle
}

export interface OperatorsPorts {
  readonly console: OperatorsConsole
  /** From accounts. */
  readonly credentials: OperatorCredentials
  /** Answers when the mail server took the message, and throws where it did not. */
  readonly messenger: Messenger
  readonly site: {
    readonly singleSignOn: Config['singleSignOn']
    /** Public address of the console; null: not known before it listens. */
    readonly consoleUrl: () => string | null
  }
}

type OperatorsCalls = typeof operatorsOps & typeof passkeysOps & typeof singleSignOnOps & typeof peopleOps

const fromSingleSignOn: HandsOn = {
  path: `/console${ssoCallbackPath}`,
  names: ['code', 'state', 'iss', 'error'],
  pageOf: (came) => `/console/#/sso/${came}`,
}

/** Operators: how they sign in, who they are, and the queues and proposals that modules fill. */
export const operatorsModule = defineModule({
  name: 'operators',
  open: (context: ServerContext, { console, credentials, messenger, site }: OperatorsPorts) => {
    const { db, clock, log, sandbox } = context
    const { audit, cases, proposals } = console
    const sessions = new OperatorSessions(db, clock, credentials.tokens, credentials.hashOf)
    const signIn = {
      ...{ db, clock, audit, sessions, cases, proposals, sandbox, ...credentials },
      tellOwner: tellOwnerBy({ messenger, log }),
      sso: openSso(site.singleSignOn, site.consoleUrl, log),
    }
    const { consoleUrl } = site
    const invitations: InvitationsDeps = { db, clock, audit, messenger, consoleUrl, log, ...credentials }
    return {
      backOffice: {
        handlers: {
          ...operatorsHandlers(signIn),
          ...peopleHandlers({ ...invitations, console }),
        } satisfies OpsHandlersOf<OperatorsCalls>,
        proposals: peopleProposals(invitations),
      },
      consolePages: (app: FastifyInstance) => handOn(app, fromSingleSignOn),
      jobs: operatorsJobs(console, invitations),
      /** Takes the name of an erased customer out of what was proposed about them. */
      eraseCustomer: unnameProposals,
      authenticate: (token: string) => sessions.authenticate(token),
      /** Adds one operator of each role where there is none; answers the file that names them, or null. */
      addSamples: (dataDir: string) =>
        addSampleOperators({ db, clock, audit, dataDir, actor: 'system', ...credentials }),
    }
  },
})

const minuteMs = 60_000

const operatorsJobs = ({ proposals }: OperatorsConsole, invitations: InvitationsDeps): readonly Job[] => [
  { name: 'lapse-proposals', everyMs: minuteMs, run: () => proposals.lapse() },
  {
    name: 'forget-sign-ins-elsewhere',
    noCases: 'one statement',
    everyMs: 60 * minuteMs,
    run: () => forgetOldAttempts(invitations.db, new Date(invitations.clock.now())),
  },
  { name: 'mail-invitations', everyMs: minuteMs, run: () => mailWaitingInvitations(invitations) },
]
