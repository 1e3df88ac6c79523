import type { Generated } from 'kysely'

export interface JobsTables {
  /** One row: how far a sandbox's clock was moved. */
  jobs_clock: { only_row: Generated<boolean>; offset_ms: bigint }
}
