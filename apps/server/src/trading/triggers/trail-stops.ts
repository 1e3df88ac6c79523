import type { Price } from '@candor/money'
import { type Direction, trailingLevel } from '@candor/rules'
import type { Position } from '../engine/position.ts'
import type { Watch } from './trigger-index.ts'

/** Index of a market, which holds the groups. */
interface Rests {
  rest(watch: Watch, price: bigint, owner: { readonly trail: TrailGroup }): number
  forget(ticket: number): void
}

/** One trailing stop: a node of its group's heap, ordered by distance. */
export interface TrailMember {
  readonly position: Position
  readonly distance: bigint
  /** Order of setting; a restart counts on from it. */
  readonly number: bigint
  /** The best price when it was set. */
  readonly from: Price
  alive: boolean
  group: TrailGroup
  child: TrailMember | null
  next: TrailMember | null
}

/** Trailing stops that have seen the same best price. The nearest of them rests in the market's index. */
export interface TrailGroup {
  readonly stops: TrailStops
  best: Price
  nearest: TrailMember | null
  ticket: number
  into: TrailGroup | null
}

/** A best price that every stop up to a number has seen: what is kept for a restart. */
export interface TrailPeak {
  readonly through: bigint
  best: Price
}

/**
 * The trailing stops of one side of one market. Stops that share a best price are one group, and a new best price joins
 * all groups it passes: a quote costs O(log n) over time however many stops follow it. Only each group's nearest stop
 * rests in the index; the rest of a group cannot be reached before it.
 */
export class TrailStops {
  readonly direction: Direction
  private readonly index: Rests
  /** Best prices from the furthest to the nearest. */
  private groups: TrailGroup[] = []
  private peaks: TrailPeak[] = []
  private last = 0n

  constructor(direction: Direction, index: Rests) {
    this.direction = direction
    this.index = index
  }

  set(position: Position, distance: Price, named: { number: bigint; from: Price; best: Price }): TrailMember {
    const group: TrailGroup = { stops: this, best: named.best, nearest: null, ticket: -1, into: null }
    const member: TrailMember = {
      position,
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

  forget(member: TrailMember): void {
    member.alive = false
    const group = rootOf(member)
    if (group.nearest !== member) return
    this.dropDead(group)
    this.rest(group)
  }

  /** The best price this stop has seen. */
  bestOf(member: TrailMember): Price {
    return rootOf(member).best
  }

  levelOf(member: TrailMember): Price {
    return trailingLevel(this.direction, this.bestOf(member), member.distance as Price)
  }

  /** A tradable quote in hours, at the price a close would get: groups it is better than become one. */
  follow(now: Price): void {
    let joined: TrailGroup | null = null
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

  /** A group's nearest stop was reached: takes out every stop of it that is. */
  reached(group: TrailGroup, now: Price): Position[] {
    const positions: Position[] = []
    group.ticket = -1
    for (let top = group.nearest; top !== null; top = group.nearest) {
      if (top.alive && !this.isThrough(now, group.best, top.distance)) break
      group.nearest = pairs(top.child)
      if (!top.alive) continue
      top.alive = false
      positions.push(top.position)
    }
    this.rest(group)
    return positions
  }

  /** The best prices noted since the last time, for the database. */
  takePeaks(): TrailPeak[] {
    return this.peaks.splice(0)
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

  private join(left: TrailGroup, right: TrailGroup): TrailGroup {
    this.index.forget(right.ticket)
    right.ticket = -1
    right.into = left
    left.nearest = merged(left.nearest, right.nearest)
    right.nearest = null
    return left
  }

  private dropDead(group: TrailGroup): void {
    while (group.nearest !== null && !group.nearest.alive) group.nearest = pairs(group.nearest.child)
  }

  private rest(group: TrailGroup): void {
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

function rootOf(member: TrailMember): TrailGroup {
  let root = member.group
  while (root.into !== null) root = root.into
  member.group = root
  return root
}

/** Two pairing heaps as one; the nearest stop on top. */
function merged(left: TrailMember | null, right: TrailMember | null): TrailMember | null {
  if (left === null || right === null) return left ?? right
  const [top, under] = left.distance <= right.distance ? [left, right] : [right, left]
  under.next = top.child
  top.child = under
  return top
}

/** Merges the rest of a heap after its top was removed. */
function pairs(first: TrailMember | null): TrailMember | null {
  const pairsOf: (TrailMember | null)[] = []
  for (let one = first; one !== null; ) {
    const two: TrailMember | null = one.next
    const after: TrailMember | null = two?.next ?? null
    one.next = null
    if (two !== null) two.next = null
    pairsOf.push(merged(one, two))
    one = after
  }
  return pairsOf.reduceRight<TrailMember | null>((sum, pair) => merged(pair, sum), null)
}
