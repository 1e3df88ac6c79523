import type { Withdrawal } from '@candor/contract'
import { Amount, type AssetCode, usdt } from '@candor/money'
import {
  decideAmount,
  decidePlace,
  decideWithdrawal,
  type FundingNetwork,
  reviewersNeeded,
  type WithdrawalMethod,
  type WithdrawalPlace,
  type WithdrawalPlan,
} from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { WithdrawalCode } from '../../accounts/codes/payout-codes.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { newCardHours } from '../bank-cards/bank-cards.ts'
import { readPayoutAddress } from '../chain/address.ts'
import { confirmationsOf } from '../deposits/show-address.ts'
import { letterOfHold } from '../funding-letters.ts'
import { onePersonLimit } from '../one-person-limit.ts'
import { holdPosting } from './move-withdrawal.ts'
import { withdrawalBinding } from './named-withdrawal.ts'
import { addressesOf } from './payout-addresses.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import { toWithdrawalResponse } from './withdrawal-response.ts'
import { addWithdrawal, timelinesOf } from './withdrawal-store.ts'
import { hoursMs, withdrawalTermsOf } from './withdrawal-terms.ts'

export interface WithdrawalInput {
  readonly method: WithdrawalMethod
  readonly coin: AssetCode
  readonly network?: FundingNetwork | undefined
  readonly address?: string | undefined
  readonly bankAccountId?: string | undefined
  readonly amount: string
  readonly code: string
  readonly totp?: string | undefined
}

/**
 * Requests a withdrawal: holds the money in the transaction that records the withdrawal. Refuses `identityRequired` (only where a deposit
 * waits for identity), `invalidInput`, `payoutAddressMissing`, `amountInvalid`, `codeWrong`, `secondFactorRequired`, `accountFrozen`,
 * `addressUnconfirmed`, `belowMinimumBalance`, `insufficientFunds`, in this order.
 */
export async function requestWithdrawal(
  context: ServerContext & WithdrawalPorts,
  input: WithdrawalInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Withdrawal> {
  const { userId } = caller
  if ((await identityWasRequired(context, userId)) && !(await context.checks.isVerified(userId)))
    throw new Refusal('identityRequired')
  const place = orRefuse(
    decidePlace(
      {
        method: input.method,
        coin: input.coin,
        network: input.network ?? null,
        address: input.address ?? null,
        bankAccountId: input.bankAccountId ?? null,
      },
      (network, address) => readPayoutAddress(context.sandbox, network, address),
    ),
  )
  const plan = orRefuse(
    decideAmount(Amount.parse(input.coin, input.amount), await withdrawalTermsOf(context, input.coin)),
  )
  // Decided before the key is: a repeat has the code that the first request used up, and gets the first response.
  const binding = withdrawalBinding(
    plan.amount,
    place.method === 'coin' ? place.address : place.bankAccountId.toLowerCase(),
  )
  const given = { code: input.code, binding }
  const unproven = await proofMissing(context, { ...given, totp: input.totp }, caller)
  const { asset, minor } = plan.amount
  const requested = await context.spendOnce(caller, idempotency, { asset, minor }, async (tx, money) => {
    if (unproven !== null) throw unproven
    if (!(await context.codes.useWithdrawalCode(tx, userId, given))) throw new Refusal('codeWrong')
    await refuseByRules(context, tx, userId, place)
    return store(context, tx, userId, { place, plan, money })
  })
  if (requested.heldUntil !== null) context.letters.flush()
  return requested
}

/** Checks whether identity was required at a deposit already: a withdrawal never requires it for the first time (trust T12). */
async function identityWasRequired({ db }: ServerContext, userId: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('funding_deposits')
    .select('id')
    .where('user_id', '=', userId)
    .where('waits_for', '=', 'identity')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The refusal that code or second factor earn; null: both are right. */
async function proofMissing(
  context: ServerContext & WithdrawalPorts,
  { totp, ...given }: WithdrawalCode & Pick<WithdrawalInput, 'totp'>,
  caller: Caller,
): Promise<Refusal | null> {
  if (!(await context.codes.withdrawalCode(caller.userId, given))) return new Refusal('codeWrong')
  try {
    await context.places.proveSecondFactor(totp, caller)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function refuseByRules(
  context: ServerContext & WithdrawalPorts,
  tx: Tx,
  userId: string,
  place: WithdrawalPlace,
): Promise<void> {
  const leastWorth = usdt(String(await context.parameters.value('minBalance')))
  orRefuse(
    decideWithdrawal({
      place: await placeTimes(context, tx, userId, place),
      freeze: await context.checks.freezeOf(tx, userId),
      worthMinor: await worthOf(context, tx, userId),
      leastWorthMinor: leastWorth.minor,
      now: context.clock.now(),
    }),
  )
}

async function placeTimes(
  context: ServerContext & WithdrawalPorts,
  tx: Tx,
  userId: string,
  place: WithdrawalPlace,
) {
  if (place.method === 'bank') return cardTimes(context, tx, userId, place.bankAccountId)
  const { network, address } = place
  const row = (await addressesOf(tx, userId)).find(
    (one) => one.network === network && one.address === address,
  )
  if (row === undefined || row.confirmed_at === null || row.usable_at === null) return null
  return { confirmedAt: Number(row.confirmed_at), usableAt: Number(row.usable_at) }
}

/** A card waits as an address does, from when it was bound; `payoutAddressMissing` for one that is not theirs or not bound any more. */
async function cardTimes(context: ServerContext & WithdrawalPorts, tx: Tx, userId: string, cardId: string) {
  const card = await tx
    .selectFrom('funding_bank_cards')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', cardId))
    .executeTakeFirst()
  if (card === undefined) throw new Refusal('payoutAddressMissing')
  const boundAt = Number(card.created_at)
  return { confirmedAt: boundAt, usableAt: boundAt + (await newCardHours(context, tx, card)) * hourMs }
}

/** All real money of the account in USDT's smallest unit; null where a coin of it has no price now. */
async function worthOf(
  context: ServerContext & WithdrawalPorts,
  tx: Tx,
  userId: string,
): Promise<bigint | null> {
  let worth = 0n
  for (const { asset, balanceMinor } of await context.ledger.balancesOf(userId, tx)) {
    if (asset === 'DEMO' || balanceMinor === 0n) continue
    const value = asset === 'USDT' ? balanceMinor : context.checks.valueInUsdt(asset, balanceMinor)
    if (value === null) return null
    worth += value
  }
  return worth
}

interface Planned {
  readonly place: WithdrawalPlace
  readonly plan: WithdrawalPlan
  readonly money: ReservedMoney
}

async function store(
  context: ServerContext & WithdrawalPorts,
  tx: Tx,
  userId: string,
  { place, plan: { amount, fee, received }, money }: Planned,
): Promise<Withdrawal> {
  const id = context.newId()
  const now = context.clock.now()
  const value =
    amount.asset === 'USDT' ? amount.minor : context.checks.valueInUsdt(amount.asset, amount.minor)
  const heldUntil = await holdOf(context, tx, userId, place)
  const held = await money.post(tx, holdPosting({ id, userId, coin: amount.asset, minor: amount.minor }))
  if (!held.ok) throw new Error(`the ledger refused to hold a withdrawal: ${held.why}`)
  const coin = place.method === 'coin' ? place : null
  const row = await addWithdrawal(tx, {
    id,
    user_id: userId,
    method: place.method,
    coin: amount.asset,
    network: coin?.network ?? null,
    address: coin?.address ?? null,
    bank_card: place.method === 'bank' ? place.bankAccountId : null,
    amount: amount.minor,
    fee: fee.minor,
    received: received.minor,
    value,
    reviewers: reviewersNeeded(value, await onePersonLimit(context)),
    confirmations_needed: coin === null ? null : await confirmationsOf(context, coin.network),
    deadline_at: BigInt(now + (await hoursMs(context, 'withdrawal.deadlineHours'))),
    hash: null,
    sight_state: null,
    confirmations: null,
    paid: null,
    looked_at: null,
    held_until: heldUntil,
    created_at: BigInt(now),
  })
  await context.checks.monitor(tx, {
    ...{ kind: 'withdrawal', id, userId, requestedAt: now, stage: 'requested', at: now },
  })
  if (heldUntil !== null) await context.letters.keep(tx, letterOfHold(row, heldUntil))
  return toWithdrawalResponse(row, (await timelinesOf(tx, [id])).get(id) ?? [], now)
}

async function holdOf(
  context: ServerContext & WithdrawalPorts,
  tx: Tx,
  userId: string,
  place: WithdrawalPlace,
): Promise<bigint | null> {
  const until = (await context.checks.holdOf(tx, userId, await payeeOf(tx, place)))?.getTime() ?? null
  // A hold that lapsed before is over: no withdrawal waits twice for the same decision.
  return until !== null && until > context.clock.now() ? BigInt(until) : null
}

async function payeeOf(tx: Tx, place: WithdrawalPlace): Promise<string | null> {
  if (place.method !== 'bank') return null
  const card = await tx
    .selectFrom('funding_bank_cards')
    .select('account_name')
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', place.bankAccountId))
    .executeTakeFirst()
  return card?.account_name ?? null
}
