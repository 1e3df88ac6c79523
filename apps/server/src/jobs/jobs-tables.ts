import type { Generated } from 'kysely'

export interface JobsTables {
  /** One row: how far the clock was moved, and whether this is a sandbox, where alone that may be done. */
  jobs_clock: { only_row: Generated<boolean>; offset_ms: bigint; sandbox: boolean }
}
