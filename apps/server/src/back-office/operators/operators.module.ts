import {
  dashboardOps,
  operatorsOps,
  passkeysOps,
  peopleOps,
  proposalsOps,
  serviceTokensOps,
  singleSignOnOps,
  workMailOps,
} from '@candor/contract'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type { FastifyInstance } from 'fastify'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Config } from '../../platform/config.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import { type HandsOn, handOn } from '../../platform/http/hand-on.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { measureWork } from '../dashboard/measure-work.ts'
import { unnameProposals } from '../proposals/proposals-store.ts'
import { mailWork } from '../work-mail/mail-work.ts'
import type { OperatorsConsole } from './operators-console.ts'
import type { OperatorCredentials, OperatorsContext } from './operators-context.ts'
import { mailWaitingInvitations } from './people/mail-invitation.ts'
import { peopleHandlers } from './people/people.ts'
import { peopleProposals } from './people/people-proposals.ts'
import { addSampleOperators } from './people/sample-operators.ts'
import { tellAdmins } from './people/tell-admins.ts'
import { operatorsHandlers } from './routes.ts'
import { serviceTokenAlerts } from './service-tokens/service-token-alerts.ts'
import { serviceTokenProposal } from './service-tokens/service-token-proposal.ts'
import { ServiceTokens } from './service-tokens/service-tokens.ts'
import { serviceTokensHandlers } from './service-tokens/service-tokens-ops.ts'
import {
  removeOldCalls,
  type WatchContext,
  watchServiceTokens,
} from './service-tokens/watch-service-tokens.ts'
import { OperatorSessions } from './sign-in/sessions-store.ts'
import { openSso, ssoCallbackPath } from './sign-in/sso-provider.ts'
import { forgetOldAttempts } from './sign-in/sso-store.ts'
import { tellOwnerBy } from './sign-in/tell-owner.ts'

export interface OperatorsPorts {
  readonly console: OperatorsConsole
  /** From accounts. */
  readonly credentials: OperatorCredentials
  /** Sends a message; resolves when the mail server accepted it, and throws otherwise. */
  readonly messenger: Messenger
  readonly site: {
    readonly singleSignOn: Config['singleSignOn']
    /** Public address of the console; null: not known before it listens. */
    readonly consoleUrl: () => string | null
  }
}

const fromSingleSignOn: HandsOn = {
  path: `/console${ssoCallbackPath}`,
  names: ['code', 'state', 'iss', 'error'],
  pageOf: (came) => `/console/#/sso/${came}`,
}

/** Operators: their sign-in, their accounts, and the queues and proposals that modules fill. */
export const operatorsModule = defineModule({
  name: 'operators',
  opsCalls: {
    ...operatorsOps,
    ...dashboardOps,
    ...workMailOps,
    ...passkeysOps,
    ...singleSignOnOps,
    ...peopleOps,
    ...proposalsOps,
    ...serviceTokensOps,
  },
  customerTables: {
    operators_approved_cases: {
      exported: { instead: 'each case is in the list of its kind' },
      erased: { retained: 'amounts of decisions, by id' },
    },
  },
  open: (context: ServerContext, { console, credentials, messenger, site }: OperatorsPorts) => {
    const { db, clock, log, sandbox } = context
    const { audit } = console
    const sessions = new OperatorSessions(db, clock, credentials.tokens, credentials.hashOf)
    const { consoleUrl } = site
    const operators: OperatorsContext = {
      ...{ db, clock, log, sandbox, audit, sessions, messenger, consoleUrl, ...credentials },
      tellOwner: tellOwnerBy(messenger, log),
      sso: openSso(site.singleSignOn, consoleUrl, log),
    }
    const serviceTokens = new ServiceTokens({
      db,
      clock,
      hashOf: credentials.hashOf,
      ...credentials.services,
    })
    const watch: WatchContext = { db, clock, tellAdmins: (letter) => tellAdmins(context, messenger, letter) }
    return {
      backOffice: {
        handlers: {
          ...operatorsHandlers(operators, console),
          ...peopleHandlers(operators, console),
          ...serviceTokensHandlers({ ...operators, ...watch, serviceTokens }, console),
        },
        proposals: [...peopleProposals(operators), serviceTokenProposal(operators)],
        alerts: [serviceTokenAlerts(context)],
      },
      consolePages: (app: FastifyInstance) => handOn(app, fromSingleSignOn),
      jobs: [...operatorsJobs(operators, console), ...serviceTokensJobs(watch)],
      measure: (registry) => measureWork(registry, console.dashboard),
      /** Removes the name of an erased customer from proposals about them. */
      eraseCustomer: (tx, userId, { name }) => unnameProposals(tx, userId, name),
      authenticate: (token: string) => sessions.authenticate(token),
      services: serviceTokens,
      /** Adds one operator of each missing role; returns the file that lists them, or null. */
      addSamples: (dataDir: string) => addSampleOperators(operators, dataDir),
    }
  },
})

const operatorsJobs = (
  context: OperatorsContext,
  { proposals, dashboard }: OperatorsConsole,
): readonly Job[] => [
  { name: 'lapse-proposals', everyMs: minuteMs, run: () => proposals.lapse() },
  {
    name: 'forget-sign-ins-elsewhere',
    noCases: 'one statement',
    everyMs: 60 * minuteMs,
    run: () => forgetOldAttempts(context.db, new Date(context.clock.now())),
  },
  { name: 'mail-invitations', everyMs: minuteMs, run: () => mailWaitingInvitations(context) },
  { name: 'mail-work', everyMs: minuteMs, run: () => mailWork(context, dashboard) },
]

const serviceTokensJobs = (context: WatchContext): readonly Job[] => [
  { name: 'watch-service-tokens', everyMs: minuteMs, run: () => watchServiceTokens(context) },
  {
    name: 'remove-old-service-calls',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => removeOldCalls(context),
  },
]
