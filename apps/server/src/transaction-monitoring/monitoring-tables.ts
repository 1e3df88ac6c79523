import type { HitExplanation, MonitoringRuleData } from '@candor/contract'
import type { TransactionKind } from '@candor/rules'
import type { JSONColumnType } from 'kysely'

/** Times in epoch ms. */
export interface MonitoringTables {
  monitoring_rules: {
    id: string
    version: number
    rule: JSONColumnType<MonitoringRuleData, string, never>
    reason: string
    /** Null for the rules that the product comes with. */
    proposal_id: string | null
    proposed_by: string | null
    approved_by: string | null
    changed_at: bigint
  }
  monitoring_hits: {
    id: string
    rule_id: string
    version: number
    kind: TransactionKind
    transaction_id: string
    user_id: string
    stage: HitExplanation['stage']
    at: bigint
    explanation: JSONColumnType<HitExplanation, string, never>
  }
}
