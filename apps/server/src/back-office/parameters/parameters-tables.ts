import type { ColumnType } from 'kysely'

export interface ParametersTables {
  parameters_values: {
    key: string
    version: number
    value: unknown
    reason: string
    changed_by: string
    approved_by: string | null
    changed_at: Date
  }
  /** A view: every value with the one before; null before the first. */
  parameters_changes: {
    key: ColumnType<string, never, never>
    value: ColumnType<unknown, never, never>
    before: ColumnType<unknown, never, never>
    reason: ColumnType<string, never, never>
    changed_by: ColumnType<string, never, never>
    approved_by: ColumnType<string | null, never, never>
    changed_at: ColumnType<Date, never, never>
  }
}
