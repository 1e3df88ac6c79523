import type { OpsCallName } from '../ops.ts'
import { type ServiceScope, serviceScopes } from './service-scopes.ts'

/** Every call that a service token can make, by its scope. A call is closed to tokens until it is listed here. */
const callsOfScope = {
  'monitoring:read': [
    'opsDashboard',
    'opsStuckCases',
    'opsReconciliation',
    'opsMarketEvents',
    'opsMarketHistory',
    'opsMarketList',
    'opsNameLists',
    'opsIncidents',
  ],
  'ledger:read': [
    'opsMoneyReport',
    'opsTrialBalance',
    'opsHouseResult',
    'opsTreasury',
    'opsHoldings',
    'opsReversals',
    'opsCharity',
  ],
  'risk:read': [
    'opsReserve',
    'opsExposure',
    'opsRiskDesk',
    'opsRiskHistory',
    'opsExposureLimits',
    'opsHedging',
    'opsHedgeOrders',
  ],
  'customers:read': ['opsCustomers', 'opsFindCustomers', 'opsCustomer'],
  'queues:read': ['opsQueue', 'opsProposals'],
  'terms:read': [
    'opsParameters',
    'opsParameterHistory',
    'opsTariffs',
    'opsInstruments',
    'opsHours',
    'opsCountries',
    'opsSavings',
    'opsSmart',
    'opsLoanOffer',
  ],
  'audit:read': ['opsAudit'],
  'webhooks:read': ['opsWebhooks', 'opsWebhookDeliveries'],
  'webhooks:resend': ['opsResendWebhook', 'opsReplayWebhook'],
} as const satisfies Readonly<Record<ServiceScope, readonly OpsCallName[]>>

/** Calls that a service token can make; their handlers also take such a caller. */
export type ServiceCallName = (typeof callsOfScope)[ServiceScope][number]

const scopes: ReadonlyMap<string, ServiceScope> = new Map(
  serviceScopes.flatMap((scope) => callsOfScope[scope].map((name) => [name, scope] as const)),
)

/** Finds the scope that a service token needs for an operators' call; null: no token can make it. */
export const serviceScopeOf = (name: OpsCallName): ServiceScope | null => scopes.get(name) ?? null
