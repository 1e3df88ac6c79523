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

/** Records the response of a request, and logs it. */
export function followResponse(
  record: RequestRecord,
  response: Promise<ClientResponse>,
  logger: { log(line: string): void },
): void {
  response.then(
    (received) => {
      record.response = received
      logger.log(`#${record.number} → ${received.status} ${received.code} ${summarize(received.result)}`)
    },
    (error: unknown) => {
      record.response = { status: 599, code: 0, result: String(error) }
      logger.log(`#${record.number} → ${String(error)}`)
    },
  )
}

const summarize = (result: unknown): string => (JSON.stringify(result) ?? '').slice(0, 220)
