import type { IncidentState, IncidentWords } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { FundingNetwork, LimitKind } from '@candor/rules'
import type { ColumnType, Generated } from 'kysely'

/** Times in epoch ms, losses in USDT's smallest unit. */
export interface TrustTables {
  trust_limits: {
    user_id: string
    kind: LimitKind | 'reminder'
    value: bigint | null
    next_value: bigint | null
    next_at: bigint | null
    changed_at: bigint
  }
  trust_understanding: {
    user_id: string
    passed_at: bigint
  }
  /** Written by `trust_audit_write` alone; read here. */
  trust_audit: {
    seq: ColumnType<bigint, never, never>
    previous: ColumnType<string, never, never>
    body: ColumnType<string, never, never>
    hash: ColumnType<string, never, never>
    at: ColumnType<bigint, never, never>
    actor: ColumnType<string, never, never>
    action: ColumnType<string, never, never>
    subject: ColumnType<string, never, never>
  }
  trust_incidents: {
    id: string
    title: ColumnType<IncidentWords, string, never>
    opened_at: bigint
    resolved_at: bigint | null
  }
  trust_incident_updates: {
    incident_id: string
    number: number
    state: IncidentState
    text: ColumnType<IncidentWords, string, never>
    written_by: string
    at: bigint
  }
  trust_receipts_since: {
    only_row: Generated<boolean>
    at: bigint
    fills_at: bigint
  }
  trust_heads: {
    number: bigint
    at: bigint
    document: string
    key_id: string
    signature: string
  }
  trust_liabilities: {
    date: string
    at: bigint
    document: string
    key_id: string
    signature: string
  }
  /** Amounts in the asset's smallest unit; the last three columns are a leaf's. */
  trust_liability_nodes: {
    date: string
    asset: AssetCode
    level: number
    position: number
    minor: bigint
    hash: string
    user_id: string | null
    salt: string | null
    in_plans: bigint | null
  }
  /** Published execution reports, in their order; `date` is the last of a report's days. */
  trust_executions: {
    number: bigint
    date: string
    at: bigint
    document: string
    key_id: string
    signature: string
  }
  trust_execution_fills: {
    date: string
    part: number
    packed: Buffer
  }
  /** `report` is null while the day waits for others. */
  trust_execution_days: {
    date: string
    fills: bigint
    report: string | null
  }
  trust_holdings: {
    name: string
    version: number
    asset: AssetCode
    network: FundingNetwork | null
    address: string | null
    stated: bigint
    reason: string
    proposed_by: string
    approved_by: string
    changed_at: bigint
  }
  /** Times in epoch ms; the last three are null until control was shown. */
  trust_holding_control: {
    id: string
    network: FundingNetwork
    address: string
    message: string
    asked_by: string
    asked_at: bigint
    expires_at: bigint
    signature: ColumnType<string | null, null | undefined, string>
    shown_by: ColumnType<string | null, null | undefined, string>
    shown_at: ColumnType<bigint | null, null | undefined, bigint>
  }
  trust_losing_window: { only_row: boolean; from_at: Date | null; to_at: Date | null }
}
