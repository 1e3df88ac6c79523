import type { Generated } from 'kysely'

export interface JobsTables {
  /** Times in epoch ms. */
  jobs_stuck_cases: {
    job: string
    case_id: string
    failures: number
    since: bigint
    failed_at: bigint
    retry_at: bigint
    error: string
  }
  /** One row: how far the clock was moved, which is done in a sandbox alone. */
  jobs_clock: { only_row: Generated<boolean>; offset_ms: bigint }
}
