import type { Row } from './odd-rows.ts'

/** Probe of a trigger that reads rows. */
export interface TriggerProbe {
  /** Rows that the table holds before; the triggers do not see them written. */
  readonly rows?: readonly Row[]
  /** Statement that it refuses; for a trigger that writes by itself, the statement at which it writes. */
  readonly attempt: string
  /** For one that writes by itself: a query that is true when it did. */
  readonly wrote?: string
}
