import type { CustomerShown, PayoutAddress } from '@candor/contract'
import { coinOfNetwork, type FundingNetwork } from '@candor/rules'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ServerContext } from '../../module.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readPayoutAddress } from '../chain/address.ts'
import { lockDepositor } from '../deposits/deposit-store.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import type { WithdrawalTables } from './withdrawal-tables.ts'
import { hoursMs } from './withdrawal-terms.ts'

type AddressRow = Selectable<WithdrawalTables['funding_payout_addresses']>

/** Most addresses that a customer may keep. */
export const mostAddresses = 20

export interface AddressInput {
  readonly network: FundingNetwork
  readonly address: string
  readonly label: string
}

/** Adds an address and mails its code. Refuses `payoutAddressMissing`, and `invalidInput` when it exists already or there are too many. */
export async function addPayoutAddress(
  context: ServerContext & WithdrawalPorts,
  { network, address: text, label }: AddressInput,
  caller: Caller,
): Promise<PayoutAddress> {
  const { userId } = caller
  const address = readPayoutAddress(context.sandbox, network, text)
  if (address === null) throw new Refusal('payoutAddressMissing')
  const mailCode = await context.codes.admitAddressCode(caller)
  const row = await context.places.notifyOfNew(userId, async (tx) => {
    await lockDepositor(tx, userId)
    const known = await addressesOf(tx, userId)
    if (known.some((one) => one.network === network && one.address === address)) throw wrong('known')
    if (known.length >= mostAddresses) throw wrong('tooMany')
    const made = await insertAddress(tx, {
      id: context.newId(),
      user_id: userId,
      network,
      address,
      label,
      created_at: BigInt(context.clock.now()),
      confirmed_at: null,
      usable_at: null,
      removed_at: null,
    })
    return { made, change: { change: 'address', target: made.id } }
  })
  await mailCode(row)
  return toAddressResponse(row)
}

export const insertAddress = (
  reader: Reader,
  row: Insertable<WithdrawalTables['funding_payout_addresses']>,
): Promise<AddressRow> =>
  reader.insertInto('funding_payout_addresses').values(row).returningAll().executeTakeFirstOrThrow()

const wrong = (code: string) => new Refusal('invalidInput', { issues: [{ path: 'address', code }] })

/** Confirms with the mailed code, or without one mails another. Refuses `notFound`, `codeWrong`. */
export async function confirmPayoutAddress(
  context: ServerContext & WithdrawalPorts,
  { id, code }: { readonly id: string; readonly code?: string | undefined },
  caller: Caller,
): Promise<PayoutAddress> {
  const row = (await addressesOf(context.db.query, caller.userId)).find((one) => one.id === id)
  if (row === undefined) throw new Refusal('notFound')
  if (row.confirmed_at !== null) return toAddressResponse(row)
  if (code === undefined) {
    const mailCode = await context.codes.admitAddressCode(caller)
    await mailCode(row)
    return toAddressResponse(row)
  }
  if (!(await context.codes.redeemAddressCode(id, code))) throw new Refusal('codeWrong')
  const now = context.clock.now()
  const usableAt = now + (await hoursMs(context, 'withdrawal.newAddressHours'))
  const confirmed = await context.db.query
    .updateTable('funding_payout_addresses')
    .set({ confirmed_at: BigInt(now), usable_at: BigInt(usableAt) })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (confirmed === undefined) throw new Refusal('notFound')
  return toAddressResponse(confirmed)
}

/** Refuses `notFound` for one that is not theirs, or not there any more. */
export async function removePayoutAddress(context: ServerContext, id: string, userId: string): Promise<true> {
  if (!(await endPayoutAddress(context, context.db.query, id, userId))) throw new Refusal('notFound')
  return true
}

/** False for one that is not theirs, or not there any more. */
export async function endPayoutAddress(
  { clock }: ServerContext,
  db: Kysely<Schema>,
  id: string,
  userId: string,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await db
    .updateTable('funding_payout_addresses')
    .set({ removed_at: BigInt(clock.now()) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const listPayoutAddresses = async (
  context: ServerContext & WithdrawalPorts,
  userId: string,
): Promise<PayoutAddress[]> => (await addressesOf(context.db.query, userId)).map(toAddressResponse)

/** The customer's own, the newest first. */
export const addressesOf = (reader: Kysely<Schema> | Tx, userId: string): Promise<AddressRow[]> =>
  reader
    .selectFrom('funding_payout_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

const toAddressResponse = (row: AddressRow): PayoutAddress => ({
  id: row.id,
  network: row.network,
  coin: coinOfNetwork(row.network),
  address: row.address,
  label: row.label,
  createdAt: new Date(Number(row.created_at)).toISOString(),
  confirmedAt: isoOrNull(row.confirmed_at),
  usableAt: isoOrNull(row.usable_at),
})

/** Lists a customer's newest addresses for operators, removed ones too. */
export async function everyAddressOf(
  { query }: Database,
  userId: string,
): Promise<CustomerShown['payoutAddresses']> {
  const rows = await query
    .selectFrom('funding_payout_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, network: row.network, address: row.address, label: row.label },
    addedAt: isoOf(row.created_at),
    usableAt: isoOrNull(row.usable_at),
    removedAt: isoOrNull(row.removed_at),
  }))
}
