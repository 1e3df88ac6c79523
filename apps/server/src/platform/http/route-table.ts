import {
  type ApiScope,
  apiScopeOf,
  type CallName,
  type CustomerCallName,
  calls,
  isCustomerCall,
  type ProofNeeded,
  proofNeededFor,
  type WhileFrozen,
  whileFrozenOf,
} from '@candor/contract'
import { type CachePolicy, cachePolicyOf } from './responses/cache-policies.ts'

/** One line of the route table: what the authorisation matrix is made from. */
export interface Route {
  readonly name: CallName
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly access: 'visitor' | 'customer'
  readonly movesMoney: boolean
  /** Scope that an API key needs for it; null: no key can make it. */
  readonly apiScope: ApiScope | null
  /** Rule for a customer whom the operator froze; null: no customer is needed. */
  readonly whileFrozen: WhileFrozen | null
  /** Fresh proof of identity that the call needs; null: it needs no customer. */
  readonly proof: ProofNeeded | null
  /** Protection of the database from the call's cost; null: a customer's own. */
  readonly cachePolicy: CachePolicy | null
}

/** `/x/{id}` of the contract as the router wants it. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

export const routeTable: readonly Route[] = Object.entries(calls).map(([name, call]) => ({
  name: name as CallName,
  method: call.method,
  url: urlOf(call.path),
  access: call.access,
  movesMoney: 'movesMoney' in call,
  apiScope: call.access === 'customer' ? apiScopeOf(name as CallName) : null,
  whileFrozen: isCustomerCall(name as CallName) ? whileFrozenOf(name as CustomerCallName) : null,
  proof: isCustomerCall(name as CallName) ? proofNeededFor(name as CustomerCallName) : null,
  cachePolicy: cachePolicyOf(name as CallName),
}))
