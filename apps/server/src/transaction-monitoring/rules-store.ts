import type { MonitoringRuleData } from '@candor/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'

/** One version of a rule with the names of those who made it; null for a rule that the product comes with. */
export interface RuleVersion {
  readonly id: string
  readonly version: number
  readonly rule: MonitoringRuleData
  readonly reason: string
  readonly changed_at: bigint
  readonly proposed_email: string | null
  readonly approved_email: string | null
}

const versions = (reader: Reader) =>
  reader
    .selectFrom('monitoring_rules as r')
    .leftJoin('operators_names as a', 'a.id', 'r.proposed_by')
    .leftJoin('operators_names as b', 'b.id', 'r.approved_by')
    .select(['r.id', 'r.version', 'r.rule', 'r.reason', 'r.changed_at'])
    .select(['a.email as proposed_email', 'b.email as approved_email'])

/** Reads the newest version of every rule, those that are off too, in the order of their ids. */
export const rulesInForce = (reader: Reader): Promise<RuleVersion[]> =>
  versions(reader).distinctOn('r.id').orderBy('r.id').orderBy('r.version', 'desc').execute()

/** Reads the newest version of a rule; null: there is no such rule. */
export async function ruleInForce(reader: Reader, id: string): Promise<RuleVersion | null> {
  const [newest] = await versionsOf(reader, id, 1)
  return newest ?? null
}

/** Reads versions of a rule, the newest first. */
export const versionsOf = (reader: Reader, id: string, limit: number): Promise<RuleVersion[]> =>
  versions(reader).where('r.id', '=', id).orderBy('r.version', 'desc').limit(limit).execute()

/** Reads the versions that hits were made by, by id and version. */
export async function versionsById(
  reader: Reader,
  keys: readonly { readonly rule_id: string; readonly version: number }[],
): Promise<(key: { readonly rule_id: string; readonly version: number }) => RuleVersion> {
  const ids = [...new Set(keys.map(({ rule_id }) => rule_id))]
  const found = ids.length === 0 ? [] : await versions(reader).where('r.id', 'in', ids).execute()
  return (key) => {
    const version = found.find(({ id, version }) => id === key.rule_id && version === key.version)
    if (version === undefined) throw new Error(`a hit names no rule: ${key.rule_id} ${key.version}`)
    return version
  }
}

/** Locks all rules until the transaction ends: of two changes that are approved at once, the second sees the first. */
export async function lockRules(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('monitoring_rules', 0))`.execute(tx)
}

export interface NewVersion {
  readonly id: string
  readonly version: number
  readonly rule: MonitoringRuleData
  readonly reason: string
  readonly proposalId: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

/** Writes a version, which holds for what is requested after its commit. */
export async function addVersion(
  tx: Tx,
  { id, version, rule, reason, ...change }: NewVersion,
): Promise<void> {
  await tx
    .insertInto('monitoring_rules')
    .values({
      ...{ id, version, rule: JSON.stringify(rule), reason },
      proposal_id: change.proposalId,
      proposed_by: change.proposedBy,
      approved_by: change.approvedBy,
      changed_at: BigInt(change.at),
    })
    .execute()
}
