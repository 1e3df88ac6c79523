import type { DepositAddress } from '@candor/contract'
import { Amount, type AssetCode } from '@candor/money'
import { chainOfNetwork, coinOfNetwork, type FundingNetwork } from '@candor/rules'
import { renderSVG } from 'uqr'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readPaymentTarget, sampleAddresses } from '../chain/payment-target.ts'
import { newestTarget, numberOf, rememberAddress } from './address-store.ts'
import type { DepositPorts } from './deposit-ports.ts'

/** Deposit address of one customer on one network. */
export interface PayInAddress {
  readonly address: string
  /** True when no other customer has it. */
  readonly own: boolean
  /** A sandbox's sample: nothing arrives there. */
  readonly sample: boolean
}

/**
 * Returns the customer's address on a network, and records it as shown. Refuses `unavailable` `closed` where the operator has
 * closed the network.
 */
export async function payInAddress(
  { clock, sandbox }: ServerContext,
  tx: Tx,
  userId: string,
  network: FundingNetwork,
): Promise<PayInAddress> {
  const entered = await newestTarget(tx, network)
  if (entered === null && sandbox) return { address: sampleAddresses[network], own: false, sample: true }
  if (entered === null || entered.target === '') throw new Refusal('unavailable', { reason: 'closed' })
  const target = readPaymentTarget(network, entered.target)
  if (target === null) throw new Error(`the payment target of ${network} cannot be read`)
  const own = target.kind === 'key'
  const address = own ? target.address(await numberOf(tx, userId)) : target.address
  await rememberAddress(tx, { userId, network, address, own, shownAt: clock.now() })
  return { address, own, sample: false }
}

export interface AddressRequest {
  readonly coin: AssetCode
  readonly network: FundingNetwork
}

/** getDepositAddress: where to pay a coin in, and what one has to know before paying. */
export async function showAddress(
  context: ServerContext & DepositPorts,
  { coin, network }: AddressRequest,
  userId: string,
): Promise<DepositAddress> {
  if (coinOfNetwork(network) !== coin)
    throw new Refusal('invalidInput', { issues: [{ path: 'network', code: 'wrong' }] })
  const [minimum, confirmations] = await Promise.all([
    minimumOf(context, coin),
    confirmationsOf(context, network),
  ])
  const { address, own, sample } = await context.db.transaction((tx) =>
    payInAddress(context, tx, userId, network),
  )
  return {
    coin,
    network,
    address,
    memo: null,
    qr: pictureOf(address),
    minimum: minimum.toString(),
    confirmations,
    own,
    sample,
    automatic: own && context.chains[chainOfNetwork(network)] !== undefined,
  }
}

/** Dark on light in every theme: cameras expect it so. */
const pictureOf = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`

/** Returns the minimum deposit of a coin. */
export const minimumOf = async ({ parameters }: ServerContext, coin: AssetCode): Promise<Amount> =>
  readMinimum(coin, await parameters.value(`depositMinimum.${coin}`))

/** An address is shown with a minimum, and paid to some time later. */
const shownBeforeMs = 30 * 86_400_000

/**
 * Returns the minimum for a transaction reported at `atMs`: the lowest one since a month before, so that a raised minimum never
 * affects a payment sent under an earlier one.
 */
export const minimumFor = async (
  { db, parameters }: ServerContext,
  coin: AssetCode,
  atMs: number,
): Promise<Amount> =>
  readMinimum(coin, await parameters.lowestSince(db.query, `depositMinimum.${coin}`, atMs - shownBeforeMs))

function readMinimum(coin: AssetCode, value: unknown): Amount {
  const minimum = Amount.parse(coin, String(value))
  if (minimum === null) throw new Error(`the parameter depositMinimum.${coin} cannot be read`)
  return minimum
}

/** Returns the number of confirmations that a payment needs on this network. */
export async function confirmationsOf(
  { parameters }: ServerContext,
  network: FundingNetwork,
): Promise<number> {
  const blocks = await parameters.value(`depositConfirmations.${network}`)
  if (typeof blocks === 'number' && Number.isInteger(blocks) && blocks > 0) return blocks
  throw new Error(`the parameter depositConfirmations.${network} cannot be read`)
}
