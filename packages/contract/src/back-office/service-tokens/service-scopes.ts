/** Scopes of a service token, each a set of calls. None includes another, and none decides, moves money or signs. */
export const serviceScopes = [
  'monitoring:read',
  'ledger:read',
  'risk:read',
  'customers:read',
  'queues:read',
  'terms:read',
  'audit:read',
  'webhooks:read',
  'webhooks:resend',
] as const
export type ServiceScope = (typeof serviceScopes)[number]

/** Summaries of the scopes, in one line for people. */
export const serviceScopeSummaries: Readonly<Record<ServiceScope, string>> = {
  'monitoring:read': 'Waiting and late work, alerts, stuck cases, reconciliation, market halts',
  'ledger:read':
    'Money reports, trial balances, the operator’s accounts, holdings, reversed deposits, charity',
  'risk:read': 'Open exposure, cover, results by day and market; customers by id',
  'customers:read': 'Customers with name, email address, phone, balances, positions and notes',
  'queues:read': 'Cases and proposals that wait or were decided, with customers’ names; not their evidence',
  'terms:read': 'Parameters, tariffs, countries, savings, smart plans, loan offers',
  'audit:read': 'The audit log of operators’ actions',
  'webhooks:read': 'Webhook endpoints and their messages',
  'webhooks:resend': 'Sends recorded webhook messages again, to the endpoints that are there',
}
