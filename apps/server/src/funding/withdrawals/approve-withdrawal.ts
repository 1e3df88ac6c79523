import { normaliseHash } from '@candor/rules'
import type { CaseVerdict } from '../../back-office/cases/case-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { letterOfWithdrawal } from '../funding-letters.ts'
import { complete, giveBack } from './move-withdrawal.ts'
import { keepNamedPayment } from './named-payments.ts'
import { changeWithdrawal, findWithdrawal, moveWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/**
 * Acts on a reviewer's verdict: approves, names the payment, completes by hand, or gives the money back. Returns the new status.
 * `review-withdrawal.ts`, which calls this, holds who may decide, and up to which amount alone.
 */
export async function applyWithdrawalVerdict(
  context: ServerContext,
  tx: Tx,
  verdict: CaseVerdict,
): Promise<string> {
  const row = await findWithdrawal(tx, verdict.id, 'lock')
  if (row === null) throw new Refusal('changedMeanwhile')
  const by = verdict.operator.email
  if (verdict.decision === 'sent') return send(context, tx, row, verdict)
  if (verdict.decision === 'reject') {
    if (verdict.reason === null) throw new Error('a refusal has a reason')
    const status = row.status === 'pending' ? 'rejected' : 'failed'
    await giveBack(context, tx, row, { status, by, reason: verdict.reason })
    return status
  }
  if (row.status === 'sent') {
    await complete(context, tx, row, by)
    return 'completed'
  }
  const two = verdict.approvers.length === 2 ? ({ reviewers: 2 } as const) : {}
  await moveWithdrawal(tx, { id: row.id, status: 'approved', at: context.clock.now(), by }, two)
  await context.letters.keep(tx, letterOfWithdrawal(row, 'approved'))
  return 'approved'
}

/** Names the payment, or another in the place of one that was replaced before it was in a block. */
async function send(
  context: ServerContext,
  tx: Tx,
  row: WithdrawalRow,
  verdict: CaseVerdict,
): Promise<string> {
  const given = verdict.hash?.trim() ?? ''
  const hash = row.network === null ? given : normaliseHash(row.network, given)
  if (hash === null || hash === '') throw wrongHash('wrong')
  await nameHash(context, tx, row, { hash, by: verdict.operator.email }).catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'funding_withdrawals_paid_once')
      throw wrongHash('used')
    throw error
  })
  return 'sent'
}

const wrongHash = (code: string) => new Refusal('invalidInput', { issues: [{ path: 'hash', code }] })

async function nameHash(
  { clock, letters }: ServerContext,
  tx: Tx,
  row: WithdrawalRow,
  { hash, by }: { readonly hash: string; readonly by: string },
): Promise<void> {
  await keepNamedPayment(tx, row.id, hash, clock.now())
  if (row.status !== 'sent') {
    await moveWithdrawal(tx, { id: row.id, status: 'sent', at: clock.now(), by }, { hash })
    await letters.keep(tx, letterOfWithdrawal(row, 'sent', { hash }))
    return
  }
  const unseen = { sight_state: null, confirmations: null, paid: null, looked_at: null }
  await changeWithdrawal(tx, row.id, { hash, ...unseen })
}
