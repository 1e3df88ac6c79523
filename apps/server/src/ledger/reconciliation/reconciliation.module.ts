import { type Reconciliation, reconciliationOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoOrNull } from '../../platform/iso-time.ts'
import { trialBalance } from '../books/book-balances.ts'
import { measureLedger } from '../reports/measure-ledger.ts'
import { movedOn } from '../reports/money-report.ts'
import { reconciliationState, requestReconciliation, runReconciliation } from './reconciliations.ts'

const everyMs = 1_000

/** The ledger in the console: what moved in some days, the balances at the end of one, and the reconciliation of all of it, which is requested and done as a job since it takes too long for a response. */
export const reconciliationModule = defineModule({
  name: 'reconciliation',
  opsCalls: reconciliationOps,
  customerTables: {
    ledger_accounts: {
      exported: ['getUserInfo', 'statement'],
      erased: { retained: 'they are in the books' },
    },
  },
  open: ({ db, clock, console, newId }: ServerContext, _ports: Record<string, never>) => ({
    backOffice: {
      handlers: {
        opsMoneyReport: ({ day, to }) => movedOn(db, day, to ?? day),
        opsTrialBalance: ({ day }) => trialBalance(db, day),
        opsReconciliation: () => shown(db),
        opsReconcile: async (_input, operator) => {
          await db.transaction(async (tx) => {
            const request = { id: newId(), by: operator.id, at: clock.now() }
            if (!(await requestReconciliation(tx, request))) return
            await console.audit.write(tx, {
              actor: operator.id,
              action: 'ledger.reconcile',
              subject: 'ledger',
            })
          })
          return shown(db)
        },
      },
      alerts: [
        {
          page: 'reconciliation',
          roles: reconciliationOps.opsReconciliation.roles,
          alerts: () => findingsAlert(db),
        },
      ],
    },
    measure: (registry) => measureLedger(registry, { db, clock }),
    jobs: [
      {
        name: 'reconcile',
        noCases: 'adds up the whole ledger',
        everyMs,
        run: () => runReconciliation(db, () => clock.now()),
      },
    ],
  }),
})

async function shown(db: Database): Promise<Reconciliation> {
  const { findings, accounts, checkedAt, running } = await reconciliationState(db)
  return {
    // A script that reads this alone must not take "never looked" for "all is well".
    findings: checkedAt === null ? ['The ledger has not been checked yet.'] : [...findings],
    accounts: [...accounts],
    checkedAt: isoOrNull(checkedAt),
    running: running && {
      askedAt: new Date(running.askedAt).toISOString(),
      startedAt: isoOrNull(running.startedAt),
      done: running.done,
      steps: running.steps,
    },
  }
}

async function findingsAlert(db: Database) {
  const { findings, checkedAt } = await reconciliationState(db)
  if (findings.length === 0) return []
  const text = `The ledger does not reconcile: ${findings[0]}`
  return [{ tone: 'bad' as const, text, sinceMs: checkedAt }]
}
