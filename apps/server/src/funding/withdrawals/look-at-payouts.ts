import { chainOfNetwork, type FundingChain, isPaidOut } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import { forEachCase, type Moved, movedInAll } from '../../platform/jobs/for-each-case.ts'
import { lookingAt, sightOfPayments } from '../chain/sight.ts'
import { byChain } from '../deposits/credit-deposit.ts'
import { complete, tellWithdrawal } from './move-withdrawal.ts'
import { seePayment } from './named-payments.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import {
  changeWithdrawal,
  findWithdrawal,
  type WithdrawalRow,
  withdrawalsToLookAt,
} from './withdrawal-store.ts'

const againMs = 10_000

/**
 * Looks up every sent withdrawal on the chain, records what its transaction shows, and completes what is paid and deep enough.
 * Anything that does not match waits for an operator. A node that does not respond changes nothing.
 */
export async function lookAtPayouts(context: ServerContext & WithdrawalPorts): Promise<Moved> {
  const chains = Object.keys(context.chains) as FundingChain[]
  const looked = await Promise.all(
    chains.map((chain) =>
      forEachCase(context, {
        ...lookingAt(context.log, `look-at-payouts:${chain}`),
        find: (limit) => withdrawalsToLookAt(context.db.query, [chain], context.clock.now() - againMs, limit),
        move: (row) => lookAtPayout(context, row),
      }),
    ),
  )
  return movedInAll(looked)
}

/** Looks at one withdrawal's transaction; true when that completed it. */
async function lookAtPayout(
  context: ServerContext & WithdrawalPorts,
  { id, network, address, hash }: WithdrawalRow,
) {
  if (network === null || address === null || hash === null) return false
  const name = chainOfNetwork(network)
  const chain = context.chains[name]
  if (chain === undefined) return false
  const shown = await chain.transaction(hash)
  const done = await context.ledger.transaction(async (tx) => {
    const row = await findWithdrawal(tx, id, 'lock')
    // Another transaction was entered during the look-up: this one is looked up next time.
    if (row?.status !== 'sent' || row.hash !== hash) return false
    const sight = sightOfPayments(shown, { chain: name, coin: row.coin, addresses: [address] })
    const now = BigInt(context.clock.now())
    const inBlock = sight.state === 'mined' && sight.paidMinor >= row.received
    await changeWithdrawal(tx, id, {
      ...(inBlock && row.seen_at === null ? { seen_at: now } : {}),
      sight_state: sight.state,
      confirmations: sight.confirmations,
      paid: sight.paidMinor,
      looked_at: now,
    })
    await seePayment(tx, { id, hash, state: sight.state, at: context.clock.now() })
    if (!isPaidOut(sight, dueOf(row))) return false
    await complete(context, tx, row, byChain)
    return true
  })
  await tellWithdrawal(context, id)
  return done
}

export const dueOf = (row: WithdrawalRow) => ({
  receivedMinor: row.received,
  confirmationsNeeded: row.confirmations_needed ?? 1,
})
