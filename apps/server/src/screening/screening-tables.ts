import type { ColumnType, Generated } from 'kysely'
import type { SealedBytes } from '../platform/keys/sealing.ts'

export type ListSource = 'ofac-sdn' | 'opensanctions'
export type Occasion = 'sign-up' | 'identity' | 'withdrawal'
export type NameCaseStatus = 'open' | 'cleared' | 'confirmed'

/** A list's facts about a person or organisation; birth dates as it writes them. */
export interface ListedPerson {
  readonly kind: string
  readonly names: readonly string[]
  readonly births: readonly string[]
  readonly countries: string
  readonly programs: string
}

export interface ScreeningTables {
  screening_lists: {
    id: string
    source: ListSource
    mark: string
    dated_at: Date
    began_at: Date
    entries: Generated<number>
    sha256: ColumnType<string | null, undefined, string>
    loaded_at: ColumnType<Date | null, undefined, Date>
    failed_at: ColumnType<Date | null, undefined, Date>
    failure: ColumnType<string | null, undefined, string>
  }
  screening_entries: {
    list: string
    entry: string
    facts: ColumnType<ListedPerson, never, never>
    hash: string
    keys: string[]
  }
  screening_cases: {
    id: string
    user_id: string
    occasion: Occasion
    sealed: SealedBytes
    hits: number
    status: Generated<NameCaseStatus>
    opened_at: Date
    hold_until: Date | null
    decided_at: ColumnType<Date | null, undefined, Date>
    decided_by: ColumnType<string | null, undefined, string>
    reason: ColumnType<string | null, undefined, string>
  }
}
