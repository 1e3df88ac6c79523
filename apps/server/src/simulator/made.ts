import type { CallName, OpsCallName } from '@candor/contract'
import type { Answer, Asking } from './platform-calls.ts'

/** A request that was made, and what came of it. */
export interface Made {
  readonly number: number
  readonly step: number
  /** By the servers' clock, epoch ms. */
  readonly at: number
  readonly who: string
  readonly call: CallName | OpsCallName
  readonly input: object
  readonly asking: Asking | null
  /** Null while it is under way. */
  answer: Answer | null
  /** The server was killed before it answered. */
  abandoned: boolean
}
