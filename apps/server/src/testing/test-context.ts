import { pino } from 'pino'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { createSpendOnce } from '../ledger/spend-once.ts'
import { fundsWithoutEngine } from '../ledger/test-funds.ts'
import type { ServerContext } from '../module.ts'
import { customerNotices } from '../notifications/customer-notices.ts'
import { createRunOnce } from '../platform/http/idempotency/run-once.ts'
import { newId } from '../platform/new-id.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import type { TestApp } from './test-client.ts'

/** A module's context on this database and clock, for a test that opens a module itself, with or without a running server. */
export function testContext(
  app: Pick<TestApp, 'db' | 'now'>,
  changes: Partial<ServerContext> = {},
): ServerContext {
  const { db } = app
  const clock = { now: () => app.now() }
  const ledger = createLedger(db, clock)
  const { events = { publish: () => undefined, endSession: () => undefined } } = changes
  const runOnce = createRunOnce((work) => ledger.transaction(work), clock)
  return {
    db,
    clock,
    ledger,
    events,
    runOnce,
    spendOnce: createSpendOnce({ ledger, funds: fundsWithoutEngine(db, clock) }, runOnce),
    parameters: new Parameters(db, clock, { sandbox: true }),
    letters: noLetters,
    notices: customerNotices({ db, clock }, events, newId),
    console: { audit: createAudit(clock), propose: noProposals },
    log: pino({ level: 'silent' }),
    newId,
    sandbox: true,
    runsJobs: false,
    ...changes,
  }
}

const noLetters = { keep: async () => undefined, flush: () => undefined }

const noProposals = () => {
  throw new Error('nobody proposes anything here')
}
