import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { recomputeReceipt } from '../../trading/reference-model/receipts.ts'
import type { Customer } from '../customers/customer.ts'
import { checkStraightLine } from '../reference-model/check.ts'
import type { World } from '../world.ts'
import { checkCalm } from './calm-end.ts'
import type { DecisionChecks } from './decision-checks.ts'
import { approvalsWithoutNotice } from './decision-checks.ts'
import { checkExport } from './export-checks.ts'
import { judgeFills } from './fresh-fills.ts'
import { checkRecords, checkResponses, checkStep } from './invariants.ts'
import { checkKnownEquity, checkMemory } from './memory-checks.ts'
import { checkNights } from './night-checks.ts'
import { acceptedId, checkOneEffect, repeatLost } from './one-effect.ts'
import { checkOptions } from './option-checks.ts'
import { checkFreeMoney } from './promise-checks.ts'
import { checkProof } from './proof-checks.ts'
import { checkTrailing, checkTrailingHistory } from './trailing-checks.ts'

/** Checks the end of a seed: every request had one effect, every receipt verifies, every case moved, every customer is in the proof. */
export async function checkEnd(world: World, decisions: DecisionChecks): Promise<void> {
  world.calm()
  // One that is still silent has no price for the nights to come.
  world.market.warm()
  await checkRecords(world)
  await checkOneEffect(world, await repeatLost(world))
  for (const customer of world.customers) await checkReceipts(world, customer)
  await checkReconciled(world)
  await checkApprovals(world)
  await checkKnownEquity(world)
  await checkMemory(world)
  await checkTrailing(world)
  await checkTrailingHistory(world)
  checkQuotesOnce(world)
  await checkCalm(world)
  await checkKnownEquity(world)
  await checkNights(world)
  await checkFreeMoney(world)
  await checkOptions(world)
  await checkStraightLine(world)
  await checkStep(world, decisions)
  await checkRecords(world)
  await checkReconciled(world)
  await checkProof(world)
  for (const customer of world.customers) await checkExport(world, customer)
  checkResponses(world)
}

/** Over the customer's own call, checked with the published keys alone, and again by a computation of the simulator's. */
async function checkReceipts(world: World, customer: Customer): Promise<void> {
  const rows = await world.driver.statements.look<{ id: string; mode: 'demo' | 'real'; kind: string }>(
    `SELECT id::text, mode, 'contract' AS kind FROM orders_contracts WHERE user_id = $1 AND status = 'closed'
     UNION ALL SELECT id::text, mode, 'option' FROM options_orders WHERE user_id = $1 AND status = 'closed'
     UNION ALL SELECT id::text, 'real', 'plan' FROM smart_plans WHERE user_id = $1
     ORDER BY 1 LIMIT 40`,
    [customer.person.id],
  )
  for (const { id, mode, kind } of rows) {
    const record = world.call(customer, 'getReceipt', { orderId: id }, { mode })
    await world.finish()
    if (record.response?.code !== 200) {
      world.reportFinding(`no receipt of ${kind} ${id}: ${record.response?.status} ${record.response?.code}`)
      continue
    }
    const receipt = JSON.parse(JSON.stringify(record.response.result)) as Receipt
    const { signed, findings } = verifyReceipt(receipt, world.platform.keys)
    const again =
      kind === 'contract'
        ? recomputeReceipt(JSON.stringify(receipt.document), world.market.straight.tradedBy(mode))
        : []
    for (const finding of [
      ...(signed ? [] : ['not signed']),
      ...findings.filter((one) => !world.isLostInKill(one)),
      ...again,
      ...judgeFills(world, mode, receipt.document),
    ])
      world.reportFinding(`receipt of ${kind} ${id}: ${finding}`)
  }
}

/** The balances after follow one another, and every account is the sum of its entries. */
async function checkReconciled(world: World): Promise<void> {
  const rows = await world.driver.statements.look<{ finding: string }>(`
    WITH sides AS (
      SELECT seq, debited AS account, -minor AS minor, debited_after AS after FROM ledger_entries
      UNION ALL SELECT seq, credited, minor, credited_after FROM ledger_entries),
    chain AS (SELECT seq, account, minor, after, lag(after) OVER (PARTITION BY account ORDER BY seq) AS before FROM sides)
    SELECT format('entry %s leaves account %s at %s after %s', seq, account, after, before) AS finding
      FROM chain WHERE after <> coalesce(before, 0) + minor
    UNION ALL
    SELECT format('account %s has %s, its entries sum to %s', a.id, a.balance, coalesce(s.minor, 0))
      FROM ledger_accounts a LEFT JOIN (SELECT account, sum(minor) AS minor FROM sides GROUP BY account) s ON s.account = a.id
     WHERE a.balance <> coalesce(s.minor, 0)`)
  for (const { finding } of rows) world.reportFinding(finding)
}

/** Everything approved was approved by somebody, and nothing left under a legal hold. */
async function checkApprovals(world: World): Promise<void> {
  const wasSet = world.clockOffsetMs !== 0 || world.latest !== 0
  // By clocks that were set, what came first is no longer known.
  const texts = wasSet ? [approvalsWithoutNotice] : [approvalsWithoutNotice, requestedUnderHold]
  for (const text of texts)
    for (const { finding } of await world.driver.statements.look<{ finding: string }>(text))
      world.reportFinding(finding)
}

const requestedUnderHold = `
  SELECT format('withdrawal %s was asked for under a legal hold', w.id) AS finding
    FROM funding_withdrawals w JOIN accounts_freezes f ON f.user_id = w.user_id
   WHERE f.legal_hold_until IS NOT NULL AND to_timestamp(w.created_at / 1000.0) > f.placed_at
     AND to_timestamp(w.created_at / 1000.0) < least(f.legal_hold_until, f.lifted_at)`

/** A quote that was held is good for one conversion, whatever the key. */
function checkQuotesOnce(world: World): void {
  const used = new Map<string, string>()
  for (const record of world.requests.filter(({ call }) => call === 'convert')) {
    const { quoteId } = record.input as { quoteId?: string }
    const id = acceptedId(record)
    if (quoteId === undefined || id === null) continue
    const before = used.get(quoteId)
    if (before !== undefined && before !== id)
      world.reportFinding(`a held quote gave two conversions: ${before} and ${id}`)
    used.set(quoteId, id)
  }
}
