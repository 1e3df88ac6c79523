import type { OutcomeTurns } from '../commits/outcome-turns.ts'
import type { Account, Position } from './position.ts'

interface PositionsInDoubtOptions {
  /** Called when an account is certain again. */
  readonly onCertain: (account: Account) => void
  readonly turns: OutcomeTurns
  /** Checks whether nights of an account are being charged. */
  readonly isCharging: (account: Account) => boolean
}

/**
 * Positions whose last change the database may still refuse (a close that the operator's capital cannot pay, a key that was used
 * before). Until its outcome is known, nothing that depends on it is decided for the account: neither its other positions nor
 * its free money, and no later row writes the refused state to the database.
 */
export class PositionsInDoubt {
  private readonly waits = new Map<Account, Set<Promise<unknown>>>()
  private readonly gains = new Map<Account, bigint>()
  private readonly deferred = new Map<Account, Map<Position, () => void>>()
  private readonly judgements = new Map<Account, () => Iterable<unknown>>()
  private readonly onCertain: (account: Account) => void
  private readonly turns: OutcomeTurns
  private readonly isCharging: (account: Account) => boolean

  constructor({ onCertain, turns, isCharging }: PositionsInDoubtOptions) {
    this.onCertain = onCertain
    this.turns = turns
    this.isCharging = isCharging
  }

  /** These positions, all of one account, are in doubt until the outcome is known, and so is what their change brings to its balance. */
  hold(positions: readonly Position[], broughtMinor: bigint, outcome: Promise<unknown>): void {
    const [first] = positions
    if (first === undefined) return
    const { account } = first
    for (const position of positions) position.inDoubt += 1
    const gainMinor = broughtMinor > 0n ? broughtMinor : 0n
    this.gains.set(account, this.gainOf(account) + gainMinor)
    this.wait(account, outcome, () => {
      for (const position of positions) position.inDoubt -= 1
      this.gains.set(account, this.gainOf(account) - gainMinor)
    })
  }

  /** The account is in doubt until the outcome is known, which `take` takes over. */
  private wait(account: Account, outcome: Promise<unknown>, take: () => void): void {
    const waits = this.waits.get(account) ?? new Set()
    this.waits.set(account, waits)
    const end = () => {
      take()
      waits.delete(known)
      if (waits.size === 0) this.certain(account)
    }
    // Where nothing waits for the account to be certain, its end decides nothing.
    const takeOver = () => (this.isDeferringFor(account) ? this.turns.take(end) : end())
    const known: Promise<unknown> = outcome.then(takeOver, takeOver)
    waits.add(known)
  }

  /** Checks whether any position of the account is in doubt. */
  has(account: Account): boolean {
    return this.waits.has(account)
  }

  /** Checks whether the account's triggers have to wait: for an outcome, or for nights that no close may pass. */
  mustWait(account: Account): boolean {
    return this.has(account) || this.isCharging(account)
  }

  /** Returns the part of an account's balance that the database may still refuse, in USDT's smallest unit. */
  gainOf(account: Account): bigint {
    return this.gains.get(account) ?? 0n
  }

  /** Something waits for an account to be certain. */
  get isDeferring(): boolean {
    return this.deferred.size + this.judgements.size > 0
  }

  private isDeferringFor(account: Account): boolean {
    return this.deferred.has(account) || this.judgements.has(account)
  }

  /** Runs a trigger's request once the account is certain. The first of several for one position counts. */
  defer(position: Position, act: () => void): void {
    const acts = this.deferred.get(position.account) ?? new Map<Position, () => void>()
    this.deferred.set(position.account, acts)
    if (!acts.has(position)) acts.set(position, act)
  }

  /** Checks whether a trigger of this position waits for its account to be certain. */
  isDeferred(position: Position): boolean {
    return this.deferred.get(position.account)?.has(position) === true
  }

  /** Judges an account step by step once it is certain, after the deferred triggers. The first of several counts. */
  deferJudging(account: Account, judge: () => Iterable<unknown>): void {
    if (!this.judgements.has(account)) this.judgements.set(account, judge)
  }

  /** Does what was deferred until the account's nights were charged, now or in a later turn. */
  actOnDeferred(account: Account): void {
    if (this.isDeferringFor(account) && !this.has(account)) this.waitForTurn(account)
  }

  /** Resolves when what the account is waiting for now is known; null when it waits for nothing. */
  of(account: Account): Promise<unknown> | null {
    const waits = this.waits.get(account)
    return waits === undefined ? null : Promise.all(waits)
  }

  private certain(account: Account): void {
    this.waits.delete(account)
    this.gains.delete(account)
    this.onCertain(account)
    if (!this.actOn(account)) return
    const judge = this.judgements.get(account)
    this.judgements.delete(account)
    // In doubt again because the turn is over, it defers the rest of its judgement itself.
    for (const _step of judge?.() ?? [])
      if (this.turns.isOver && !this.has(account)) this.waitForTurn(account)
  }

  /** Runs the deferred triggers; false if the rest waits for a later turn. One may bring a new doubt: those after it defer themselves again. */
  private actOn(account: Account): boolean {
    const acts = [...(this.deferred.get(account) ?? [])]
    this.deferred.delete(account)
    for (const [at, [, act]] of acts.entries()) {
      if (this.turns.isOver) {
        this.deferred.set(account, new Map([...(this.deferred.get(account) ?? []), ...acts.slice(at)]))
        this.waitForTurn(account)
        return false
      }
      act()
    }
    return true
  }

  private waitForTurn(account: Account): void {
    this.wait(account, Promise.resolve(), () => undefined)
  }
}
