import { z } from 'zod'
import { id, isoTime } from '../fields.ts'
import { caseKinds } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

/** Pages of the console where something can wait or need attention, by their address. */
export const consolePageNames = [
  ...caseKinds,
  'support',
  'tasks',
  'proposals',
  'stuck',
  'charity',
  'markets',
  'reconciliation',
  'feeds',
  'exposure',
  'hedging',
  'webhooks',
  'service-tokens',
] as const
export type ConsolePageName = (typeof consolePageNames)[number]

/** Titles of these pages, as the console and its letters name them. */
export const consolePageTitles: Readonly<Record<ConsolePageName, string>> = {
  kyc: 'Identity',
  recharge: 'Deposits',
  withdrawal: 'Withdrawals',
  names: 'Name screening',
  loan: 'Loans',
  support: 'Support',
  tasks: 'Tasks',
  proposals: 'Four eyes',
  stuck: 'Stuck cases',
  charity: 'Charity',
  markets: 'Markets',
  reconciliation: 'Reconciliation',
  feeds: 'Feeds',
  exposure: 'Exposure',
  hedging: 'Hedging',
  webhooks: 'Webhooks',
  'service-tokens': 'Service tokens',
}

/** Counts end here: this number means that many or more. */
export const mostCounted = 100
const count = z.number().int().min(0).max(mostCounted)

export const queueWork = z.object({
  page: z.enum(consolePageNames),
  /** Entries that await a decision, an answer or an act; at most 100, which means 100 or more. */
  waiting: count,
  /** Of them, those past the time that the customer was promised, or that colleagues set. */
  late: count,
  /** Of them, those that this operator has claimed, or that are assigned to them. */
  mine: count,
  oldestAt: isoTime.nullable(),
})
export type QueueWork = z.infer<typeof queueWork>

export const consoleAlert = z.object({
  /** Null: no page of the console is about it. */
  page: z.enum(consolePageNames).nullable(),
  tone: z.enum(['warn', 'bad']),
  /** One line of English. */
  text: z.string(),
  since: isoTime.nullable(),
})
export type ConsoleAlert = z.infer<typeof consoleAlert>

export const dashboardOps = {
  opsDashboard: opsCall({
    method: 'GET',
    path: '/ops/dashboard',
    summary:
      'Cases that wait and cases that are late in each queue of the operator’s role, proposals that lapse within a day, and alerts',
    roles: operatorRoles,
    input: z.object({}),
    result: z.object({
      at: isoTime,
      queues: z.array(queueWork),
      /** Proposals of the role’s kinds that lapse within a day, the next to lapse first. */
      lapsing: z.array(
        z.object({
          id,
          summary: z.string(),
          expiresAt: isoTime,
          /** The operator’s own: another person decides it. */
          own: z.boolean(),
        }),
      ),
      alerts: z.array(consoleAlert),
    }),
  }),
} as const
