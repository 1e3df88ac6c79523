import type { CallName, OpsCallName } from '@candor/contract'
import type { CallOptions, ClientResponse } from './platform-calls.ts'

/** A request that was made, and what came of it. */
export interface RequestRecord {
  readonly number: number
  readonly step: number
  /** By the servers' clock, epoch ms. */
  readonly at: number
  readonly caller: string
  readonly call: CallName | OpsCallName
  readonly input: object
  readonly options: CallOptions | null
  /** Null while it is under way. */
  response: ClientResponse | null
  /** The server was killed before it answered. */
  abandoned: boolean
}
