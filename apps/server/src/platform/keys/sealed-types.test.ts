import type { Kysely, Selectable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { PlainTarget } from '../../accounts/accounts-tables.ts'
import { stepOf } from '../../accounts/sign-in/second-factor.ts'
import { systemClock } from '../clock.ts'
import type { Schema } from '../database/schema.ts'
import { type SealedBytes, seal } from './sealing.ts'
import type { Sealed, SealedColumn, Secrets } from './secrets.ts'

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>
/** Type of the values in a column named `table.column`. */
type Held<Name> = Name extends `${infer Table extends keyof Schema}.${infer Column}`
  ? Column extends keyof Row<Table>
    ? NonNullable<Row<Table>[Column]>
    : never
  : never

/** Held in plain for a change that has no secret. */
type Mixed = 'accounts_undoings.target'
type Whole = Exclude<SealedColumn, Mixed>
type HeldBytes = Held<
  | 'files_keys.wrapped'
  | 'kyc_drafts.sealed'
  | 'kyc_cases.sealed'
  | 'screening_cases.sealed'
  | 'funding_bank_cards.number_sealed'
>

test('I12.10: a column with sealed values has the type sealed for it', () => {
  expectTypeOf<{ [Name in Whole]: Held<Name> }>().toEqualTypeOf<{ [Name in Whole]: Sealed<Name> }>()
  expectTypeOf<Held<Mixed>>().toEqualTypeOf<Sealed<Mixed> | PlainTarget>()
  expectTypeOf<HeldBytes>().toEqualTypeOf<SealedBytes>()
})

/** Compiled and never run. */
function writePlain(query: Kysely<Schema>, secrets: Secrets, id: string): void {
  const people = query.updateTable('operators_people')
  people.set({ totp_secret: secrets.seal('operators_people.totp_secret', id, 'SECRET') })
  // @ts-expect-error: a plain text is no sealed one.
  people.set({ totp_secret: 'SECRET' })
  // @ts-expect-error: it is sealed for another column.
  people.set({ totp_secret: secrets.seal('operators_people.totp_next', id, 'SECRET') })
  // @ts-expect-error: a secret of the installation is sealed too.
  query.insertInto('accounts_secrets').values({ name: 'codes', value: 'SECRET' })
  // @ts-expect-error: only `addUndoing` tells a plain target from a secret.
  query.updateTable('accounts_undoings').set({ target: 'SECRET' })
  // @ts-expect-error: plain bytes are no sealed ones.
  query.updateTable('files_keys').set({ wrapped: Buffer.from('SECRET') })
}

/** Compiled and never run. */
function readUnopened(sealed: Sealed<'operators_people.totp_secret'>, key: Buffer): void {
  // @ts-expect-error: a sealed text is no secret to check a code with.
  stepOf(sealed, '123456', systemClock)
  // @ts-expect-error: it is no text at all.
  sealed.toUpperCase()
  // @ts-expect-error: sealed bytes are not what they hold.
  Buffer.from(seal(key, 'a form', Buffer.from('{}')))
}

test('I12.10: neither a writer that does not seal nor a reader that does not open compiles', () => {
  expectTypeOf(writePlain).toBeFunction()
  expectTypeOf(readUnopened).toBeFunction()
})
