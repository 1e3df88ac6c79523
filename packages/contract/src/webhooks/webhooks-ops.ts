import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime, pageOf, pageQuery } from '../fields.ts'
import { outboundFailures } from '../outbound-failures.ts'
import { chosenEventTypes, webhookEventTypes } from './webhook-events.ts'

const roles = ['admin'] as const

/** At most this many endpoints. */
export const mostWebhooks = 20

/** Signature of messages (Standard Webhooks): v1 is HMAC-SHA256 with a shared secret, v1a Ed25519 with a published key. */
export const webhookSignature = z.enum(['v1', 'v1a'])
export type WebhookSignature = z.infer<typeof webhookSignature>

/** `stopped`: by the server, because the receiver answered 410 or took nothing for three days. */
export const webhookState = z.enum(['active', 'paused', 'stopped'])
export type WebhookState = z.infer<typeof webhookState>

const settings = z.object({
  name: z.string().trim().min(1).max(60),
  /** https; http only in a network of WEBHOOK_NETWORKS, or of the same machine in a sandbox. */
  url: z.string().trim().min(1).max(2_000),
  types: z.array(z.enum(chosenEventTypes)).min(1).max(chosenEventTypes.length),
})

export const webhookEndpoint = settings.extend({
  id,
  signature: webhookSignature,
  /** With it, receivers of v1a verify; null for v1. */
  publicKey: z.string().nullable(),
  state: webhookState,
  stopReason: z.enum(['gone', 'failing']).nullable(),
  createdAt: isoTime,
  /** The last attempt that succeeded, and the first that failed since. */
  succeededAt: isoTime.nullable(),
  failingSince: isoTime.nullable(),
  /** Until then the secret before the last rotation signs too. */
  rotatingUntil: isoTime.nullable(),
  /** Messages that wait to be delivered, and those given up, at most 1000 each: that number means that many or more. */
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

export const webhookDelivery = z.object({
  /** The message's id, as in the header `webhook-id`. */
  id: z.string(),
  type: z.enum(webhookEventTypes),
  at: isoTime,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  triedAt: isoTime.nullable(),
  /** The next attempt; null: none. */
  nextAt: isoTime.nullable(),
  /** HTTP status of the last attempt; null: there was no answer. */
  status: z.number().int().nullable(),
  failure: z.enum(outboundFailures).nullable(),
  /** Subject of the failure, in English. */
  detail: z.string().nullable(),
  /** The message as it is sent. */
  payload: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** Shown once: `secret` of v1. A receiver of v1a needs the public key alone. */
const shownSecret = z.object({ id, secret: z.string().nullable(), publicKey: z.string().nullable() })
export type WebhookSecret = z.infer<typeof shownSecret>

/** Calls for the endpoints of the operator's other systems. */
export const webhooksOps = {
  opsWebhooks: opsCall({
    method: 'GET',
    path: '/ops/webhooks',
    summary: 'Every endpoint that events are sent to, with its state and its waiting and failed messages',
    roles,
    input: z.object({}),
    result: z.array(webhookEndpoint),
  }),
  opsAddWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks',
    summary: 'Adds an endpoint and returns its secret, which is never shown again; at most 20',
    roles,
    input: settings.extend({ signature: webhookSignature }),
    result: shownSecret,
  }),
  opsChangeWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}',
    summary: 'Changes the name, address and event types of an endpoint',
    roles,
    input: settings.extend({ id }),
    result: z.literal(true),
  }),
  opsPauseWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/pause',
    summary: 'Pauses an endpoint: its messages wait until it is resumed',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  opsResumeWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/resume',
    summary: 'Resumes an endpoint that was paused or stopped; what waits is sent at once',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  opsRemoveWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/remove',
    summary: 'Removes an endpoint with its messages',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  opsRotateWebhookSecret: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/rotate',
    summary: 'Replaces the secret and returns the new one; for 24 hours both sign',
    roles,
    input: z.object({ id }),
    result: shownSecret,
  }),
  opsTestWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/test',
    summary: 'Sends the event `webhook.test` to an endpoint, and returns the message’s id',
    roles,
    input: z.object({ id }),
    result: z.object({ messageId: z.string() }),
  }),
  opsWebhookDeliveries: opsCall({
    method: 'GET',
    path: '/ops/webhooks/{id}/deliveries',
    summary:
      'Messages of an endpoint of the last 30 days, newest first, with the outcome of the last attempt',
    roles,
    input: z.object({
      id,
      state: z.enum(['waiting', 'delivered', 'failed']).optional(),
      ...pageQuery,
    }),
    result: pageOf(webhookDelivery),
  }),
  opsResendWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/resend',
    summary: 'Sends one message again, with the same id',
    roles,
    input: z.object({ id, messageId: z.string().min(1).max(64) }),
    result: z.literal(true),
  }),
  opsReplayWebhook: opsCall({
    method: 'POST',
    path: '/ops/webhooks/{id}/replay',
    summary:
      'Sends every recorded event of the endpoint’s types since a moment again, with the same ids; the moment lies within the last 30 days',
    roles,
    input: z.object({
      id,
      since: isoTime,
      /** Those alone that were not delivered. */
      onlyMissed: z.boolean().default(false),
    }),
    result: z.object({ messages: z.number().int() }),
  }),
} as const
