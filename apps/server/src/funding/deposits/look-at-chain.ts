import { type ChainSight, decideCredit, type FundingChain, needsIdentity } from '@candor/rules'
import type { Tx } from '../../platform/database/database.ts'
import { forEachCase, type Moved, movedInAll } from '../../platform/jobs/for-each-case.ts'
import type { Chain } from '../chain/chain.ts'
import { lookingAt, sightOfPayments } from '../chain/sight.ts'
import type { FundingDeps } from '../funding-deps.ts'
import { byChain, creditDeposit, tellDeposit } from './decide-deposit.ts'
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
export async function lookAtChain(deps: FundingDeps): Promise<Moved> {
  const chains = Object.keys(deps.chains) as FundingChain[]
  // Each by itself, so that a node that does not respond delays only its own deposits.
  const looked = await Promise.all(
    chains.map((chain) =>
      forEachCase(deps, {
        ...lookingAt(deps.log, `look-at-chain:${chain}`),
        find: (limit) => depositsToLookAt(deps.db.query, [chain], deps.clock.now() - againMs, limit),
        move: (row) => lookAtDeposit(deps, row),
      }),
    ),
  )
  return movedInAll(looked)
}

/** Looks at one deposit's transaction; true when that credited it. */
export async function lookAtDeposit(deps: FundingDeps, row: DepositRow): Promise<boolean> {
  const chain: Chain | undefined = deps.chains[row.chain]
  if (chain === undefined || row.hash === null) return false
  const own = await addressesOf(deps.db.query, row.user_id, row.network)
  const shown = await chain.transaction(row.hash)
  const addresses = own.includes(row.address) ? own : [row.address]
  const sight = sightOfPayments(shown, { chain: row.chain, coin: row.coin, addresses })
  const rules = await creditRulesOf(deps, row)
  const change = await deps.ledger.transaction(async (tx) => {
    const locked = await lockPending(tx, row.id, true)
    return locked === null ? null : writeSight(deps, tx, locked, { sight, blockHash: shown.blockHash, rules })
  })
  if (change === null) return false
  if (change.told) {
    const now = await findDeposit(deps.db.query, row.id)
    if (now !== null) await tellDeposit(deps, now)
  }
  return change.credited
}

interface CreditRules {
  readonly minimumMinor: bigint
  readonly neededFromMinor: bigint
  readonly verified: boolean
}

async function creditRulesOf(deps: FundingDeps, row: DepositRow): Promise<CreditRules> {
  const [minimum, neededFromMinor, verified] = await Promise.all([
    minimumFor(deps, row.coin, Number(row.created_at)),
    identityNeededFrom(deps),
    deps.isVerified(row.user_id),
  ])
  return { minimumMinor: minimum.minor, neededFromMinor, verified }
}

interface Look {
  readonly sight: ChainSight
  readonly blockHash: string | null
  readonly rules: CreditRules
}

async function writeSight(deps: FundingDeps, tx: Tx, row: DepositRow, { sight, blockHash, rules }: Look) {
  const decision = decideCredit({
    sight,
    ownAddress: row.own_address,
    confirmationsNeeded: row.confirmations_needed,
    minimumMinor: rules.minimumMinor,
    identityMissing: needsIdentity({
      verified: rules.verified,
      // This one is among those summed up; what arrived may be more than was claimed.
      depositedMinor: (await depositedValue(tx, row.user_id)) - (row.value ?? 0n),
      valueMinor: valueNow(deps, row, sight),
      neededFromMinor: rules.neededFromMinor,
    }),
  })
  const before = sightOf(row)
  const written = await changeDeposit(tx, row.id, {
    sight_state: sight.state,
    confirmations: sight.confirmations,
    paid: sight.paidMinor,
    block_hash: blockHash,
    looked_at: BigInt(deps.clock.now()),
    ...(decision.do === 'wait' ? { waits_for: decision.for } : {}),
  })
  const credited = decision.do === 'credit' && (await creditByChain(deps, tx, written, decision.minor))
  const moved = before?.confirmations !== sight.confirmations || row.waits_for !== written.waits_for
  return { credited, told: credited || moved }
}

/** Returns the deposit's value when it was reported, or the value of what arrived if that is more. */
function valueNow(deps: FundingDeps, row: DepositRow, sight: ChainSight): bigint | null {
  if (sight.paidMinor <= row.amount) return row.value
  return deps.valueInUsdt(row.coin, sight.paidMinor)
}

async function creditByChain(deps: FundingDeps, tx: Tx, row: DepositRow, minor: bigint): Promise<boolean> {
  if (row.hash === null) throw new Error('the chain credits named transactions only')
  const done = await creditDeposit(deps, tx, row, { minor, hash: row.hash, decidedBy: byChain })
  // Credited before under another claim: a person has to look.
  if (!done) await changeDeposit(tx, row.id, { waits_for: 'review' })
  return done
}
