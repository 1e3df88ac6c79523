import type { ServiceScope } from '@candor/contract'
import type { ColumnType } from 'kysely'

/** Written later than the row. */
type Later<T> = ColumnType<T | null, undefined, T | null>

/** Times in epoch ms. */
export interface ServiceTokensTables {
  /** A view of operators and service tokens, by what the audit log names them. */
  operators_actors: {
    readonly actor: ColumnType<string, never, never>
    readonly name: ColumnType<string, never, never>
  }
  operators_service_tokens: {
    id: string
    name: string
    scopes: ServiceScope[]
    networks: string[]
    proposed_by: string
    approved_by: string
    made_at: bigint
    expires_at: bigint
    start: Later<string>
    secret_hash: Later<Buffer>
    secret_by: Later<string>
    secret_at: Later<bigint>
    former_hash: Later<Buffer>
    former_until: Later<bigint>
    revoked_by: Later<string>
    revoked_at: Later<bigint>
    last_used_at: Later<bigint>
    last_used_address: Later<string>
    warned_at: Later<bigint>
  }
  operators_service_token_calls: {
    token_id: string
    day: ColumnType<Date, string, never>
    call: string
    calls: number
    refused: number
  }
  operators_service_token_networks: {
    token_id: string
    network: string
    first_at: bigint
    letter_at: Later<bigint>
  }
}
