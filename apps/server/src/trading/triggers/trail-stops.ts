import type { Price } from '@candor/money'
import { type Direction, trailingLevel } from '@candor/rules'
import type { Watch } from './trigger-index.ts'

/** Index of a market, which holds the groups. */
interface Rests<Owner> {
  rest(watch: Watch, price: bigint, owner: { readonly trail: TrailGroup<Owner> }): number
  forget(ticket: number): void
}

/** One trailing stop: a node of its group's heap, ordered by distance. */
export interface TrailMember<Owner> {
  readonly owner: Owner
  readonly distance: bigint
  /** Order of setting; a restart counts on from it. */
  readonly number: bigint
  /** The best price when it was set. */
  readonly from: Price
  alive: boolean
  group: TrailGroup<Owner>
  child: TrailMember<Owner> | null
  next: TrailMember<Owner> | null
}

/** Trailing stops that have seen the same best price. The nearest of them rests in the market's index. */
export interface TrailGroup<Owner> {
  readonly stops: TrailStops<Owner>
  best: Price
  nearest: TrailMember<Owner> | null
  ticket: number
  into: TrailGroup<Owner> | null
}

/** A best price that every stop up to a number has followed; stored for a restart. */
export interface TrailPeak {
  readonly through: bigint
  best: Price
}

/**
 * The trailing stops of one side of one market. Stops that share a best price are one group, and a new best price joins
 * all groups it passes: a quote costs O(log n) over time however many stops follow it. Only each group's nearest stop
 * rests in the index; the rest of a group cannot be reached before it.
 */
export class TrailStops<Owner> {
  readonly direction: Direction
  private readonly index: Rests<Owner>
  /** Best prices from the furthest to the nearest. */
  private groups: TrailGroup<Owner>[] = []
  private peaks: TrailPeak[] = []
  /** Number of the newest stop that follows. */
  private last = 0n

  constructor(direction: Direction, index: Rests<Owner>) {
    this.direction = direction
    this.index = index
  }

  set(
    owner: Owner,
    distance: Price,
    named: { number: bigint; from: Price; best: Price },
  ): TrailMember<Owner> {
    const group = this.apart(named.best)
    const member: TrailMember<Owner> = {
      owner,
      distance,
      number: named.number,
      from: named.from,
      alive: true,
      group,
      child: null,
      next: null,
    }
    group.nearest = member
    if (named.number > this.last) this.last = named.number
    let at = this.groups.length
    while (at > 0 && this.isBetter(named.best, this.groups[at - 1]?.best ?? named.best)) at -= 1
    const same = this.groups[at - 1]
    if (same?.best === named.best) this.rest(this.join(same, group))
    else {
      this.groups.splice(at, 0, group)
      this.rest(group)
    }
    return member
  }

  /** Withholds a stop while quotes of before it was set are taken: they do not move it, and no best price noted of them counts for it. */
  withhold(member: TrailMember<Owner>): void {
    this.forget(member)
    member.group = this.apart(member.from)
    if (this.last >= member.number) this.last = member.number - 1n
  }

  forget(member: TrailMember<Owner>): void {
    member.alive = false
    const group = rootOf(member)
    if (group.nearest !== member) return
    this.dropDead(group)
    this.rest(group)
  }

  /** The best price this stop has seen. */
  bestOf(member: TrailMember<Owner>): Price {
    return rootOf(member).best
  }

  levelOf(member: TrailMember<Owner>): Price {
    return trailingLevel(this.direction, this.bestOf(member), member.distance as Price)
  }

  /** A tradable quote in hours, at the price a close would get: groups it is better than become one. */
  follow(now: Price): void {
    let joined: TrailGroup<Owner> | null = null
    for (let top = this.groups.at(-1); top !== undefined; top = this.groups.at(-1)) {
      if (top.best !== now && !this.isBetter(now, top.best)) break
      if (top.best === now && joined === null) return
      this.groups.pop()
      joined = joined === null ? top : this.join(joined, top)
    }
    if (joined === null) return
    joined.best = now
    this.groups.push(joined)
    this.rest(joined)
    this.note(now)
  }

  /** A group's nearest stop was reached: takes out every stop of it that is. Each keeps the best price it was reached with. */
  reached(group: TrailGroup<Owner>, now: Price): Owner[] {
    const owners: Owner[] = []
    group.ticket = -1
    for (let top = group.nearest; top !== null; top = group.nearest) {
      if (top.alive && !this.isThrough(now, group.best, top.distance)) break
      group.nearest = pairs(top.child)
      if (!top.alive) continue
      top.alive = false
      top.group = this.apart(group.best)
      owners.push(top.owner)
    }
    this.rest(group)
    return owners
  }

  /** The best prices noted since the last time, for the database. */
  takePeaks(): TrailPeak[] {
    return this.peaks.splice(0)
  }

  private apart(best: Price): TrailGroup<Owner> {
    return { stops: this, best, nearest: null, ticket: -1, into: null }
  }

  private note(best: Price): void {
    const last = this.peaks.at(-1)
    if (last !== undefined && last.through === this.last) {
      if (this.isBetter(best, last.best)) last.best = best
    } else this.peaks.push({ through: this.last, best })
  }

  private isBetter(left: bigint, right: bigint): boolean {
    return this.direction === 'buy' ? left > right : left < right
  }

  private isThrough(now: Price, best: Price, distance: bigint): boolean {
    const level = trailingLevel(this.direction, best, distance as Price)
    return this.direction === 'buy' ? now <= level : now >= level
  }

  private join(left: TrailGroup<Owner>, right: TrailGroup<Owner>): TrailGroup<Owner> {
    this.index.forget(right.ticket)
    right.ticket = -1
    right.into = left
    left.nearest = merged(left.nearest, right.nearest)
    right.nearest = null
    return left
  }

  private dropDead(group: TrailGroup<Owner>): void {
    while (group.nearest !== null && !group.nearest.alive) group.nearest = pairs(group.nearest.child)
  }

  private rest(group: TrailGroup<Owner>): void {
    if (group.ticket >= 0) this.index.forget(group.ticket)
    group.ticket = -1
    this.dropDead(group)
    if (group.nearest === null) {
      this.groups = this.groups.filter((one) => one !== group)
      return
    }
    const level = trailingLevel(this.direction, group.best, group.nearest.distance as Price)
    group.ticket = this.index.rest(this.direction === 'buy' ? 'sellFalls' : 'buyRises', level, {
      trail: group,
    })
  }
}

function rootOf<Owner>(member: TrailMember<Owner>): TrailGroup<Owner> {
  let root = member.group
  while (root.into !== null) root = root.into
  member.group = root
  return root
}

/** Two pairing heaps as one; the nearest stop on top. */
function merged<Owner>(
  left: TrailMember<Owner> | null,
  right: TrailMember<Owner> | null,
): TrailMember<Owner> | null {
  if (left === null || right === null) return left ?? right
  const [top, under] = left.distance <= right.distance ? [left, right] : [right, left]
  under.next = top.child
  top.child = under
  return top
}

/** Merges the rest of a heap after its top was removed. */
function pairs<Owner>(first: TrailMember<Owner> | null): TrailMember<Owner> | null {
  const pairsOf: (TrailMember<Owner> | null)[] = []
  for (let one = first; one !== null; ) {
    const two: TrailMember<Owner> | null = one.next
    const after: TrailMember<Owner> | null = two?.next ?? null
    one.next = null
    if (two !== null) two.next = null
    pairsOf.push(merged(one, two))
    one = after
  }
  return pairsOf.reduceRight<TrailMember<Owner> | null>((sum, pair) => merged(pair, sum), null)
}
