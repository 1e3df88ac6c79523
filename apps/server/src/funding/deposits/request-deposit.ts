import type { Recharge } from '@candor/contract'
import { type AssetCode, usdt } from '@candor/money'
import {
  chainOfNetwork,
  type DepositClaim,
  type DepositorIdentity,
  decideClaim,
  decideDeposit,
  type FundingNetwork,
} from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { toDepositResponse } from './deposit-response.ts'
import { addDeposit, depositedValue, eventsOf, lockDepositor, wasSeen } from './deposit-store.ts'
import { confirmationsOf, minimumFor, payInAddress } from './show-address.ts'

export interface DepositInput {
  readonly coin: AssetCode
  readonly network: FundingNetwork
  readonly amount: string
  readonly hash?: string | undefined
  readonly hashLast6?: string | undefined
  readonly proof?: string | undefined
}

/**
 * Reports a transaction. Nothing is credited here: the chain or a reviewer does that, once. Refuses, in this order:
 * `invalidInput` or `amountInvalid` (fields), `transactionAlreadyUsed`, `accountFrozen`, `identityRequired`, `unavailable`,
 * `fileRejected`.
 */
export async function requestDeposit(
  context: ServerContext & DepositPorts,
  input: DepositInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Recharge> {
  const minimum = await minimumFor(context, input.coin, context.clock.now())
  const claim = orRefuse(
    decideClaim({ ...input, hash: given(input.hash), hashLast6: given(input.hashLast6) }, minimum.minor),
  )
  const [customer, verified, neededFromMinor, confirmations] = await Promise.all([
    context.depositors.of(caller.userId),
    context.depositors.isVerified(caller.userId),
    identityNeededFrom(context),
    confirmationsOf(context, input.network),
  ])
  const valueMinor = context.checks.valueInUsdt(input.coin, claim.amountMinor)
  return context
    .runOnce(caller, idempotency, async (tx) => {
      await lockDepositor(tx, caller.userId)
      const place = await payInAddress(context, tx, caller.userId, input.network)
      const seen = await wasSeen(tx, {
        userId: caller.userId,
        chain: chainOfNetwork(input.network),
        address: place.address,
        ...claim,
      })
      const depositedMinor = await depositedValue(tx, caller.userId)
      const identity: DepositorIdentity = { verified, depositedMinor, valueMinor, neededFromMinor }
      orRefuse(decideDeposit({ seen, frozen: customer.frozen, identity }))
      if (input.proof !== undefined) await context.proofs.claim(tx, caller.userId, input.proof)
      return store(context, tx, caller.userId, { input, claim, place, valueMinor, confirmations })
    })
    .catch(refuseLostRace)
}

const given = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text

/** From how much deposited in all a verified identity is needed, in USDT's smallest unit. */
export async function identityNeededFrom({ parameters }: ServerContext): Promise<bigint> {
  return usdt(String(await parameters.value('kyc.neededFrom'))).minor
}

interface Stored {
  readonly input: DepositInput
  readonly claim: DepositClaim
  readonly place: { readonly address: string; readonly own: boolean }
  readonly valueMinor: bigint | null
  readonly confirmations: number
}

async function store(
  context: ServerContext & DepositPorts,
  tx: Tx,
  userId: string,
  stored: Stored,
): Promise<Recharge> {
  const { input, claim, place, valueMinor, confirmations } = stored
  const chain = chainOfNetwork(input.network)
  const looked = place.own && claim.hash !== null && context.chains[chain] !== undefined
  const row = await addDeposit(tx, {
    id: context.newId(),
    user_id: userId,
    coin: input.coin,
    network: input.network,
    chain,
    address: place.address,
    own_address: place.own,
    amount: claim.amountMinor,
    value: valueMinor,
    hash: claim.hash,
    hash_last6: claim.hashLast6,
    proof: input.proof ?? null,
    confirmations_needed: confirmations,
    waits_for: looked ? 'confirmations' : 'review',
    credited: null,
    sight_state: null,
    confirmations: null,
    paid: null,
    block_hash: null,
    looked_at: null,
    created_at: BigInt(context.clock.now()),
  })
  await context.checks.monitor(tx, {
    ...{ kind: 'deposit', id: row.id, userId, requestedAt: Number(row.created_at) },
    ...{ stage: 'requested', at: Number(row.created_at) },
  })
  return toDepositResponse(row, (await eventsOf(tx, [row.id])).get(row.id) ?? [])
}

/** Refuses the later of two concurrent reports of a transaction at one address: the database accepted the other. */
function refuseLostRace(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'funding_deposits_once' || constraint === 'funding_deposits_once_each')
    throw new Refusal('transactionAlreadyUsed')
  throw error
}
