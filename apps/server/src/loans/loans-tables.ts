import type { LoanAgreement, LoanStatus } from '@candor/contract'
import type { ColumnType, Generated } from 'kysely'

/** Times in epoch ms, amounts in USDT's smallest unit, rates in 10^-12. */
export interface LoansTables {
  loans: {
    id: string
    sequence: Generated<bigint>
    loan_no: string
    public_id: string
    user_id: string
    amount: bigint
    days: number
    free_days: number
    daily_rate: bigint
    overdue_rate: bigint
    apr: bigint
    language: string
    agreement: ColumnType<LoanAgreement, string, never>
    agreement_hash: string
    signature: string
    signed_name: string
    requested_at: bigint
    status: Generated<LoanStatus>
    started_at: Generated<bigint | null>
    charged_days: Generated<number>
    next_due_at: Generated<bigint | null>
    interest_charged: Generated<bigint>
    overdue_charged: Generated<bigint>
    principal_left: bigint
    interest_left: Generated<bigint>
    overdue_left: Generated<bigint>
    repaid: Generated<bigint>
    was_overdue: Generated<boolean>
    closed_at: Generated<bigint | null>
  }
  loan_moves: {
    loan_id: string
    number: number
    status: LoanStatus
    at: bigint
    reason: string | null
  }
  loan_days: {
    loan_id: string
    day: number
    kind: 'free' | 'interest' | 'overdue'
    base: bigint
    minor: bigint
    due_at: bigint
    charged_at: bigint
  }
  loan_payments: {
    loan_id: string
    number: number
    by: 'customer' | 'debit'
    after_day: number
    principal: bigint
    interest: bigint
    overdue: bigint
    paid_at: bigint
  }
  loan_papers: { loan_id: string; sha256: string; pdf: Buffer; written_at: bigint }
}
