import { chosenEventTypes, type OpsCalls, type OpsInputOf, type WebhookEventType } from '@candor/contract'
import { pino } from 'pino'
import type { Operator } from '../back-office/operators/operator.ts'
import { someSecrets } from '../platform/keys/test-secrets.ts'
import { publicHosts } from '../platform/outbound/outbound-policy.ts'
import { postPolicy } from '../platform/outbound/post-policy.ts'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import { Deliverer } from './deliverer.ts'
import { deliveriesOpsHandlers } from './deliveries-ops.ts'
import { endpointsOpsHandlers, type WebhooksContext } from './endpoints-ops.ts'
import { keepEvent, spreadEvents } from './events-store.ts'
import { tellStoppedBy } from './tell-stopped.ts'

export interface WebhooksFixture extends ModuleFixture {
  readonly admin: Operator
  readonly handlers: ReturnType<typeof endpointsOpsHandlers> & ReturnType<typeof deliveriesOpsHandlers>
  /** Letters to the admins. */
  readonly adminLetters: { readonly subject: string; readonly text: string }[]
  /** Another process that delivers. */
  deliverer(patienceMs?: number): Deliverer
  /** Adds an endpoint that wants every type, unless `changes` say otherwise. */
  addEndpoint(
    changes: Partial<OpsInputOf<OpsCalls['opsAddWebhook']>> & { readonly url: string },
  ): ReturnType<ReturnType<typeof endpointsOpsHandlers>['opsAddWebhook']>
  /** Records events of this type, about a customer each. */
  record(type: WebhookEventType, count?: number): Promise<void>
  /** Spreads what was recorded, and delivers what is due. */
  deliver(deliverer?: Deliverer): Promise<void>
  rows(): ReturnType<typeof rowsOf>
  /** Removes endpoints, events and letters. */
  clear(): Promise<void>
}

/** Webhooks on real parts, to receivers on this machine. */
export async function openWebhooksFixture(): Promise<WebhooksFixture> {
  const fixture = await openModuleFixture()
  const { db, clock } = fixture
  const adminLetters: WebhooksFixture['adminLetters'] = []
  const tellAdmins: WebhooksContext['tellAdmins'] = async (letter) => void adminLetters.push(letter)
  const context: WebhooksContext = {
    ...fixture,
    secrets: someSecrets,
    policy: postPolicy(publicHosts, ['127.0.0.0/8']),
    tellAdmins,
  }
  const admin = { id: fixture.newId(), email: 'admin@candor.example', role: 'admin' } as Operator
  const handlers = { ...endpointsOpsHandlers(context), ...deliveriesOpsHandlers(context) }
  const log = pino({ level: 'silent' })
  const newDeliverer = (patienceMs = 15_000) =>
    new Deliverer({ ...context, log, patienceMs, tellStopped: tellStoppedBy(tellAdmins) })
  const own = newDeliverer()
  let names = 0
  return {
    ...fixture,
    admin,
    handlers,
    adminLetters,
    deliverer: newDeliverer,
    addEndpoint: (changes) => {
      names += 1
      const usual = { name: `System ${names}`, types: [...chosenEventTypes], signature: 'v1' as const }
      return handlers.opsAddWebhook({ ...usual, ...changes }, admin)
    },
    record: (type, count = 1) =>
      db.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1)
          await keepEvent(tx, { type, at: clock.now(), data: { customer: fixture.newId() } })
      }),
    deliver: async (deliverer = own) => {
      await spreadEvents(db, clock.now())
      await deliverer.run()
      await deliverer.settled()
    },
    rows: () => rowsOf(fixture),
    clear: async () => {
      await db.query.deleteFrom('webhooks_endpoints').execute()
      await db.query.deleteFrom('webhooks_events').execute()
      await db.query.deleteFrom('webhooks_watched').execute()
      adminLetters.length = 0
    },
  }
}

const rowsOf = ({ db }: ModuleFixture) =>
  db.query
    .selectFrom('webhooks_deliveries')
    .select(['state', 'attempts', 'next_at', 'status', 'failure', 'detail'])
    .orderBy('event')
    .execute()
