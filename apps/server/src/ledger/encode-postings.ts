import { CompositeArray, type Place } from '../platform/database/composite-type.ts'
import type { AccountRef, EncodedPostings, Posting, Step } from './ledger.ts'
import {
  type AccountId,
  type LedgerReservationRow,
  type LedgerStepRow,
  ledgerPosting,
  ledgerReservation,
  ledgerStep,
  noSuchAccount,
} from './posting-types.ts'

/** Finds an account's id; null when there is no such account. */
export type FindAccountId = (account: AccountRef) => AccountId | null

/** An amount above PostgreSQL's bigint exceeds every balance; the function refuses it as it refuses zero. */
const largest = 2n ** 62n

/** Checks whether a posting moves an amount that no account can have. */
export const exceedsEveryBalance = ({ steps }: Posting): boolean =>
  steps.some((step) => step.do !== 'repurpose' && step.minor !== null && step.minor >= largest)

export const accountKey = (account: AccountRef): string =>
  `${account.class}\u0001${account.owner}\u0001${account.asset}`

/** Every account a posting names. */
export function accountsOf({ steps, reservation }: Posting): AccountRef[] {
  const accounts = reservation === undefined ? [] : [reservation.account]
  for (const step of steps) {
    if (step.do === 'hold') accounts.push(step.account)
    if (step.do !== 'transfer') continue
    accounts.push(step.from, step.to)
    if (step.coverFrom) accounts.push(step.coverFrom)
  }
  return accounts
}

/** Things in the order they first appear, each known by its place from 1. */
class Places<Thing, List extends string> {
  readonly all: Thing[] = []
  private readonly places = new Map<Thing, Place<List>>()

  of(thing: Thing): Place<List> {
    const known = this.places.get(thing)
    if (known !== undefined) return known
    const place = this.all.push(thing) as Place<List>
    this.places.set(thing, place)
    return place
  }
}

/** Encodes postings as the SQL function takes them. */
export function encodePostings(postings: readonly Posting[], idOf: FindAccountId): EncodedPostings {
  const encoder = new StepEncoder(idOf)
  const firsts = new Map<string, Place<'posting'>>()
  const rows = new CompositeArray(ledgerPosting)
  const steps = new CompositeArray(ledgerStep)
  postings.forEach((posting, index) => {
    const place = (index + 1) as Place<'posting'>
    const first = firsts.get(posting.id) ?? place
    firsts.set(posting.id, first)
    rows.push({ id: posting.id, reference: posting.reference, first })
    for (const step of posting.steps) steps.push(encoder.encode(place, step))
  })
  return { postings: rows, steps, accounts: encoder.accounts.all, holds: encoder.holds.all }
}

/** Encodes the steps of one call, and lists the accounts and holds that they name. */
class StepEncoder {
  readonly accounts = new Places<AccountId, 'account'>()
  readonly holds = new Places<string, 'hold'>()
  private readonly idOf: FindAccountId

  constructor(idOf: FindAccountId) {
    this.idOf = idOf
  }

  /** Names every attribute, also those that are null: rows of one shape are written twice as fast. */
  encode(posting: Place<'posting'>, step: Step): LedgerStepRow {
    const action = step.do
    if (action === 'transfer')
      return {
        posting,
        action,
        kind: step.kind,
        purpose: null,
        account: this.accountPlace(step.from),
        credited: this.accountPlace(step.to),
        cover: step.coverFrom === undefined ? null : this.accountPlace(step.coverFrom),
        hold: null,
        minor: bounded(step.minor),
      }
    return {
      posting,
      action,
      kind: null,
      purpose: action === 'release' ? null : step.purpose,
      account: action === 'hold' ? this.accountPlace(step.account) : null,
      credited: null,
      cover: null,
      hold: this.holds.of(step.holdId),
      minor: action === 'repurpose' || step.minor === null ? null : bounded(step.minor),
    }
  }

  private accountPlace(account: AccountRef): Place<'account'> {
    const id = this.idOf(account)
    return id === null ? noSuchAccount : this.accounts.of(id)
  }
}

/** Encodes the reservations of postings. One of an account that does not exist is left out: the posting is refused without it. */
export function encodeReservations(
  postings: readonly Posting[],
  idOf: FindAccountId,
): CompositeArray<LedgerReservationRow> {
  const rows = new CompositeArray(ledgerReservation)
  postings.forEach(({ reservation }, index) => {
    const account = reservation === undefined ? null : idOf(reservation.account)
    if (reservation === undefined || account === null) return
    const { fence, number, minor, until } = reservation
    rows.push({ posting: (index + 1) as Place<'posting'>, fence, number, account, minor, until })
  })
  return rows
}

const bounded = (minor: bigint): bigint => (minor > 0n && minor < largest ? minor : 0n)
