import { isDeepStrictEqual } from 'node:util'
import {
  type MonitoringRuleData,
  monitoringRule,
  monitoringRulesOps,
  type ShownSection,
} from '@candor/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ProposalKind } from '../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../module.ts'
import type { Schema } from '../platform/database/schema.ts'
import { invalidField, Refusal } from '../platform/http/refusal.ts'
import { readRule } from './read-rule.ts'
import { conditionOf } from './rule-words.ts'
import { addVersion, lockRules, type RuleVersion, rulesInForce } from './rules-store.ts'

/** So many rules can be read before each decision. */
const mostRules = 40

const payloadOf = z.object({
  id: z.string(),
  /** False: a version of a rule that there is. */
  isNew: z.boolean(),
  rule: monitoringRule,
})
export type RuleChange = z.infer<typeof payloadOf>

/**
 * Checks a change of a rule and returns the version in force; null for a new rule. Refuses `notFound` for a rule that there is not, and at its
 * field an invalid condition, a name that another rule has (`taken`), one rule too many (`too-many`), another kind (`fixed`) and a change that
 * changes nothing (`unchanged`).
 */
export async function judgeRule(
  reader: Kysely<Schema>,
  { id, isNew, rule }: RuleChange,
): Promise<RuleVersion | null> {
  readRule(rule)
  const rules = await rulesInForce(reader)
  const before = rules.find((one) => one.id === id) ?? null
  if (isNew && before !== null) throw new Refusal('changedMeanwhile')
  if (!isNew && before === null) throw new Refusal('notFound')
  const others = rules.filter((one) => one !== before)
  if (others.some((one) => nameKey(one.rule) === nameKey(rule))) throw invalidField('rule.name', 'taken')
  if (others.length >= mostRules) throw invalidField('rule.name', 'too-many')
  if (before !== null) refuseUnchanged(before.rule, rule)
  return before
}

const nameKey = ({ name }: MonitoringRuleData): string => name.toLowerCase()

function refuseUnchanged(before: MonitoringRuleData, after: MonitoringRuleData): void {
  if (before.kind !== after.kind) throw invalidField('rule.kind', 'fixed')
  if (isDeepStrictEqual(before, after)) throw invalidField('rule.name', 'unchanged')
}

/** The proposal of a rule or a version of one. It holds at once: no customer's terms depend on it. */
export const ruleKind = ({ clock }: ServerContext): ProposalKind<RuleChange> => ({
  kind: 'monitoring.rule',
  roles: monitoringRulesOps.opsProposeMonitoringRule.roles,
  parse: (payload) => payloadOf.parse(payload),
  show: async (reader, change) => {
    const before = (await rulesInForce(reader)).find(({ id }) => id === change.id) ?? null
    return { summary: summaryOf(change, before), sections: [sectionOf(change.rule, before)] }
  },
  judge: (reader, change) => judgeRule(reader, change),
  apply: async (tx, change, { proposalId, ...people }) => {
    await lockRules(tx)
    const before = await judgeRule(tx, change)
    await addVersion(tx, {
      ...{ id: change.id, version: (before?.version ?? 0) + 1, rule: change.rule, proposalId },
      ...people,
      at: clock.now(),
    })
  },
})

function summaryOf({ rule }: RuleChange, before: RuleVersion | null): string {
  if (before === null) return `New monitoring rule ${rule.name}`
  if (before.rule.on !== rule.on) return `Turn the monitoring rule ${rule.name} ${rule.on ? 'on' : 'off'}`
  return `Change the monitoring rule ${rule.name}`
}

/** Shows what the rule is now and would be, each difference marked. */
function sectionOf(rule: MonitoringRuleData, before: RuleVersion | null): ShownSection {
  const row = (label: string, of: (one: MonitoringRuleData) => string) => {
    const [was, is] = [before === null ? null : of(before.rule), of(rule)]
    const changed = was !== null && was !== is
    return {
      label,
      value: changed ? `${was} → ${is}` : is,
      tone: changed ? ('warn' as const) : ('plain' as const),
    }
  }
  return {
    title: before === null ? 'New rule' : `Version ${before.version} → ${before.version + 1}`,
    rows: [
      row('Name', ({ name }) => name),
      row('Condition', conditionOf),
      row('Severity', ({ severity }) => severity),
      row('Guidance for the reviewer', ({ guidance }) => guidance),
      row('State', ({ on }) => (on ? 'on' : 'off')),
      {
        label: 'Takes effect',
        value:
          'at once, for what is requested from then on; it marks cases for the reviewer and refuses nothing',
        tone: 'plain',
      },
    ],
    images: [],
  }
}
