import {
  chosenEventTypes,
  type OutboundFailure,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEvents,
} from '@candor/contract'
import type { Tone } from '@candor/ui/feedback.tsx'

const failures: Readonly<Record<OutboundFailure, string>> = {
  url: 'The URL is not a valid https address',
  credentials: 'The URL contains a username or password',
  port: 'The port is not permitted',
  address: 'The host is not a public address, and not in WEBHOOK_NETWORKS',
  dns: 'The host has no address',
  unreachable: 'The host could not be reached',
  timeout: 'No answer within 15 seconds',
  status: 'Refused',
  redirect: 'Redirects are not followed',
}

/** Outcome of the last attempt, in one line. */
export function outcomeWords({ failure, detail, status }: WebhookDelivery): string {
  if (failure === null) return status === null ? '' : `HTTP ${status}`
  if (failure === 'status') return detail ?? failures.status
  return detail === null ? failures[failure] : `${failures[failure]} (${detail})`
}

/** Words for refused fields of the forms. */
export const issueWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(failures).map(([reason, words]) => [reason, `${words}.`])),
  taken: 'Another webhook has this name.',
  too_many: 'There are already 20 webhooks. Remove one first.',
  future: 'Choose a moment in the past.',
  too_old: 'Events are kept for 30 days. Choose a later moment.',
}

/** Words for an empty field of the settings. */
export const emptyWords = {
  name: 'Enter a name.',
  url: 'Enter a URL.',
  types: 'Choose at least one event.',
} as const

export const stateWords: Readonly<Record<WebhookEndpoint['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped',
}

export const stopWords = {
  gone: 'The receiver answered that it is gone (HTTP 410)',
  failing: 'The receiver took no message for three days',
} as const

/** The tone of an endpoint: one that fails is not yet stopped. */
export function toneOf({ state, failingSince }: WebhookEndpoint): Tone {
  if (state === 'stopped') return 'bad'
  if (state === 'paused') return 'neutral'
  return failingSince === null ? 'good' : 'warn'
}

export const deliveryWords: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}
export const deliveryTones: Readonly<Record<WebhookDelivery['state'], Tone>> = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
}

const groupTitles: Readonly<Record<string, string>> = {
  customer: 'Customers',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  order: 'Orders',
  option: 'Options',
  loan: 'Loans',
  plan: 'Smart plans',
  savings: 'Savings',
  artwork: 'Artworks',
  proposal: 'Four eyes',
  token: 'Service tokens',
  alert: 'Alerts',
  queue: 'Queues',
}

export interface TypeGroup {
  readonly name: string
  readonly title: string
  readonly types: readonly WebhookEventType[]
}

/** The types that can be chosen, by what they are about. */
export const typeGroups: readonly TypeGroup[] = Object.entries(groupTitles).map(([name, title]) => ({
  name,
  title,
  types: chosenEventTypes.filter((type) => type.startsWith(`${name}.`)),
}))

export const summaryOf = (type: WebhookEventType): string => webhookEvents[type].summary

/** A count that ends at 1000. */
export const countWords = (count: number): string => (count >= 1000 ? '1000+' : String(count))
