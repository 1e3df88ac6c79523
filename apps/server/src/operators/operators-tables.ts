import type { OperatorRole } from '@candor/contract'
import type { ColumnType, Generated } from 'kysely'

export interface OperatorsTables {
  operators_people: {
    id: string
    email: string
    email_key: string
    role: OperatorRole
    password_hash: string
    totp_secret: string
    totp_last_step: Generated<bigint>
    created_at: Date
    /** Null: may sign in. */
    disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  operators_invitations: {
    id: string
    email: string
    email_key: string
    role: OperatorRole
    proposed_by: string
    approved_by: string
    made_at: Date
    expires_at: Date
    token_hash: ColumnType<Buffer | null, undefined, Buffer>
    totp_secret: ColumnType<string | null, undefined, string | null>
    used_at: ColumnType<Date | null, undefined, Date>
  }
  operators_sessions: {
    id: string
    operator_id: string
    token_hash: Buffer
    device: string
    address: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  operators_claims: {
    kind: string
    case_id: string
    operator_id: string
    until: Date
  }
  operators_approvals: {
    kind: string
    case_id: string
    operator_id: string
    shown_hash: string
    at: Date
  }
  operators_proposals: {
    id: string
    kind: string
    payload: ColumnType<unknown, string, never>
    summary: string
    reason: string
    proposed_by: string
    proposed_at: Date
    expires_at: Date
    status: Generated<'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'>
    decided_by: string | null
    decided_at: Date | null
    decided_reason: string | null
  }
}
