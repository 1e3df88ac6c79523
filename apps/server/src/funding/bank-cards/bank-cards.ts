import type { BankAccount } from '@candor/contract'
import { maskedCardNumber, readCardNumber } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Kysely, Selectable } from 'kysely'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import { isUuid } from '../../platform/uuid.ts'
import { lockDepositor } from '../deposits/deposit-store.ts'
import type { BankTables } from './bank-tables.ts'
import { cardMark } from './card-mark.ts'
import type { BankPorts, PayoutPlaces } from './payout-places.ts'

/** Most cards that a customer may have bound at a time. */
export const mostBankCards = 5

export interface BankInput {
  readonly id?: string | undefined
  readonly bank: string
  readonly branch: string
  readonly accountName: string
  readonly cardNumber: string
}

type BankRow = Selectable<BankTables['funding_bank_cards']>

/** Binds a card, or puts another in the place of a bound one. Refuses `invalidInput` (number, too many), `notFound`. */
export async function bindBankCard(
  context: ServerContext & BankPorts,
  input: BankInput,
  caller: Caller,
): Promise<BankAccount> {
  const { userId } = caller
  const card = readCardNumber(input.cardNumber)
  if (card === null) throw invalidField('cardNumber', 'card')
  const id = context.newId()
  const bound = await context.places.notifyOfNew(userId, async (tx) => {
    // Two at once would each count the cards before the other's.
    await lockDepositor(tx, userId)
    if (input.id === undefined && (await boundCards(tx, userId)).length >= mostBankCards)
      throw invalidField('cardNumber', 'tooMany')
    const row = {
      id,
      user_id: userId,
      bank: input.bank,
      branch: input.branch,
      account_name: input.accountName,
      number_sealed: await context.places.keys.seal(tx, userId, aboutCard(id), Buffer.from(card.number)),
      number_ending: card.number.slice(-4),
      number_mark: cardMark(context.places.markKey, card.number),
      created_at: BigInt(context.clock.now()),
      removed_at: null,
    }
    if (input.id !== undefined && !(await markRemoved(context, tx, userId, input.id)))
      throw new Refusal('notFound')
    await tx.insertInto('funding_bank_cards').values(row).execute()
    return { made: row, change: { change: 'card', target: id, before: input.id ?? null } }
  })
  return toBankResponse(bound, await newCardHours(context, context.db.query, bound))
}

/** Refuses `secondFactorRequired`, `notFound` for a card that is not theirs or not bound any more. */
export async function unbindBankCard(
  context: ServerContext & BankPorts,
  { id, totp }: { readonly id: string; readonly totp?: string | undefined },
  caller: Caller,
): Promise<void> {
  await context.places.proveSecondFactor(totp, caller)
  const { userId } = caller
  if (!(await context.db.transaction((tx) => markRemoved(context, tx, userId, id))))
    throw new Refusal('notFound')
}

/**
 * Removes a card for its owner, whose identity was proven elsewhere, and binds the card it had replaced, also where the card itself was
 * removed since.
 */
export async function removeBankCard(
  context: ServerContext,
  tx: Tx,
  userId: string,
  { id, before }: { readonly id: string; readonly before: string | null },
): Promise<void> {
  await markRemoved(context, tx, userId, id)
  if (before === null) return
  await tx
    .updateTable('funding_bank_cards')
    .set({ removed_at: null })
    .where('id', '=', before)
    .where('user_id', '=', userId)
    .execute()
}

export const listBankCards = async (context: ServerContext, userId: string): Promise<BankAccount[]> =>
  Promise.all(
    (await boundCards(context.db.query, userId)).map(async (row) =>
      toBankResponse(row, await newCardHours(context, context.db.query, row)),
    ),
  )

/** Returns a card's waiting time in hours: a later extension of the waiting time does not apply to cards bound before it. */
export const newCardHours = async (
  { parameters }: ServerContext,
  reader: Kysely<Schema>,
  { created_at }: Pick<BankRow, 'created_at'>,
): Promise<number> =>
  Number(await parameters.lowestSince(reader, 'withdrawal.newAddressHours', Number(created_at)))

/** Returns the full number of a card, removed or not. The caller must check the reader's permission. Null once the customer was erased. */
export async function openCardNumber(
  keys: PayoutPlaces['keys'],
  reader: Kysely<Schema>,
  id: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom('funding_bank_cards')
    .select(['user_id', 'number_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const opened = await keys.open(reader, row.user_id, aboutCard(id), row.number_sealed)
  return opened?.toString() ?? null
}

const aboutCard = (id: string) => `number of bank card ${id}`

const boundCards = (query: Kysely<Schema> | Tx, userId: string): Promise<BankRow[]> =>
  query
    .selectFrom('funding_bank_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

/** False for a card that is not theirs or not bound any more. */
async function markRemoved({ clock }: ServerContext, tx: Tx, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await tx
    .updateTable('funding_bank_cards')
    .set({ removed_at: BigInt(clock.now()) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const toBankResponse = (
  row: Omit<BankRow, 'number_sealed' | 'number_mark'>,
  waitHours: number,
): BankAccount => ({
  id: row.id,
  bank: row.bank,
  branch: row.branch,
  accountName: row.account_name,
  cardNumber: maskedCardNumber(row.number_ending),
  createdAt: new Date(Number(row.created_at)).toISOString(),
  usableAt: new Date(Number(row.created_at) + waitHours * hourMs).toISOString(),
})
