import { chainOfNetwork, type FundingChain, isPaidOut } from '@candor/rules'
import { lookAtEach, sightOfPayments } from './chain/sight.ts'
import { decidedByChain } from './decide-deposit.ts'
import { complete, tellWithdrawal } from './move-withdrawal.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'
import {
  changeWithdrawal,
  findWithdrawal,
  type WithdrawalRow,
  withdrawalsToLookAt,
} from './withdrawal-store.ts'

const againMs = 10_000
const atOnce = 40

/**
 * Looks at the chain for every withdrawal that was sent, writes down what its transaction shows, and completes what is paid and deep enough.
 * What does not fit waits for an operator. A node that does not answer changes nothing.
 */
export async function lookAtPayouts(deps: WithdrawalDeps): Promise<number> {
  const chains = Object.keys(deps.chains) as FundingChain[]
  if (chains.length === 0) return 0
  const rows = await withdrawalsToLookAt(deps.db.query, chains, deps.clock.now() - againMs, atOnce)
  return lookAtEach(deps.log, rows, (row) => lookAtPayout(deps, row))
}

/** Looks at one withdrawal's transaction; true when that completed it. */
async function lookAtPayout(deps: WithdrawalDeps, { id, network, address, hash }: WithdrawalRow) {
  if (network === null || address === null || hash === null) return false
  const name = chainOfNetwork(network)
  const chain = deps.chains[name]
  if (chain === undefined) return false
  const shown = await chain.transaction(hash)
  const done = await deps.ledger.transaction(async (tx) => {
    const row = await findWithdrawal(tx, id, 'lock')
    // Another transaction was named while the chain was asked: this one is looked at the next time.
    if (row?.status !== 'sent' || row.hash !== hash) return false
    const sight = sightOfPayments(shown, { chain: name, coin: row.coin, addresses: [address] })
    await changeWithdrawal(tx, id, {
      sight_state: sight.state,
      confirmations: sight.confirmations,
      paid: sight.paidMinor,
      looked_at: BigInt(deps.clock.now()),
    })
    if (!isPaidOut(sight, dueOf(row))) return false
    await complete(deps, tx, row, decidedByChain)
    return true
  })
  await tellWithdrawal(deps, id)
  return done
}

export const dueOf = (row: WithdrawalRow) => ({
  receivedMinor: row.received,
  confirmationsNeeded: row.confirmations_needed ?? 1,
})
