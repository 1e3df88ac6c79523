import type { IdentityItem, IdentityReason } from '@candor/rules'
import type { ColumnType, Generated } from 'kysely'
import type { SealedBytes } from '../platform/keys/sealing.ts'

export interface FailedItem {
  readonly item: IdentityItem
  readonly reason: IdentityReason
}

export interface KycTables {
  kyc_drafts: {
    user_id: string
    sealed: SealedBytes
    files: string[]
    updated_at: Date
  }
  kyc_cases: {
    id: string
    user_id: string
    attempt: number
    status: Generated<'pending' | 'approved' | 'rejected'>
    sealed: SealedBytes
    files: string[]
    submitted_at: Date
    deadline_at: Date
    decided_at: Date | null
    decided_by: string | null
    failed: ColumnType<readonly FailedItem[], string | undefined, string>
  }
  kyc_marks: {
    user_id: string
    case_id: string
    document: Buffer | null
    person: Buffer | null
    phone: Buffer | null
    address: Buffer | null
    names: Buffer[] | null
    names_of: string | null
  }
}
