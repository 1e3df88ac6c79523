import type {
  ConsoleAlert,
  OutboundFailure,
  WebhookEventType,
  WebhookSignature,
  WebhookState,
} from '@candor/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../platform/json.ts'
import type { Sealed } from '../platform/keys/secrets.ts'

/** An alert or a late queue as the last look found it. */
export type SeenWork = ConsoleAlert | { readonly late: number }

/** Times in epoch ms. */
export interface WebhooksTables {
  webhooks_endpoints: {
    id: string
    name: string
    url: string
    types: WebhookEventType[]
    signature: WebhookSignature
    secret: Sealed<'webhooks_endpoints.secret'>
    former_secret: Sealed<'webhooks_endpoints.former_secret'> | null
    former_until: bigint | null
    public_key: string | null
    state: Generated<WebhookState>
    stop_reason: 'gone' | 'failing' | null
    stopped_at: bigint | null
    created_at: bigint
    succeeded_at: bigint | null
    failing_since: bigint | null
  }
  webhooks_events: {
    sequence: Generated<bigint>
    id: Generated<string>
    type: WebhookEventType
    at: bigint
    data: ColumnType<Json, string, never>
    spread: Generated<boolean>
  }
  webhooks_deliveries: {
    endpoint_id: string
    event: bigint
    state: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    next_at: bigint | null
    tried_at: bigint | null
    status: number | null
    failure: OutboundFailure | null
    detail: string | null
  }
  webhooks_watched: {
    name: string
    /** Empty in the row that every look locks. */
    seen: ColumnType<SeenWork | Record<string, never>, string, string>
  }
}
