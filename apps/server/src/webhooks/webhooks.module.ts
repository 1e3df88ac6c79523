import { webhooksOps } from '@candor/contract'
import { dayMs, minuteMs, secondMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../module.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import type { PostPolicy } from '../platform/outbound/post-message.ts'
import { Deliverer } from './deliverer.ts'
import { deliveriesOpsHandlers, retentionDays } from './deliveries-ops.ts'
import { endpointsOpsHandlers } from './endpoints-ops.ts'
import { removeOldEvents, spreadEvents } from './events-store.ts'
import { measureWebhooks } from './measure-webhooks.ts'
import { type TellAdmins, tellStoppedBy } from './tell-stopped.ts'
import { type WorkOfAll, watchWork } from './watch-work.ts'
import { webhookAlerts } from './webhook-alerts.ts'

export interface WebhooksPorts {
  /** Addresses that messages are sent to. */
  readonly outbound: PostPolicy
  readonly secrets: Secrets
  /** From the operators. */
  readonly operators: {
    readonly tellAdmins: TellAdmins
    readonly workOfAll: () => Promise<WorkOfAll>
  }
}

/** Time that a receiver has to answer. */
const patienceMs = 15 * secondMs

/** Events for the operator's other systems, signed and delivered by Standard Webhooks. */
export const webhooksModule = defineModule({
  name: 'webhooks',
  opsCalls: webhooksOps,
  open: (context: ServerContext, { outbound, secrets, operators }: WebhooksPorts) => {
    const { tellAdmins, workOfAll } = operators
    const own = { ...context, secrets, policy: outbound, tellAdmins }
    const deliverer = new Deliverer({ ...own, patienceMs, tellStopped: tellStoppedBy(tellAdmins) })
    return {
      backOffice: {
        handlers: { ...endpointsOpsHandlers(own), ...deliveriesOpsHandlers(own) },
        alerts: [webhookAlerts(context)],
      },
      jobs: jobsOf(context, deliverer, workOfAll),
      measure: (registry) => measureWebhooks(registry, context.db),
      /** Ends attempts under way, so that a stopping server waits for no receiver. */
      stop: () => deliverer.stop(),
    }
  },
})

const jobsOf = (
  { db, clock }: ServerContext,
  deliverer: Deliverer,
  workOfAll: WebhooksPorts['operators']['workOfAll'],
): readonly Job[] => [
  {
    name: 'spread-webhook-events',
    noCases: 'one statement',
    everyMs: secondMs,
    run: () => spreadEvents(db, clock.now()),
  },
  { name: 'deliver-webhooks', everyMs: secondMs, run: () => deliverer.run() },
  {
    name: 'watch-work-for-webhooks',
    noCases: 'one transaction compares the whole dashboard with the last look',
    everyMs: 15 * secondMs,
    run: () => watchWork({ db, clock }, workOfAll),
  },
  {
    name: 'remove-old-webhook-events',
    noCases: 'one statement',
    everyMs: minuteMs,
    run: () => removeOldEvents(db, clock.now() - retentionDays * dayMs),
  },
]
