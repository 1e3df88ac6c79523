import type { BankAccount } from '@candor/contract'
import { maskedCardNumber, readCardNumber } from '@candor/rules'
import type { Kysely, Selectable } from 'kysely'
import type { Parameters } from '../../back-office/parameters/parameters.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { SealedBytes } from '../../platform/keys/sealing.ts'
import { isUuid } from '../../platform/uuid.ts'
import { lockDepositor } from '../deposits/deposit-store.ts'
import { hourMs } from '../withdrawals/withdrawal-terms.ts'
import type { BankTables } from './bank-tables.ts'

/** Most cards that a customer may have bound at a time. */
export const mostBankCards = 5

export interface NewPlace {
  readonly change: 'address' | 'card'
  readonly target: string
  /** Card that the new one took the place of. */
  readonly before?: string | null
}

export interface BankDeps {
  readonly db: Database
  readonly clock: Clock
  readonly newId: () => string
  readonly parameters: Pick<Parameters, 'lowestSince'>
  /** Sealed with the person's key, and opened again; null once the person was erased. */
  readonly keys: {
    seal(db: Kysely<Schema>, userId: string, about: string, plain: Uint8Array): Promise<SealedBytes>
    open(db: Kysely<Schema>, userId: string, about: string, sealed: SealedBytes): Promise<Buffer | null>
  }
  /** Port from accounts: adds a payout destination and stores the letter about it, with a link that removes it, in one transaction. */
  readonly notifyOfNewPlace: <T>(
    userId: string,
    make: (tx: Tx) => Promise<{ readonly made: T; readonly change: NewPlace }>,
  ) => Promise<T>
  /** From accounts: refuses `secondFactorRequired` where the account has a second factor and `totp` is not its code now. */
  readonly proveSecondFactor: (totp: string | undefined, caller: Caller) => Promise<void>
}

export interface BankInput {
  readonly id?: string | undefined
  readonly bank: string
  readonly branch: string
  readonly accountName: string
  readonly cardNumber: string
}

type BankRow = Selectable<BankTables['funding_bank_cards']>

/** Binds a card, or puts another in the place of a bound one. Refuses `invalidInput` (number, too many), `notFound`. */
export async function bindBankCard(deps: BankDeps, input: BankInput, caller: Caller): Promise<BankAccount> {
  const { userId } = caller
  const card = readCardNumber(input.cardNumber)
  if (card === null) throw wrongField('cardNumber', 'card')
  const id = deps.newId()
  const bound = await deps.notifyOfNewPlace(userId, async (tx) => {
    // Two at once would each count the cards before the other's.
    await lockDepositor(tx, userId)
    if (input.id === undefined && (await boundCards(tx, userId)).length >= mostBankCards)
      throw wrongField('cardNumber', 'tooMany')
    const row = {
      id,
      user_id: userId,
      bank: input.bank,
      branch: input.branch,
      account_name: input.accountName,
      number_sealed: await deps.keys.seal(tx, userId, aboutCard(id), Buffer.from(card.number)),
      number_ending: card.number.slice(-4),
      created_at: BigInt(deps.clock.now()),
      removed_at: null,
    }
    if (input.id !== undefined) await markRemoved(deps, tx, userId, input.id)
    await tx.insertInto('funding_bank_cards').values(row).execute()
    return { made: row, change: { change: 'card', target: id, before: input.id ?? null } }
  })
  return toBankResponse(bound, await newCardHours(deps, deps.db.query, bound))
}

/** Refuses `secondFactorRequired`, `notFound` for a card that is not theirs or not bound any more. */
export async function unbindBankCard(
  deps: BankDeps,
  { id, totp }: { readonly id: string; readonly totp?: string | undefined },
  caller: Caller,
): Promise<void> {
  await deps.proveSecondFactor(totp, caller)
  await deps.db.transaction((tx) => markRemoved(deps, tx, caller.userId, id))
}

/** Removes a card for its owner, whose identity was proven elsewhere, and binds the card it had replaced. Refuses `notFound`. */
export const removeBankCard = (
  deps: Pick<BankDeps, 'db' | 'clock'>,
  { id, before }: { readonly id: string; readonly before: string | null },
  userId: string,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await markRemoved(deps, tx, userId, id)
    if (before === null) return
    await tx
      .updateTable('funding_bank_cards')
      .set({ removed_at: null })
      .where('id', '=', before)
      .where('user_id', '=', userId)
      .execute()
  })

export const listBankCards = async (
  deps: Pick<BankDeps, 'db' | 'parameters'>,
  userId: string,
): Promise<BankAccount[]> =>
  Promise.all(
    (await boundCards(deps.db.query, userId)).map(async (row) =>
      toBankResponse(row, await newCardHours(deps, deps.db.query, row)),
    ),
  )

/** Returns a card's waiting time in hours: a later extension of the waiting time does not apply to cards bound before it. */
export const newCardHours = async (
  { parameters }: Pick<BankDeps, 'parameters'>,
  reader: Kysely<Schema>,
  { created_at }: Pick<BankRow, 'created_at'>,
): Promise<number> =>
  Number(await parameters.lowestSince(reader, 'withdrawal.newAddressHours', Number(created_at)))

/** Returns the full number of a card, removed or not. The caller must check the reader's permission. Null once the customer was erased. */
export async function openCardNumber(
  deps: Pick<BankDeps, 'keys'>,
  reader: Kysely<Schema>,
  id: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom('funding_bank_cards')
    .select(['user_id', 'number_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const opened = await deps.keys.open(reader, row.user_id, aboutCard(id), row.number_sealed)
  return opened?.toString() ?? null
}

const aboutCard = (id: string) => `number of bank card ${id}`

const wrongField = (path: string, code: string) => new Refusal('invalidInput', { issues: [{ path, code }] })

const boundCards = (query: Kysely<Schema> | Tx, userId: string): Promise<BankRow[]> =>
  query
    .selectFrom('funding_bank_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

async function markRemoved(
  { clock }: Pick<BankDeps, 'clock'>,
  tx: Tx,
  userId: string,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Refusal('notFound')
  const { numUpdatedRows } = await tx
    .updateTable('funding_bank_cards')
    .set({ removed_at: BigInt(clock.now()) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('notFound')
}

const toBankResponse = (row: Omit<BankRow, 'number_sealed'>, waitHours: number): BankAccount => ({
  id: row.id,
  bank: row.bank,
  branch: row.branch,
  accountName: row.account_name,
  cardNumber: maskedCardNumber(row.number_ending),
  createdAt: new Date(Number(row.created_at)).toISOString(),
  usableAt: new Date(Number(row.created_at) + waitHours * hourMs).toISOString(),
})
