import { fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { queueWork } from '../back-office/dashboard-ops.ts'
import { serviceScopes } from '../back-office/service-tokens/service-scopes.ts'
import { decimal, id, isoTime } from '../fields.ts'
import { optionDirection, optionResult } from '../options/options.ts'
import { closeReason, direction, orderKind } from '../orders/orders.ts'

/** An event that the operator's other systems can be told of. */
interface WebhookEvent<Data extends z.ZodObject = z.ZodObject> {
  readonly summary: string
  readonly data: Data
}

const event = <Data extends z.ZodObject>(summary: string, data: Data): WebhookEvent<Data> => ({
  summary,
  data,
})

/** The customer's id, which no one outside the installation can trace to a person. */
const customer = z.object({ customer: id })
const asset = z.enum(['USDT', 'BTC', 'ETH'])
const fundingNetwork = z.enum(fundingNetworks)

const check = customer.extend({
  /** Number of the customer's identity verification, from 1. */
  attempt: z.number().int(),
})

const deposit = customer.extend({
  deposit: id,
  asset,
  network: fundingNetwork,
  /** Reported by the customer; of a credited deposit, the credit. */
  amount: decimal,
  /** Null while only the end of the hash is known. */
  transaction: z.string().nullable(),
})

const withdrawal = customer.extend({
  withdrawal: id,
  method: z.enum(['coin', 'bank']),
  asset,
  network: fundingNetwork.nullable(),
  /** With the fee; `received` is without it. */
  amount: decimal,
  fee: decimal,
  received: decimal,
  /** Of a payment in a coin, once it was sent. */
  transaction: z.string().nullable(),
})

const order = customer.extend({
  order: id,
  number: z.string(),
  /** Order that a closed part belonged to. */
  partOf: id.nullable(),
  market: z.string(),
  direction,
  kind: orderKind,
  lots: decimal,
  leverage: z.number().int(),
  margin: decimal,
  openPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  /** Result by prices once closed; `fee` and `swap` are apart, as in the API. */
  profit: decimal.nullable(),
  fee: decimal,
  swap: decimal,
  reason: closeReason.nullable(),
})

const option = customer.extend({
  option: id,
  number: z.string(),
  market: z.string(),
  direction: optionDirection,
  periodSeconds: z.number().int(),
  amount: decimal,
  openPrice: decimal,
  closePrice: decimal.nullable(),
  result: optionResult.nullable(),
  profit: decimal.nullable(),
})

const loan = customer.extend({ loan: id, number: z.string(), amount: decimal, days: z.number().int() })

const plan = customer.extend({
  plan: id,
  number: z.string(),
  product: z.string(),
  amount: decimal,
  days: z.number().int(),
  /** Null unless it was left early. */
  penalty: decimal.nullable(),
})

const savings = customer.extend({
  asset,
  amount: decimal,
  /** Savings of this coin after it. */
  held: decimal,
})

const proposal = z.object({
  proposal: id,
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
  /** Operators. */
  proposedBy: id,
  decidedBy: id.nullable(),
})

const token = z.object({
  token: id,
  name: z.string(),
  scopes: z.array(z.enum(serviceScopes)),
  expiresAt: isoTime,
  /** Operator who did it. */
  by: id,
})

const alert = z.object({
  /** Page of the console about it. */
  page: queueWork.shape.page.nullable(),
  tone: z.enum(['warn', 'bad']),
  /** One line of English. */
  text: z.string(),
  since: isoTime.nullable(),
})

/** Every type of event with its data. Amounts are decimal texts of the asset named, of USDT where none is. Only real accounts are reported. */
export const webhookEvents = {
  'customer.opened': event('An account was opened', customer),
  'customer.verification_requested': event('A customer sent documents for the identity verification', check),
  'customer.verified': event('An identity verification was approved', check),
  'customer.verification_refused': event('An identity verification was refused', check),
  'customer.frozen': event('An account was frozen by two operators', customer),
  'customer.unfrozen': event('A freeze was lifted', customer),
  'customer.closed': event('An account was closed and its personal data erased', customer),
  'customer.margin_called': event('The margin level of an account fell to that of its margin call', customer),
  'deposit.reported': event('A customer reported a deposit', deposit),
  'deposit.credited': event('A deposit was credited', deposit),
  'deposit.refused': event('A reported deposit was refused', deposit),
  'deposit.reversed': event(
    'The credit of a deposit was taken back',
    customer.extend({
      deposit: id,
      asset,
      /** The part that was still in the account and went back; `claim` is the rest. */
      taken: decimal,
      claim: decimal,
    }),
  ),
  'withdrawal.requested': event('A customer requested a withdrawal', withdrawal),
  'withdrawal.approved': event('A withdrawal was approved', withdrawal),
  'withdrawal.sent': event('A withdrawal was paid, and its payment has to be confirmed', withdrawal),
  'withdrawal.completed': event('The payment of a withdrawal was confirmed', withdrawal),
  'withdrawal.refused': event('A withdrawal was refused', withdrawal),
  'withdrawal.cancelled': event('The customer withdrew the request', withdrawal),
  'withdrawal.failed': event('The payment of a withdrawal failed, and the money is back', withdrawal),
  'order.placed': event('A limit or stop order was placed', order),
  'order.opened': event('A position was opened', order),
  'order.closed': event('A position or a part of it was closed; `reason` says why, a stop-out too', order),
  'order.cancelled': event('A pending order was cancelled', order),
  'order.expired': event('A pending order expired', order),
  'option.opened': event('An option was bought', option),
  'option.closed': event('An option ended', option),
  'loan.requested': event('A customer requested a loan', loan),
  'loan.refused': event('A loan was refused', loan),
  'loan.paid_out': event('A loan was paid out', loan),
  'loan.overdue': event('A loan was not repaid in time', loan),
  'loan.repaid': event('A loan was repaid', loan),
  'plan.bought': event('A smart plan was bought', plan),
  'plan.completed': event('A smart plan reached its end', plan),
  'plan.exited': event('A smart plan was left early', plan),
  'savings.paid_in': event('Money went into savings', savings),
  'savings.paid_out': event('Money came out of savings', savings),
  'artwork.sold': event(
    'An artwork was sold',
    customer.extend({ artwork: id, certificate: z.string(), price: decimal, fee: decimal }),
  ),
  'proposal.made': event('An operator proposed a change that a second one decides', proposal),
  'proposal.decided': event('A proposal was approved, rejected or withdrawn, or expired', proposal),
  'token.issued': event('A service token was made by two operators, and its secret shown', token),
  'token.revoked': event('A service token was revoked', token),
  'alert.raised': event('An alert appeared on the console’s dashboard', alert),
  'alert.ended': event('An alert of the dashboard ended', alert),
  'queue.late': event(
    'More cases of a queue than before are past the time promised to the customer',
    z.object({ page: queueWork.shape.page, waiting: z.number().int(), late: z.number().int() }),
  ),
  'webhook.test': event(
    'A test, sent from the console to one endpoint; it cannot be chosen',
    z.object({
      /** The endpoint's id. */
      endpoint: id,
    }),
  ),
} as const satisfies Record<string, WebhookEvent>
export type WebhookEventType = keyof typeof webhookEvents

export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** Types that an endpoint can want: all but the test. */
export const chosenEventTypes = webhookEventTypes.filter((type) => type !== 'webhook.test') as [
  WebhookEventType,
  ...WebhookEventType[],
]
