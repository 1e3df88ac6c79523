import { accountKey } from '../encode-postings.ts'
import type { HoldPurpose } from '../hold-purpose.ts'
import type { AccountRef, Posting, PostingOutcome, Reservation, Step } from '../ledger.ts'

/** The triples of `ledger_permitted`, once more and by hand: the tests compare two independent writings of the same rule. */
const permitted = new Set([
  'demo-grant world customer',
  'demo-reset customer world',
  'operator-funding world trading-capital',
  'operator-funding world negative-balance',
  'operator-funding world yield-reserve',
  'operator-funding world loan-capital',
  'contract-profit trading-capital customer',
  'contract-loss customer trading-capital',
  'contract-commission customer fee-revenue',
  'contract-swap customer swap-revenue',
  'contract-swap-credit swap-revenue customer',
  'contract-swap-credit trading-capital customer',
  'negative-balance-protection negative-balance trading-capital',
  'negative-balance-protection negative-balance fee-revenue',
  'negative-balance-protection negative-balance swap-revenue',
])

interface State {
  readonly balance: ReadonlyMap<string, bigint>
  readonly held: ReadonlyMap<string, bigint>
  readonly holds: ReadonlyMap<string, Held>
  /** Of the posting at hand, by account: bounded money that leaves or is set aside, and what was free again. */
  readonly leaves: ReadonlyMap<string, bigint>
  readonly freed: ReadonlyMap<string, bigint>
}

interface Used {
  readonly number: bigint
  readonly minor: bigint
}

interface Held {
  readonly account: AccountRef
  readonly left: bigint
  readonly purpose: HoldPurpose
}

const boundedKinds = new Set(['demo-reset'])

class Refused {
  readonly why: 'insufficient' | 'forbidden' | 'no-account' | 'no-hold' | 'no-reservation'
  readonly account: AccountRef | null

  constructor(why: Refused['why'], account: AccountRef | null = null) {
    this.why = why
    this.account = account
  }
}

/** The ledger as one would explain it: bigints in maps, a posting at a time, a state kept only when all its steps went through. */
export class ModelLedger {
  private state: State
  private readonly posted = new Set<string>()
  private readonly usedReservations = new Set<bigint>()
  /** Of the call at hand: how much of each reservation is used. */
  private usedNow = new Map<bigint, bigint>()

  constructor(accounts: readonly AccountRef[]) {
    this.state = {
      balance: new Map(accounts.map((account) => [accountKey(account), 0n])),
      held: new Map(accounts.map((account) => [accountKey(account), 0n])),
      holds: new Map(),
      leaves: new Map(),
      freed: new Map(),
    }
  }

  /** Postings of one call: they may share a reservation. */
  call(postings: readonly Posting[]): PostingOutcome[] {
    this.usedNow = new Map()
    const outcomes = postings.map((posting) => this.post(posting))
    for (const number of this.usedNow.keys()) this.usedReservations.add(number)
    return outcomes
  }

  private post(posting: Posting): PostingOutcome {
    if (this.posted.has(posting.id)) return { ok: true, repeated: true }
    if (posting.steps.length === 0) return { ok: false, why: 'forbidden', account: null }
    let next: State = { ...this.state, leaves: new Map(), freed: new Map() }
    for (const step of posting.steps) {
      const after = apply(next, step)
      if (after instanceof Refused) return { ok: false, why: after.why, account: after.account }
      next = after
    }
    const unreserved = this.unreserved(next, posting)
    if (unreserved instanceof Refused) return { ok: false, why: unreserved.why, account: unreserved.account }
    if (unreserved !== null)
      this.usedNow.set(unreserved.number, (this.usedNow.get(unreserved.number) ?? 0n) + unreserved.minor)
    this.state = next
    this.posted.add(posting.id)
    return { ok: true, repeated: false }
  }

  /** Returns the posting's use of its reservation; null when it needs none. */
  private unreserved({ leaves, freed }: State, { reservation }: Posting): Used | null | Refused {
    let used: Used | null = null
    let refused: Refused | null = null
    const leaving = [...leaves]
      .map(([key, out]) => ({ key, account: accountOf(key), net: out - (freed.get(key) ?? 0n) }))
      .filter(({ account, net }) => net > 0n && inMarginsCurrency(account))
    for (const { key, account, net } of leaving) {
      if (reservation && used === null && this.serves(reservation, key, net))
        used = { number: reservation.number, minor: net }
      else refused = new Refused('no-reservation', account)
    }
    return refused ?? used
  }

  private serves({ account, fence, until, minor, number }: Reservation, key: string, net: bigint): boolean {
    const left = minor - (this.usedNow.get(number) ?? 0n)
    const isUsable = accountKey(account) === key && fence === 0n && until > Date.now()
    return isUsable && left >= net && !this.usedReservations.has(number)
  }

  /** Balance and held of an account; null when it does not exist. */
  of(account: AccountRef): readonly [bigint, bigint] | null {
    const key = accountKey(account)
    const balance = this.state.balance.get(key)
    return balance === undefined ? null : [balance, this.state.held.get(key) ?? 0n]
  }
}

function apply(state: State, step: Step): State | Refused {
  if (step.do === 'transfer') return transfer(state, step)
  if (step.do === 'hold') return hold(state, step)
  if (step.do === 'repurpose') return repurpose(state, step)
  return release(state, step)
}

const available = (state: State, account: AccountRef): bigint =>
  (state.balance.get(accountKey(account)) ?? 0n) - (state.held.get(accountKey(account)) ?? 0n)

const inMarginsCurrency = ({ asset }: AccountRef): boolean => asset === 'USDT' || asset === 'DEMO'

const accountOf = (key: string): AccountRef => {
  const [accountClass, owner, asset] = key.split('\u0001')
  return { class: accountClass, owner, asset } as AccountRef
}

/** Sums the holds that are neither margin nor for a waiting order. */
const other = (state: State, account: AccountRef): bigint => {
  let sum = 0n
  for (const one of state.holds.values())
    if (one.purpose === 'other' && accountKey(one.account) === accountKey(account)) sum += one.left
  return sum
}

/** Returns the amount the posting took out of holds and has not used yet. */
const freedLeft = (state: State, account: AccountRef): bigint =>
  (state.freed.get(accountKey(account)) ?? 0n) - (state.leaves.get(accountKey(account)) ?? 0n)

const add = (map: ReadonlyMap<string, bigint>, account: AccountRef, minor: bigint) =>
  new Map(map).set(accountKey(account), (map.get(accountKey(account)) ?? 0n) + minor)

const exists = (state: State, account: AccountRef): boolean => state.balance.has(accountKey(account))

function transfer(state: State, step: Step & { do: 'transfer' }): State | Refused {
  const { from, to, minor, kind, coverFrom } = step
  if (![from, to, ...(coverFrom ? [coverFrom] : [])].every((account) => exists(state, account)))
    return new Refused('no-account')
  if (minor <= 0n || from.asset !== to.asset || !permitted.has(`${kind} ${from.class} ${to.class}`))
    return new Refused('forbidden')
  if (kind.startsWith('demo-') && from.asset !== 'DEMO') return new Refused('forbidden')
  if (coverFrom) return transferCovered(state, step, coverFrom)
  return transferPlain(state, step)
}

function transferPlain(state: State, { from, to, minor, kind }: Step & { do: 'transfer' }): State | Refused {
  if (from.class !== 'world' && available(state, from) < minor && freedLeft(state, from) < minor)
    return new Refused('insufficient', from)
  const moved = move(state, from, to, minor)
  const bounded = boundedKinds.has(kind) && from.class === 'customer'
  return bounded ? { ...moved, leaves: add(moved.leaves, from, minor) } : moved
}

function transferCovered(state: State, step: Step & { do: 'transfer' }, cover: AccountRef): State | Refused {
  const { from, to, minor } = step
  const coverIsRight =
    cover.class === 'negative-balance' &&
    cover.asset === from.asset &&
    permitted.has(`negative-balance-protection ${cover.class} ${to.class}`)
  if (from.class !== 'customer' || !coverIsRight) return new Refused('forbidden')
  const spendable = (state.balance.get(accountKey(from)) ?? 0n) - other(state, from)
  const own = minor < spendable ? minor : spendable
  if (available(state, cover) < minor - own) return new Refused('insufficient', cover)
  return move(move(state, from, to, own), cover, to, minor - own)
}

function move(state: State, from: AccountRef, to: AccountRef, minor: bigint): State {
  const balance = new Map(state.balance)
  balance.set(accountKey(from), (balance.get(accountKey(from)) ?? 0n) - minor)
  balance.set(accountKey(to), (balance.get(accountKey(to)) ?? 0n) + minor)
  return { ...state, balance }
}

function hold(state: State, step: Step & { do: 'hold' }): State | Refused {
  const { account, minor, holdId, purpose } = step
  if (!exists(state, account)) return new Refused('no-account')
  if (minor <= 0n || state.holds.has(holdId) || account.class === 'world') return new Refused('forbidden')
  if (available(state, account) < minor && freedLeft(state, account) < minor)
    return new Refused('insufficient', account)
  const held = setHold(state, holdId, { account, left: minor, purpose }, minor)
  const bounded = purpose === 'other' && account.class === 'customer'
  return bounded ? { ...held, leaves: add(held.leaves, account, minor) } : held
}

function repurpose(state: State, { holdId, purpose }: Step & { do: 'repurpose' }): State | Refused {
  const open = state.holds.get(holdId)
  if (open === undefined || open.left === 0n) return new Refused('no-hold')
  if (open.purpose !== 'order') return new Refused('forbidden')
  return setHold(state, holdId, { ...open, purpose }, 0n)
}

function release(state: State, step: Step & { do: 'release' }): State | Refused {
  const open = state.holds.get(step.holdId)
  if (open === undefined || open.left === 0n) return new Refused('no-hold')
  const minor = step.minor ?? open.left
  if (minor > open.left) return new Refused('no-hold')
  if (minor <= 0n) return new Refused('forbidden')
  const after = setHold(state, step.holdId, { ...open, left: open.left - minor }, -minor)
  const bounded = open.purpose === 'other' && open.account.class === 'customer'
  return bounded ? { ...after, freed: add(after.freed, open.account, minor) } : after
}

function setHold(state: State, holdId: string, hold: Held, change: bigint): State {
  const key = accountKey(hold.account)
  return {
    ...state,
    held: new Map(state.held).set(key, (state.held.get(key) ?? 0n) + change),
    holds: new Map(state.holds).set(holdId, hold),
  }
}
