import type { OperatorRole, WorkMailPreference } from '@candor/contract'
import type { CustomerDecision } from '@candor/rules'
import type { ColumnType, Generated } from 'kysely'
import type { PasskeyRow } from '../../accounts/accounts-tables.ts'
import type { Sealed } from '../../platform/keys/secrets.ts'
import type { ReportedWork } from '../work-mail/news-of-work.ts'

/** Decisions that can need a second person. */
export type SecondedDecision = 'approve' | 'reject'

export interface OperatorsTables {
  /** A view for lists of other modules. */
  operators_names: {
    readonly id: ColumnType<string, never, never>
    readonly email: ColumnType<string, never, never>
  }
  operators_people: {
    id: string
    email: string
    email_key: string
    /** Mailbox of the address; null for operators added before it was stored. */
    mailbox_key: ColumnType<string | null, string, never>
    role: OperatorRole
    password_hash: string
    totp_secret: Sealed<'operators_people.totp_secret'>
    totp_last_step: Generated<bigint>
    /** A secret that waits for its first code, and until when. */
    totp_next: ColumnType<
      Sealed<'operators_people.totp_next'> | null,
      undefined,
      Sealed<'operators_people.totp_next'> | null
    >
    totp_next_until: ColumnType<Date | null, undefined, Date | null>
    created_at: Date
    /** Null: may sign in. */
    disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Rises with every change of role or access; written by the database. */
    standing: ColumnType<number, never, never>
  }
  operators_passkeys: PasskeyRow
  operators_invitations: {
    id: string
    email: string
    email_key: string
    role: OperatorRole
    /** Both null: `candor setup` invited one of the first two admins. */
    proposed_by: string | null
    approved_by: string | null
    made_at: Date
    expires_at: Date
    token_hash: ColumnType<Buffer | null, undefined, Buffer | null>
    totp_secret: ColumnType<
      Sealed<'operators_invitations.totp_secret'> | null,
      undefined,
      Sealed<'operators_invitations.totp_secret'> | null
    >
    /** Time at which the mail server accepted the link, or at which `candor setup` printed it. */
    mailed_at: ColumnType<Date | null, undefined, Date | null>
    used_at: ColumnType<Date | null, undefined, Date>
    /** Operator who gets a new password and second factor; null: the invited person becomes an operator. */
    resets: ColumnType<string | null, string | null | undefined, never>
    /** Standing of the two who decided, at that time; written by the database. */
    proposer_standing: ColumnType<number, never, never>
    approver_standing: ColumnType<number, never, never>
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
  operators_work_mail: {
    operator_id: string
    preference: Exclude<WorkMailPreference, 'never'>
    reported: ColumnType<Partial<ReportedWork>, string, string>
    /** Time at which the mail server accepted the newest letter. */
    mailed_at: ColumnType<Date | null, undefined, Date>
  }
  operators_sso_links: {
    issuer: string
    subject: string
    operator_id: string
    account: string
    linked_at: Date
  }
  operators_sso_attempts: {
    key_hash: Buffer
    state: string
    nonce: string
    code_verifier: string
    /** Session that links an account; null: a sign-in. */
    session_id: string | null
    expires_at: Date
    redeemed_at: ColumnType<Date | null, undefined, Date>
    /** Operator who returned and must still give their second factor. */
    operator_id: ColumnType<string | null, undefined, string>
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
    decision: ColumnType<SecondedDecision, SecondedDecision | undefined, never>
    reason: string | null
    named: string | null
    at: Date
    /** The operator's when they approved; written by the database. */
    standing: ColumnType<number, never, never>
  }
  operators_approved_cases: {
    kind: CustomerDecision
    case_id: string
    customer_id: string
    approvers: readonly string[]
    value: bigint | null
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
    /** The proposer's when they proposed; written by the database. */
    proposer_standing: ColumnType<number, never, never>
  }
}
