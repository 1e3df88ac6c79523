import {
  bigint,
  compositeType,
  enumType,
  epochMs,
  nullable,
  type Place,
  place,
  type RowOf,
  text,
} from '../platform/database/composite-type.ts'
import {
  arrayOf,
  arrayOfNumbers,
  arrayOfTexts,
  sqlFunction,
  timestamp,
} from '../platform/database/sql-function.ts'
import type { HoldPurpose } from './hold-purpose.ts'

/** Place of an account that does not exist: its posting is refused with `no-account`. */
export const noSuchAccount = 0 as Place<'account'>

declare const idOf: unique symbol
/** Id of an account in the database. */
export type AccountId = bigint & { readonly [idOf]: 'account' }

export const ledgerAction = enumType('ledger_action', ['transfer', 'hold', 'release', 'repurpose'])

export const ledgerOutcome = enumType('ledger_outcome', [
  'done',
  'repeated',
  'insufficient',
  'forbidden',
  'no-account',
  'no-hold',
  'no-reservation',
])
/** Outcome of a posting, as the database names it. */
export type LedgerOutcome = (typeof ledgerOutcome.labels)[number]

export const ledgerPosting = compositeType('ledger_posting', {
  id: text(),
  reference: nullable(text()),
  /** Place of the first posting of the call with the same id: normally its own. */
  first: place<'posting'>(),
})

export const ledgerStep = compositeType('ledger_step', {
  posting: place<'posting'>(),
  action: ledgerAction,
  kind: nullable(text()),
  purpose: nullable(text<HoldPurpose>()),
  account: nullable(place<'account'>()),
  credited: nullable(place<'account'>()),
  cover: nullable(place<'account'>()),
  hold: nullable(place<'hold'>()),
  minor: nullable(bigint()),
})

export const ledgerReservation = compositeType('ledger_reservation', {
  posting: place<'posting'>(),
  fence: bigint(),
  number: bigint(),
  account: bigint<AccountId>(),
  minor: bigint(),
  until: epochMs(),
})

export type LedgerPostingRow = RowOf<typeof ledgerPosting>
export type LedgerStepRow = RowOf<typeof ledgerStep>
export type LedgerReservationRow = RowOf<typeof ledgerReservation>

export const ledgerPostSteps = sqlFunction('ledger_post_steps', {
  p_at: timestamp,
  p_postings: arrayOf(ledgerPosting),
  p_steps: arrayOf(ledgerStep),
  p_accounts: arrayOfNumbers<AccountId>('bigint[]'),
  p_holds: arrayOfTexts,
  p_reservations: arrayOf(ledgerReservation),
})
