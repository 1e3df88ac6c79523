import { monitoringRulesOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { monitorTransaction } from './monitor-transaction.ts'
import type { MonitoringPorts, MonitorTransaction } from './monitoring-ports.ts'
import { judgeRule, ruleKind } from './propose-rule.ts'
import { runRuleTest } from './run-rule-test.ts'
import { showCaseHits } from './show-case-hits.ts'
import { showRules, showVersions } from './show-rules.ts'

/** Transaction monitoring: rules that mark deposits and withdrawals for their reviewer, and their tests (ADR-260). */
export const transactionMonitoringModule = defineModule({
  name: 'transaction-monitoring',
  opsCalls: monitoringRulesOps,
  customerTables: {
    monitoring_hits: {
      exported: { instead: 'a customer is not told of the rules that a request met' },
      erased: { retained: 'figures of deposits and withdrawals, which stay in the books' },
    },
  },
  open: (context: ServerContext, ports: MonitoringPorts) => {
    const { db, console, newId } = context
    const opened = { ...context, ...ports }
    const kind = ruleKind(context)
    const monitor: MonitorTransaction = (tx, event) => monitorTransaction(opened, tx, event)
    return {
      monitor,
      backOffice: {
        proposals: [kind],
        handlers: {
          opsMonitoringRules: () => showRules(context),
          opsMonitoringRuleVersions: ({ id }) => showVersions(context, id),
          opsProposeMonitoringRule: async ({ id, rule, reason }, operator) => {
            const payload = { id: id ?? newId(), isNew: id === undefined, rule }
            await judgeRule(db.query, payload)
            const proposed = await console.propose({ kind: kind.kind, payload, reason }, operator)
            return { id: proposed.id }
          },
          opsTestMonitoringRule: (test, operator) => runRuleTest(opened, test, operator),
          opsCaseHits: async (ref, operator) =>
            showCaseHits(opened, await ports.caseInHand(ref, 'hits', operator)),
        },
      },
    }
  },
})
