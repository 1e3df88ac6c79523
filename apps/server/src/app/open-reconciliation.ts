import type { Reconciliation } from '@candor/contract'
import type { Console } from '../back-office/operators/console.ts'
import { askForReconciliation, reconciliationState, runReconciliation } from '../ledger/reconciliations.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/timetable.ts'

export interface ReconciliationParts {
  readonly db: Database
  readonly clock: Clock
  readonly console: Console
  readonly newId: () => string
}

const everyMs = 1_000

/** Opens the reconciliation of the whole ledger: requested in the console and done as a job, since it takes too long for a response. */
export function openReconciliation({ db, clock, console, newId }: ReconciliationParts): {
  readonly jobs: readonly Job[]
} {
  console.handle({
    opsReconciliation: () => shown(db),
    opsReconcile: async (_input, operator) => {
      await db.transaction(async (tx) => {
        if (!(await askForReconciliation(tx, { id: newId(), by: operator.id, at: clock.now() }))) return
        await console.audit.write(tx, { actor: operator.id, action: 'ledger.reconcile', subject: 'ledger' })
      })
      return shown(db)
    },
  })
  return {
    jobs: [
      {
        name: 'reconcile',
        noCases: 'adds up the whole ledger',
        everyMs,
        run: () => runReconciliation(db, () => clock.now()),
      },
    ],
  }
}

async function shown(db: Database): Promise<Reconciliation> {
  const { findings, accounts, checkedAt, running } = await reconciliationState(db)
  return {
    // A script that reads this alone must not take "never looked" for "all is well".
    findings: checkedAt === null ? ['The ledger has not been added up yet.'] : [...findings],
    accounts: [...accounts],
    checkedAt: isoOf(checkedAt),
    running: running && {
      askedAt: new Date(running.askedAt).toISOString(),
      startedAt: isoOf(running.startedAt),
      done: running.done,
      steps: running.steps,
    },
  }
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
