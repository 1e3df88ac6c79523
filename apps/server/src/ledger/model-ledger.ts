import { accountKey } from './encode-postings.ts'
import type { AccountRef, Posting, PostingOutcome, Step } from './ledger.ts'

/** The triples of the migration, once more and by hand: the tests compare two independent writings of the same rule. */
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
  readonly holds: ReadonlyMap<string, { readonly account: AccountRef; readonly left: bigint }>
}

class Refused {
  readonly why: 'insufficient' | 'forbidden' | 'no-account' | 'no-hold'
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

  constructor(accounts: readonly AccountRef[]) {
    this.state = {
      balance: new Map(accounts.map((account) => [accountKey(account), 0n])),
      held: new Map(accounts.map((account) => [accountKey(account), 0n])),
      holds: new Map(),
    }
  }

  post(posting: Posting): PostingOutcome {
    if (this.posted.has(posting.id)) return { ok: true, repeated: true }
    if (posting.steps.length === 0) return { ok: false, why: 'forbidden', account: null }
    let next = this.state
    for (const step of posting.steps) {
      const after = apply(next, step)
      if (after instanceof Refused) return { ok: false, why: after.why, account: after.account }
      next = after
    }
    this.state = next
    this.posted.add(posting.id)
    return { ok: true, repeated: false }
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
  return release(state, step)
}

const available = (state: State, account: AccountRef): bigint =>
  (state.balance.get(accountKey(account)) ?? 0n) - (state.held.get(accountKey(account)) ?? 0n)

const exists = (state: State, account: AccountRef): boolean => state.balance.has(accountKey(account))

function transfer(state: State, step: Step & { do: 'transfer' }): State | Refused {
  const { from, to, minor, kind, coverFrom } = step
  if (![from, to, ...(coverFrom ? [coverFrom] : [])].every((account) => exists(state, account)))
    return new Refused('no-account')
  if (minor <= 0n || from.asset !== to.asset || !permitted.has(`${kind} ${from.class} ${to.class}`))
    return new Refused('forbidden')
  if (kind.startsWith('demo-') && from.asset !== 'DEMO') return new Refused('forbidden')
  if (coverFrom) return transferCovered(state, step, coverFrom)
  if (from.class !== 'world' && available(state, from) < minor) return new Refused('insufficient', from)
  return move(state, from, to, minor)
}

function transferCovered(state: State, step: Step & { do: 'transfer' }, cover: AccountRef): State | Refused {
  const { from, to, minor } = step
  const coverIsRight =
    cover.class === 'negative-balance' &&
    cover.asset === from.asset &&
    permitted.has(`negative-balance-protection ${cover.class} ${to.class}`)
  if (from.class !== 'customer' || !coverIsRight) return new Refused('forbidden')
  const balance = state.balance.get(accountKey(from)) ?? 0n
  const own = minor < balance ? minor : balance
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
  const { account, minor, holdId } = step
  if (!exists(state, account)) return new Refused('no-account')
  if (minor <= 0n || state.holds.has(holdId) || account.class === 'world') return new Refused('forbidden')
  if (available(state, account) < minor) return new Refused('insufficient', account)
  return setHold(state, holdId, account, minor, minor)
}

function release(state: State, step: Step & { do: 'release' }): State | Refused {
  const open = state.holds.get(step.holdId)
  if (open === undefined || open.left === 0n) return new Refused('no-hold')
  const minor = step.minor ?? open.left
  if (minor > open.left) return new Refused('no-hold')
  if (minor <= 0n) return new Refused('forbidden')
  return setHold(state, step.holdId, open.account, open.left - minor, -minor)
}

function setHold(state: State, holdId: string, account: AccountRef, left: bigint, change: bigint): State {
  const key = accountKey(account)
  return {
    ...state,
    held: new Map(state.held).set(key, (state.held.get(key) ?? 0n) + change),
    holds: new Map(state.holds).set(holdId, { account, left }),
  }
}
