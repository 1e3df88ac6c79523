import type { OpsCallName, ServiceScope } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Tokens } from '../../../accounts/sessions/tokens.ts'
import type { ClockedDatabase } from '../../../platform/database/database.ts'
import { evictOldest } from '../../../platform/evict-oldest.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { rangeOf } from '../../../platform/limits/network-of.ts'
import type { BudgetStanding, RequestBudget } from '../../../platform/limits/request-budget.ts'
import { spend } from '../../../platform/limits/spend.ts'
import { networkList } from '../../../platform/outbound/outbound-policy.ts'
import type { ServiceCaller } from '../operator.ts'
import {
  addNetwork,
  changeToken,
  countCall,
  type ServiceTokenRow,
  tokenOfHash,
} from './service-tokens-store.ts'

/** Beginning of every service token, by which scanners of source code can find one. */
export const serviceTokenPrefix = 'candor_service_'
const startLength = serviceTokenPrefix.length + 6
/** The last use is written this often at most. */
const usedEveryMs = minuteMs
const mostRemembered = 10_000

/** A valid service token behind a request. */
export interface ServiceHolder {
  readonly tokenId: string
  readonly caller: ServiceCaller
  readonly scopes: readonly ServiceScope[]
  /** The token's budget of requests after this one. */
  readonly standing: BudgetStanding | null
}

export interface ServiceTokensOptions extends ClockedDatabase {
  /** Limits the requests of one token. */
  readonly budget: RequestBudget
  /** Makes secrets that only this installation can issue. */
  readonly tokens: Tokens
  /** The digest that is stored of a token. */
  readonly hashOf: (token: string) => Buffer
}

/** Tokens of the operator's other systems. They are stored as hashes and limited in scope, time, network and rate (ADR-250). */
export class ServiceTokens {
  private readonly context: ServiceTokensOptions
  /** Networks of tokens that were noted in this process. */
  private readonly noted = new Set<string>()

  constructor(context: ServiceTokensOptions) {
    this.context = context
  }

  /** Makes a secret, with the parts of it that are stored. */
  newSecret() {
    const token = `${serviceTokenPrefix}${this.context.tokens.mint()}`
    return { token, secret_hash: this.context.hashOf(token), start: token.slice(0, startLength) }
  }

  /** Checks without a query whether this installation issued a token. */
  recognizes = (token: string): boolean =>
    token.startsWith(serviceTokenPrefix) && this.context.tokens.isOurs(token.slice(serviceTokenPrefix.length))

  /** Returns the holder of a token used from `address`; a refusal with the reason for one that is not accepted. */
  authenticate = async (token: string, address: string): Promise<ServiceHolder | Refusal | 'forged'> => {
    if (!this.recognizes(token)) return 'forged'
    const { db, clock, budget, hashOf } = this.context
    const hash = hashOf(token)
    const row = await tokenOfHash(db, hash)
    if (row === undefined) return 'forged'
    const now = clock.now()
    const reason = refusalOf(row, { hash, address, now })
    if (reason !== null) return new Refusal('serviceTokenRefused', { reason })
    const standing = await spend(budget, row.id)
    await this.noteUse(row, address, now)
    return {
      tokenId: row.id,
      caller: { id: `service-token:${row.id}`, name: row.name },
      scopes: row.scopes,
      standing,
    }
  }

  /** Counts a call of a token, also one that its scopes do not open. */
  noteCall = (tokenId: string, name: OpsCallName, refused: boolean): Promise<void> =>
    countCall(this.context.db, { tokenId, name, refused, now: this.context.clock.now() })

  private async noteUse(row: ServiceTokenRow, address: string, now: number): Promise<void> {
    const { db } = this.context
    const network = rangeOf(address)
    const key = `${row.id} ${network}`
    if (!this.noted.has(key)) {
      await addNetwork(db, { tokenId: row.id, network, now })
      evictOldest(this.noted, mostRemembered)
      this.noted.add(key)
    }
    const isFresh = row.last_used_at !== null && now - Number(row.last_used_at) < usedEveryMs
    if (isFresh && row.last_used_address === address) return
    await changeToken(db.query, row.id, { last_used_at: BigInt(now), last_used_address: address })
  }
}

interface Use {
  readonly hash: Buffer
  readonly address: string
  readonly now: number
}

/** Reason for which a token is not accepted; null: it is. */
function refusalOf(
  row: ServiceTokenRow,
  { hash, address, now }: Use,
): 'revoked' | 'expired' | 'network' | null {
  if (row.revoked_at !== null) return 'revoked'
  if (now >= Number(row.expires_at)) return 'expired'
  const isFormer = row.former_hash?.equals(hash) === true
  if (isFormer && now >= Number(row.former_until)) return 'expired'
  const isNear = row.networks.length === 0 || networkList(row.networks)(address)
  return isNear ? null : 'network'
}
