import type { AccountRef, EncodedPostings, Posting, Step } from './ledger.ts'

/** The place of an account that does not exist: its posting is refused with `no-account`. */
const unknownAccount = 0n
const noCover = -1
const doing = { transfer: 1, hold: 2, release: 3, repurpose: 4 } as const
const wholeHold = -1n
/** An amount above PostgreSQL's bigint exceeds every balance; the function refuses it as it refuses zero. */
const largest = 2n ** 62n

const keyOf = (account: AccountRef): string => `${account.class}\u0001${account.owner}\u0001${account.asset}`

export { keyOf as accountKey }

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
class Places<T> {
  readonly all: T[] = []
  private readonly places = new Map<T, number>()

  of(thing: T): number {
    const known = this.places.get(thing)
    if (known !== undefined) return known
    const place = this.all.push(thing)
    this.places.set(thing, place)
    return place
  }
}

/** Postings as the arrays the SQL function takes; `idOf` gives an account's id, or null when there is none. */
export function encodePostings(
  postings: readonly Posting[],
  idOf: (account: AccountRef) => bigint | null,
): EncodedPostings {
  const accounts = new Places<bigint>()
  const holds = new Places<string>()
  const kinds = new Places<string>()
  const place = (account: AccountRef): number => {
    const id = idOf(account) ?? unknownAccount
    return id === unknownAccount ? 0 : accounts.of(id)
  }
  const encodeTransfer = (step: Step & { do: 'transfer' }) => [
    doing.transfer,
    kinds.of(step.kind),
    place(step.from),
    place(step.to),
    step.coverFrom ? place(step.coverFrom) : noCover,
    bounded(step.minor),
    0,
  ]
  const encodeStep = (step: Step): readonly (number | bigint)[] => {
    if (step.do === 'transfer') return encodeTransfer(step)
    const hold = holds.of(step.holdId)
    if (step.do === 'hold')
      return [doing.hold, kinds.of(step.purpose), place(step.account), 0, noCover, bounded(step.minor), hold]
    if (step.do === 'repurpose')
      return [doing.repurpose, kinds.of(step.purpose), 0, 0, noCover, wholeHold, hold]
    const minor = step.minor === null ? wholeHold : bounded(step.minor)
    return [doing.release, 1, 0, 0, noCover, minor, hold]
  }
  const steps = postings.flatMap((posting, index) =>
    posting.steps.map((step) => [index + 1, ...encodeStep(step)] as readonly (number | bigint)[]),
  )
  const column = (at: number): string => `{${steps.map((step) => step[at]).join(',')}}`
  return [
    textArray(postings.map(({ id }) => id)),
    textArray(postings.map(({ reference }) => reference)),
    `{${firstPlaces(postings).join(',')}}`,
    `{${accounts.all.join(',')}}`,
    textArray(holds.all),
    textArray(kinds.all),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map(column),
  ]
}

/** The last parameter of `ledger_post_steps`: the reservations of these postings as JSON; null when there is none. */
export function encodeReservations(
  postings: readonly Posting[],
  idOf: (account: AccountRef) => bigint | null,
): string | null {
  if (postings.every(({ reservation }) => reservation === undefined)) return null
  const given = postings.flatMap(({ reservation }, index) => {
    const account = reservation === undefined ? null : idOf(reservation.account)
    if (reservation === undefined || account === null) return []
    const { fence, number, minor, until } = reservation
    return [
      {
        posting: index + 1,
        fence: fence.toString(),
        number: number.toString(),
        account: account.toString(),
        minor: minor.toString(),
        until,
      },
    ]
  })
  return given.length === 0 ? null : JSON.stringify(given)
}

const bounded = (minor: bigint): bigint => (minor > 0n && minor < largest ? minor : 0n)

function firstPlaces(postings: readonly Posting[]): number[] {
  const ids = new Map<string, number>()
  return postings.map(({ id }, index) => {
    const first = ids.get(id) ?? index + 1
    ids.set(id, first)
    return first
  })
}

const textArray = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
