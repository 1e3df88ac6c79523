import type { Database, Tx } from '../../platform/database/database.ts'
import type { ClassSum } from '../ledger-tables.ts'
import { sumsByClass } from '../reports/money-report.ts'
import { checkCount, inSnapshot, runChecks } from './reconcile.ts'

/** The checks, and the sums of each class of accounts. */
const steps = checkCount + 1

/** Names the lock of the process that adds up. */
const lockNumber = '7410160127740'

export interface ReconciliationState {
  readonly findings: readonly string[]
  readonly accounts: readonly ClassSum[]
  /** The time at which the shown result was computed, epoch ms; null: never yet. */
  readonly checkedAt: number | null
  readonly running: {
    readonly askedAt: number
    readonly startedAt: number | null
    readonly done: number
    readonly steps: number
  } | null
}

/** Requests a reconciliation; returns false while one is under way. */
export async function requestReconciliation(
  tx: Tx,
  request: { readonly id: string; readonly by: string; readonly at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ledger_reconciliations')
    .values({ id: request.id, asked_by: request.by, asked_at: BigInt(request.at), steps })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The last result, and how far the next one is. */
export async function reconciliationState({ query }: Database): Promise<ReconciliationState> {
  const [last, running] = await Promise.all([
    query
      .selectFrom('ledger_reconciliations')
      .select(['started_at', 'findings', 'accounts'])
      .where('finished_at', 'is not', null)
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    query
      .selectFrom('ledger_reconciliations')
      .select(['asked_at', 'started_at', 'done', 'steps'])
      .where('finished_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    findings: last?.findings ?? [],
    accounts: last?.accounts ?? [],
    // The snapshot was taken at the beginning.
    checkedAt: numberOf(last?.started_at),
    running:
      running === undefined
        ? null
        : {
            askedAt: Number(running.asked_at),
            startedAt: numberOf(running.started_at),
            done: running.done,
            steps: running.steps,
          },
  }
}

const numberOf = (ms: bigint | null | undefined): number | null => (ms == null ? null : Number(ms))

/**
 * Job: carries out the requested reconciliation in the process that gets the lock, and restarts one that a crash interrupted. Returns false
 * when none was requested or another process is running it.
 */
export async function runReconciliation(db: Database, now: () => number): Promise<boolean> {
  const waiting = await db.query
    .selectFrom('ledger_reconciliations')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (waiting === undefined) return false
  const client = await db.pool.connect()
  try {
    const { rows } = await client.query<{ ours: boolean }>(
      `SELECT pg_try_advisory_lock(${lockNumber}) AS ours`,
    )
    if (rows[0]?.ours !== true) return false
    const row = db.query
      .updateTable('ledger_reconciliations')
      .where('id', '=', waiting.id)
      .where('finished_at', 'is', null)
    await row.set({ started_at: BigInt(now()), done: 0 }).execute()
    const { findings, accounts } = await inSnapshot(client, async () => ({
      findings: await runChecks(client, async (done) => void (await row.set({ done }).execute())),
      accounts: await sumsByClass(client),
    }))
    const result = { findings: JSON.stringify(findings), accounts: JSON.stringify(accounts) }
    await row.set({ done: steps, finished_at: BigInt(now()), ...result }).execute()
    return true
  } finally {
    // At once: PostgreSQL frees the lock of an ended connection only when it notices the end, and who comes next would be turned away.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
    // Its end frees the lock, whatever state it is in.
    client.release(true)
  }
}
