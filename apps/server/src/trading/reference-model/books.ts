import { type Fraction, millionths } from './fractions.ts'
import type { Trail } from './judgements.ts'

export interface Held {
  readonly ref: string
  readonly as: string
  readonly code: string
  readonly buys: boolean
  lots: Fraction
  readonly leverage: number
  readonly open: Fraction
  margin: bigint
  /** Amount held for it. */
  held: bigint
  /** Debt for another position's loss. */
  owed: bigint
  readonly order: number
  stop: Fraction | null
  target: Fraction | null
  trail: Trail | null
}

/** A limit or stop order. */
export interface Waits extends Omit<Held, 'open' | 'margin' | 'owed' | 'trail'> {
  readonly kind: string
  level: Fraction
  distance: Fraction | null
  readonly until: number
}

const startMinor = 10_000_000_000n

/** Balances, open positions and waiting orders; money in millionths of a USDT. */
export class Books {
  readonly lines: string[] = []
  private readonly balance = new Map<string, bigint>()
  private readonly held = new Map<string, Held>()
  private readonly rests = new Map<string, Waits>()
  private readonly heldIn = new Map<string, Set<Held>>()
  private readonly heldOf = new Map<string, Set<Held>>()
  private readonly restsIn = new Map<string, Set<Waits>>()
  private readonly restsOf = new Map<string, Set<Waits>>()
  private count = 0

  constructor(customers: Iterable<string>) {
    for (const as of customers) this.balance.set(as, startMinor)
  }

  nextOrder(): number {
    return this.count++
  }

  /** By order of placing. */
  heldInMarket(code: string): Held[] {
    return byOrder(this.heldIn.get(code) ?? [])
  }

  heldBy(as: string): Held[] {
    return [...(this.heldOf.get(as) ?? [])]
  }

  holdsNothing(as: string): boolean {
    return (this.heldOf.get(as)?.size ?? 0) === 0
  }

  allHeld(): Held[] {
    return [...this.held.values()]
  }

  restsInMarket(code: string): Waits[] {
    return byOrder(this.restsIn.get(code) ?? [])
  }

  /** Returns the orders that wait until this moment or an earlier one. */
  restsUntil(time: number): Waits[] {
    const ended: Waits[] = []
    for (const one of this.rests.values()) if (one.until <= time) ended.push(one)
    return byOrder(ended)
  }

  /** Another customer's order is as absent as none. */
  heldNamed(ref: string, as: string): Held | undefined {
    const one = this.held.get(ref)
    return one?.as === as ? one : undefined
  }

  restNamed(ref: string, as: string): Waits | undefined {
    const one = this.rests.get(ref)
    return one?.as === as ? one : undefined
  }

  addHeld(one: Held): void {
    this.held.set(one.ref, one)
    setOf(this.heldIn, one.code).add(one)
    setOf(this.heldOf, one.as).add(one)
  }

  dropHeld(one: Held): void {
    this.held.delete(one.ref)
    setOf(this.heldIn, one.code).delete(one)
    setOf(this.heldOf, one.as).delete(one)
  }

  addRest(one: Waits): void {
    this.rests.set(one.ref, one)
    setOf(this.restsIn, one.code).add(one)
    setOf(this.restsOf, one.as).add(one)
  }

  dropRest(one: Waits): void {
    this.rests.delete(one.ref)
    setOf(this.restsIn, one.code).delete(one)
    setOf(this.restsOf, one.as).delete(one)
  }

  customers(): Iterable<string> {
    return this.balance.keys()
  }

  balanceOf(as: string): bigint {
    return this.balance.get(as) ?? 0n
  }

  setBalance(as: string, minor: bigint): void {
    this.balance.set(as, minor)
  }

  /** No balance goes below zero. */
  pay(as: string, minor: bigint): void {
    const left = this.balanceOf(as) + minor
    this.balance.set(as, left < 0n ? 0n : left)
  }

  used(as: string): bigint {
    return this.heldBy(as).reduce((sum, one) => sum + one.margin, 0n)
  }

  heldForWaiting(as: string): bigint {
    let sum = 0n
    for (const one of this.restsOf.get(as) ?? []) sum += one.held
    return sum
  }

  /** The balance without what is set aside. */
  notSetAside(as: string): bigint {
    return this.heldBy(as).reduce((sum, one) => sum - one.held, this.balanceOf(as) - this.heldForWaiting(as))
  }

  balances(): Record<string, string> {
    return Object.fromEntries([...this.balance].map(([as, minor]) => [as, millionths(minor)]))
  }
}

function setOf<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const known = sets.get(key)
  if (known !== undefined) return known
  const made = new Set<T>()
  sets.set(key, made)
  return made
}

const byOrder = <T extends { readonly order: number }>(list: Iterable<T>): T[] =>
  [...list].sort((a, b) => a.order - b.order)
