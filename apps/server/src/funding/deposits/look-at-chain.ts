import { type ChainSight, decideCredit, type FundingChain, needsIdentity } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { forEachCase, type Moved, movedInAll } from '../../platform/jobs/for-each-case.ts'
import type { Chain } from '../chain/chain.ts'
import { lookingAt, sightOfPayments } from '../chain/sight.ts'
import { byChain, creditDeposit, tellDeposit } from './credit-deposit.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { sightOf } from './deposit-response.ts'
import {
  addressesOf,
  changeDeposit,
  type DepositRow,
  depositedValue,
  depositsToLookAt,
  findDeposit,
  lockPending,
} from './deposit-store.ts'
import { identityNeededFrom } from './request-deposit.ts'
import { minimumFor } from './show-address.ts'

/** Time between two looks at a deposit; blocks come every twelve seconds at best. */
const againMs = 10_000

/**
 * Checks the chain for every pending deposit that names a transaction, records the result, and credits deposits with enough confirmations.
 * Until then each look replaces the one before: a transaction that a reorganisation removed is missing again. A node that does not respond
 * changes nothing.
 */
export async function lookAtChain(context: ServerContext & DepositPorts): Promise<Moved> {
  const chains = Object.keys(context.chains) as FundingChain[]
  // Each by itself, so that a node that does not respond delays only its own deposits.
  const looked = await Promise.all(
    chains.map((chain) =>
      forEachCase(context, {
        ...lookingAt(context.log, `look-at-chain:${chain}`),
        find: (limit) => depositsToLookAt(context.db.query, [chain], context.clock.now() - againMs, limit),
        move: (row) => lookAtDeposit(context, row),
      }),
    ),
  )
  return movedInAll(looked)
}

/** Looks at one deposit's transaction; true when that credited it. */
export async function lookAtDeposit(
  context: ServerContext & DepositPorts,
  row: DepositRow,
): Promise<boolean> {
  const chain: Chain | undefined = context.chains[row.chain]
  if (chain === undefined || row.hash === null) return false
  const own = await addressesOf(context.db.query, row.user_id, row.network)
  const shown = await chain.transaction(row.hash)
  const addresses = own.includes(row.address) ? own : [row.address]
  const sight = sightOfPayments(shown, { chain: row.chain, coin: row.coin, addresses })
  const rules = await creditRulesOf(context, row)
  const change = await context.ledger.transaction(async (tx) => {
    const locked = await lockPending(tx, row.id, true)
    return locked === null
      ? null
      : writeSight(context, tx, locked, { sight, blockHash: shown.blockHash, rules })
  })
  if (change === null) return false
  if (change.told) {
    const now = await findDeposit(context.db.query, row.id)
    if (now !== null) await tellDeposit(context, now)
  }
  return change.credited
}

interface CreditRules {
  readonly minimumMinor: bigint
  readonly neededFromMinor: bigint
  readonly verified: boolean
}

async function creditRulesOf(context: ServerContext & DepositPorts, row: DepositRow): Promise<CreditRules> {
  const [minimum, neededFromMinor, verified] = await Promise.all([
    minimumFor(context, row.coin, Number(row.created_at)),
    identityNeededFrom(context),
    context.depositors.isVerified(row.user_id),
  ])
  return { minimumMinor: minimum.minor, neededFromMinor, verified }
}

interface Look {
  readonly sight: ChainSight
  readonly blockHash: string | null
  readonly rules: CreditRules
}

async function writeSight(
  context: ServerContext & DepositPorts,
  tx: Tx,
  row: DepositRow,
  { sight, blockHash, rules }: Look,
) {
  const decision = decideCredit({
    sight,
    ownAddress: row.own_address,
    confirmationsNeeded: row.confirmations_needed,
    minimumMinor: rules.minimumMinor,
    identityMissing: needsIdentity({
      verified: rules.verified,
      // This one is among those summed up; what arrived may be more than was claimed.
      depositedMinor: (await depositedValue(tx, row.user_id)) - (row.value ?? 0n),
      valueMinor: valueNow(context, row, sight),
      neededFromMinor: rules.neededFromMinor,
    }),
  })
  const before = sightOf(row)
  const written = await changeDeposit(tx, row.id, {
    sight_state: sight.state,
    confirmations: sight.confirmations,
    paid: sight.paidMinor,
    block_hash: blockHash,
    looked_at: BigInt(context.clock.now()),
    ...(decision.do === 'wait' ? { waits_for: decision.for } : {}),
  })
  const credited = decision.do === 'credit' && (await creditByChain(context, tx, written, decision.minor))
  const moved = before?.confirmations !== sight.confirmations || row.waits_for !== written.waits_for
  return { credited, told: credited || moved }
}

/** Returns the deposit's value when it was reported, or the value of what arrived if that is more. */
function valueNow(context: ServerContext & DepositPorts, row: DepositRow, sight: ChainSight): bigint | null {
  if (sight.paidMinor <= row.amount) return row.value
  return context.checks.valueInUsdt(row.coin, sight.paidMinor)
}

async function creditByChain(
  context: ServerContext & DepositPorts,
  tx: Tx,
  row: DepositRow,
  minor: bigint,
): Promise<boolean> {
  if (row.hash === null) throw new Error('the chain credits named transactions only')
  const done = await creditDeposit(context, tx, row, { minor, hash: row.hash, decidedBy: byChain })
  // Credited before under another claim: a person has to look.
  if (!done) await changeDeposit(tx, row.id, { waits_for: 'review' })
  return done
}
