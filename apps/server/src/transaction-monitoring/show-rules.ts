import type { MonitoringRuleVersion, OpsCalls, OpsResultOf } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../module.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { isoOf } from '../platform/iso-time.ts'
import { isUuid } from '../platform/uuid.ts'
import { countHits } from './hits-store.ts'
import { conditionOf } from './rule-words.ts'
import { type RuleVersion, rulesInForce, versionsOf } from './rules-store.ts'

const countedDays = 30
const mostVersions = 100

/** Writes a version of a rule as operators read it. */
export const toVersionResponse = ({
  id,
  version,
  rule,
  reason,
  ...by
}: RuleVersion): MonitoringRuleVersion => ({
  ...{ id, version, rule, reason, condition: conditionOf(rule) },
  ...{ proposedBy: by.proposed_email, approvedBy: by.approved_email, at: isoOf(by.changed_at) },
})

/** Lists the rules in force by name, with their hits of the last 30 days. */
export async function showRules({
  db,
  clock,
}: ServerContext): Promise<OpsResultOf<OpsCalls['opsMonitoringRules']>> {
  const rules = await rulesInForce(db.query)
  rules.sort((one, other) => one.rule.name.localeCompare(other.rule.name, 'en'))
  const hits = await countHits(db.query, clock.now() - countedDays * dayMs)
  return { rules: rules.map((rule) => ({ ...toVersionResponse(rule), hits: hits.get(rule.id) ?? 0 })) }
}

/** Lists the versions of a rule, the newest first. Refuses `notFound`. */
export async function showVersions(
  { db }: ServerContext,
  id: string,
): Promise<OpsResultOf<OpsCalls['opsMonitoringRuleVersions']>> {
  const versions = isUuid(id) ? await versionsOf(db.query, id, mostVersions) : []
  if (versions.length === 0) throw new Refusal('notFound')
  return { versions: versions.map(toVersionResponse) }
}
