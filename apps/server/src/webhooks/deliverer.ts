import { mostWebhooks } from '@candor/contract'
import { secondMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../module.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { FetchFailure } from '../platform/outbound/fetch-failure.ts'
import { type PostPolicy, postMessage } from '../platform/outbound/post-message.ts'
import { type DeliveryName, noteAttempt, type TakenMessage, takeDue } from './deliveries-store.ts'
import { dueEndpoints, noteFailing, noteSuccess, stopEndpoint } from './endpoints-store.ts'
import { bodyOf, messageIdOf } from './message.ts'
import { stoppedAfterMs, waitAfter } from './retry-times.ts'
import { signaturesOf } from './sign-message.ts'
import type { TellStopped } from './tell-stopped.ts'
import type { WebhooksTables } from './webhooks-tables.ts'

export interface DelivererContext extends ServerContext {
  readonly secrets: Secrets
  readonly policy: PostPolicy
  readonly tellStopped: TellStopped
  /** Time that a receiver has to answer. */
  readonly patienceMs: number
}

/** Messages of one endpoint that are under way at once. */
const lanes = 4
/** Time of an attempt, during which no other process may begin one: longer than the receiver has. */
const leaseMs = 60 * secondMs

const gone = 410

type Outcome = Pick<WebhooksTables['webhooks_deliveries'], 'status' | 'failure' | 'detail'>

/**
 * Delivers messages that are due. Each endpoint has a turn of its own, which nobody waits for: a receiver that hangs delays its own messages
 * alone. A message is tried at least once: after a crash between an attempt and its note it is sent again, with the same id.
 */
export class Deliverer {
  private readonly context: DelivererContext
  private readonly stopping = new AbortController()
  private readonly turns = new Map<string, Promise<void>>()

  constructor(context: DelivererContext) {
    this.context = context
  }

  /** Begins a turn of every endpoint with due messages that has none; returns their number. */
  run(): Promise<Moved> {
    const { db, clock } = this.context
    return forEachCase(this.context, {
      job: 'deliver-webhooks',
      atOnce: mostWebhooks + 1,
      find: (limit) => dueEndpoints(db.query, clock.now(), limit),
      move: async ({ id }) => this.begin(id),
    })
  }

  /** Waits for the turns that have begun. */
  async settled(): Promise<void> {
    await Promise.all(this.turns.values())
  }

  /** Ends attempts under way; their messages are sent again later. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'))
    await this.settled()
  }

  private begin(endpointId: string): boolean {
    if (this.stopping.signal.aborted || this.turns.has(endpointId)) return false
    const turn = Promise.all(Array.from({ length: lanes }, () => this.lane(endpointId)))
      .then(
        () => undefined,
        (err: unknown) => {
          if (!this.stopping.signal.aborted)
            this.context.log.error({ err, endpointId }, 'a turn of a webhook failed')
        },
      )
      .finally(() => this.turns.delete(endpointId))
    this.turns.set(endpointId, turn)
    return true
  }

  private async lane(endpointId: string): Promise<void> {
    const { db, clock } = this.context
    while (!this.stopping.signal.aborted) {
      const now = clock.now()
      const taken = await takeDue(db, endpointId, { now, until: now + leaseMs })
      if (taken === null) return
      await this.note(taken, await this.attempt(taken))
    }
  }

  private async attempt({ endpoint, event }: TakenMessage): Promise<Outcome> {
    const { policy, clock, patienceMs } = this.context
    const message = {
      id: messageIdOf(event.id),
      timestamp: Math.floor(clock.now() / secondMs),
      body: bodyOf(event),
    }
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      'user-agent': 'candor-webhooks',
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signaturesOf(endpoint.signature, this.secretsOf(endpoint), message),
    }
    const options = { patienceMs, stopping: this.stopping.signal }
    try {
      return outcomeOf(await postMessage(policy, endpoint.url, { headers, body: message.body }, options))
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { status: null, failure: error.reason as Outcome['failure'], detail: error.detail }
    }
  }

  /** The secret, and for a day after a rotation the former one. */
  private secretsOf({
    id,
    secret,
    former_secret: former,
    former_until: until,
  }: TakenMessage['endpoint']): string[] {
    const { secrets, clock } = this.context
    const own = secrets.open('webhooks_endpoints.secret', id, secret)
    return former === null || Number(until) <= clock.now()
      ? [own]
      : [own, secrets.open('webhooks_endpoints.former_secret', id, former)]
  }

  private async note(taken: TakenMessage, outcome: Outcome): Promise<void> {
    const { db, clock } = this.context
    const now = clock.now()
    const name = { endpointId: taken.endpoint.id, event: taken.event.sequence }
    const tried = { ...outcome, tried_at: BigInt(now) }
    if (outcome.failure === null) {
      await noteAttempt(db.query, name, { ...tried, state: 'delivered', next_at: null })
      await noteSuccess(db.query, name.endpointId, now)
      return
    }
    const wait = waitAfter(taken.attempts, taken.event.id)
    await noteAttempt(
      db.query,
      name,
      wait === null
        ? { ...tried, state: 'failed', next_at: null }
        : { ...tried, next_at: BigInt(now + wait) },
    )
    await this.noteFailure(name, outcome, now)
  }

  private async noteFailure({ endpointId }: DeliveryName, { status }: Outcome, now: number): Promise<void> {
    const { db, tellStopped } = this.context
    const since = await noteFailing(db.query, endpointId, now)
    const isLong = since !== null && now - since >= stoppedAfterMs
    if (status !== gone && !isLong) return
    const reason = status === gone ? 'gone' : 'failing'
    const stopped = await stopEndpoint(db.query, endpointId, { reason, now })
    if (stopped !== null) await tellStopped({ ...stopped, reason })
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { status, failure: null, detail: null }
  return { status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', detail: `HTTP ${status}` }
}
